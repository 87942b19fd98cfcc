import { appendFileSync, mkdtempSync, renameSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readJson } from '../../../../electron/collector/log/json.ts'
import { beginOf, endOf, follow, type Position } from '../../../../electron/collector/log/follow.ts'

const line = (message: string): string => `${JSON.stringify({ timestamp: '2026-11-21 11:52:16.123 UTC', error_severity: 'LOG', message })}\n`

function folder(): { file: (name: string) => string } {
  const made = mkdtempSync(join(tmpdir(), 'log-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return { file: (name) => join(made, name) }
}

/** Reads on from a position. */
async function readOn(
  position: Position,
  file: string,
  siblings = '^a-.*$',
): Promise<{ position: Position; messages: string[]; bytes: number; skipped: number }> {
  const messages: string[] = []
  const { position: at, bytes, skipped } = await follow(position, { file, siblings, format: readJson }, ({ message }) => messages.push(message))
  return { position: at, messages, bytes, skipped }
}

test('what is there at first is not read, and each later entry once', async () => {
  const { file } = folder()
  writeFileSync(file('a-1'), line('old'))
  let at = await endOf(file('a-1'))
  appendFileSync(file('a-1'), line('one') + line('two') + '{"half')
  const first = await readOn(at, file('a-1'))
  expect(first.messages).toEqual(['one', 'two'])
  expect(first.bytes).toBe(Buffer.byteLength(line('one') + line('two')))
  ;({ position: at } = first)
  expect((await readOn(at, file('a-1'))).messages).toEqual([])
  appendFileSync(file('a-1'), '":1}\n' + line('three'))
  expect((await readOn(at, file('a-1'))).messages).toEqual(['', 'three'])
})

test('the rest of the old file, then the files between, then the present one', async () => {
  const { file } = folder()
  writeFileSync(file('a-1'), line('old'))
  const at = await endOf(file('a-1'))
  appendFileSync(file('a-1'), line('one'))
  for (const [n, name] of ['a-9', 'a-2', 'other', 'a-3'].entries()) {
    writeFileSync(file(name), line(name))
    const time = new Date(Math.ceil(at.changed) + 10_000 + n * 1000)
    utimesSync(file(name), time, time)
  }
  writeFileSync(file('a-0'), line('from before'))
  utimesSync(file('a-0'), 1000, 1000)
  const { messages, position } = await readOn(at, file('a-3'))
  expect(messages).toEqual(['one', 'a-9', 'a-2', 'a-3'])
  expect((await readOn(position, file('a-3'))).messages).toEqual([])
})

test('a file that was emptied is read from its begin, also when it is longer again', async () => {
  const { file } = folder()
  writeFileSync(file('a-1'), line('a long old message'))
  const at = await endOf(file('a-1'))
  truncateSync(file('a-1'))
  appendFileSync(file('a-1'), line('new'))
  expect((await readOn(at, file('a-1'))).messages).toEqual(['new'])
  appendFileSync(file('a-1'), line('newer').repeat(20))
  expect((await readOn(at, file('a-1'))).messages).toHaveLength(21)
})

test('a file that was renamed is read to its end under its new name', async () => {
  const { file } = folder()
  writeFileSync(file('a-1'), line('old'))
  const at = await endOf(file('a-1'))
  appendFileSync(file('a-1'), line('one'))
  renameSync(file('a-1'), file('b-1'))
  writeFileSync(file('a-1'), line('two'))
  expect((await readOn(at, file('a-1'), '')).messages).toEqual(['one', 'two'])
})

test('a file that is gone loses what was in it, and nothing of what follows', async () => {
  const { file } = folder()
  writeFileSync(file('a-1'), line('old'))
  const at = await endOf(file('a-1'))
  rmSync(file('a-1'))
  writeFileSync(file('a-2'), line('two'))
  expect((await readOn(at, file('a-2'))).messages).toEqual(['two'])
})

test('more than can be read at once comes with the next readings, in order and whole', async () => {
  const { file } = folder()
  const long = 'x'.repeat(1 << 20)
  writeFileSync(file('a-1'), '')
  for (let n = 0; n < 70; n++) appendFileSync(file('a-1'), line(`${n} ${long}`))
  let at = await beginOf(file('a-1'))
  const numbers: string[] = []
  let readings = 0
  for (let read = -1; read !== 0; readings++) {
    const next = await readOn(at, file('a-1'))
    numbers.push(...next.messages.map((message) => message.split(' ')[0] ?? ''))
    at = next.position
    read = next.messages.length
  }
  expect(readings).toBe(3)
  expect(numbers).toEqual(Array.from({ length: 70 }, (_, n) => String(n)))
})
