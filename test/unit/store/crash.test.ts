import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openInspection } from '../../../electron/store/inspect.ts'
import { flat, openStore, tempFolder } from './made.ts'
import { readingsOf } from './crash-readings.ts'
import { probes } from './probes.ts'
import { random } from './random.ts'

const KILLS = 12

/** Runs the child until it is killed `ms` after its first word; the last number it has said. */
function runAndKill(file: string, ms: number, ...args: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [fileURLToPath(new URL('./crash-child.ts', import.meta.url)), file, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    let complaint = ''
    child.stderr.on('data', (data: Buffer) => (complaint += data.toString()))
    child.stdout.on('data', (data: Buffer) => {
      if (said === '') setTimeout(() => child.kill('SIGKILL'), ms)
      said += data.toString()
    })
    child.on('close', (_, signal) => {
      const whole = said.slice(0, said.lastIndexOf('\n') + 1).trim()
      if (signal === 'SIGKILL') resolve(Number(whole.split('\n').at(-1)))
      else reject(new Error(`the child ended by itself: ${complaint}`))
    })
  })
}

test('killed at any instant, the store opens again with every acknowledged reading in it once', { timeout: 120_000 }, async () => {
  const file = join(tempFolder(), 'history.db')
  const { next } = random(7)
  let acknowledged = 0
  for (let kill = 0; kill < KILLS; kill++) {
    // Some live long enough for the thread that compacts to start and to be in the middle of something.
    const said = await runAndKill(file, kill % 3 === 0 ? 500 + next() * 2500 : next() * 200)
    expect(said).toBeGreaterThan(0)
    acknowledged = Math.max(acknowledged, said)
    const history = openStore(file)
    const mark = history.highWater('a')
    expect(mark).toBeGreaterThanOrEqual(acknowledged)
    // One more than what was said may be stored; nothing may be there in part.
    const seqs = Array.from({ length: mark }, (_, i) => i + 1)
    const read = (probe: string, columns: string[]): ReturnType<typeof flat> => flat(history, probe, [1], 0, Infinity, columns)
    expect(read('background', ['timed']).map(({ rows }) => rows[0]?.['timed'])).toEqual(seqs)
    expect(read('sessions', ['pid']).map(({ rows }) => rows.map(({ pid }) => pid))).toEqual(seqs.map((seq) => Array<string>(seq % 4).fill(String(seq))))
    expect(read('statements', ['calls']).map(({ rows }) => rows.map(({ queryid, calls }) => [queryid, calls]))).toEqual(
      seqs.map((seq) => [
        ['shared', seq],
        [String(seq), seq],
      ]),
    )
    const totals = Array.from(history.scan({ probe: 'statements', instances: [1], from: 0, to: Infinity, columns: ['calls'], totals: true }))
    const calls = totals.reduce((sum, { numbers }) => sum + Array.from(numbers['calls'] ?? []).reduce((a, b) => a + b, 0), 0)
    expect(calls).toBe(mark * (mark + 1))
    const texts = seqs.flatMap((seq) => readingsOf(seq).texts)
    expect(history.texts(texts.map(({ md5 }) => md5))).toEqual(new Map(texts.map(({ md5, text }) => [md5, text])))
    history.close()
  }
  // More than an hour of minutes, so that something could be compacted.
  expect(acknowledged).toBeGreaterThan(60)
  const inspection = openInspection(file, probes)
  expect([...inspection.check()]).toEqual([])
  expect(inspection.sizes().some(({ table, entries }) => table === 'chunk' && entries > 0)).toBe(true)
  inspection.close()
})

test('killed while samples become hours and days, every sample is counted once', { timeout: 120_000 }, async () => {
  const file = join(tempFolder(), 'history.db')
  const { next } = random(8)
  const seen = new Set<string>()
  for (let kill = 0; kill < KILLS; kill++) {
    await runAndKill(file, 200 + next() * 2500, 'fade')
    const history = openStore(file)
    const mark = history.highWater('a')
    let [readings, samples] = [0, 0]
    for (const block of history.count({ probe: 'sessions', instances: [1], from: 0, to: Infinity, by: [], samples: 'each', moments: true })) {
      seen.add(block.resolution)
      readings += Array.from(block.readings ?? []).reduce((sum, one) => sum + one, 0)
      samples += Array.from(block.samples).reduce((sum, one) => sum + one, 0)
    }
    expect([readings, samples]).toEqual([mark, Array.from({ length: mark }, (_, i) => (i + 1) % 4).reduce((sum, one) => sum + one, 0)])
    history.close()
  }
  expect(seen).toEqual(new Set(['sample', 'hour', 'day']))
})
