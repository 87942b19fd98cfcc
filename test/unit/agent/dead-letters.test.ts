import * as fs from 'node:fs'
import { join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { openDeadLetters } from '../../../electron/agent/dead-letters.ts'
import type { SpooledBatch } from '../../../electron/agent/segments.ts'
import { folder } from './batches.ts'
import { holdClock } from './held-clock.ts'

const letter = (seq: number): SpooledBatch => ({ seq, connection: 'c', time: 0, body: zstdCompressSync(Buffer.alloc(100, seq)), size: 100 })

test('refused batches are there after a restart, newest first', () => {
  const at = folder()
  const first = openDeadLetters(at, holdClock())
  first.add(letter(1), 400, 'bad')
  first.add(letter(2), 413, 'large')
  const { count, newest } = openDeadLetters(at, holdClock()).state()
  expect(count).toBe(2)
  expect(newest.map(({ seq, status, error }) => [seq, status, error])).toEqual([
    [2, 413, 'large'],
    [1, 400, 'bad'],
  ])
})

test('a torn tail is cut off, and what is added behind it is readable', () => {
  const at = folder()
  const first = openDeadLetters(at, holdClock())
  first.add(letter(1), 400, 'bad')
  first.add(letter(2), 400, 'bad')
  const file = join(at, 'refused.seg')
  fs.truncateSync(file, fs.statSync(file).size - 5)
  openDeadLetters(at, holdClock()).add(letter(3), 400, 'bad')
  expect(
    openDeadLetters(at, holdClock())
      .state()
      .newest.map(({ seq }) => seq),
  ).toEqual([3, 1])
})

test('they take no more room than the limit; the oldest go', () => {
  const at = folder()
  const letters = openDeadLetters(at, holdClock(), 2000)
  for (let seq = 1; seq <= 100; seq++) letters.add(letter(seq), 400, 'bad')
  const { bytes, newest } = letters.state()
  expect(bytes).toBeLessThanOrEqual(2000)
  expect(newest[0]?.seq).toBe(100)
  expect(fs.readdirSync(at).reduce((sum, name) => sum + fs.statSync(join(at, name)).size, 0)).toBe(bytes)
})
