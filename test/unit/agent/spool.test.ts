import * as fs from 'node:fs'
import { describe, expect, test } from 'vitest'
import { openSpool, type Spool, type SpoolLimits } from '../../../electron/agent/spool.ts'
import { createLog } from '../../../electron/kernel/log.ts'
import { batchOf, envelopeOf, folder, markOf, noise } from './batches.ts'
import { holdClock } from './held-clock.ts'

const log = createLog('silent')
const WIDE: SpoolLimits = { bytes: 1024 ** 3, hours: 24 }
const open = (at: string, clock = holdClock(), limits = WIDE, written = (): void => undefined): Spool => openSpool({ folder: at, clock, log, limits, written })
const segmentsOf = (at: string): string[] =>
  fs
    .readdirSync(at)
    .filter((name) => name.endsWith('.seg'))
    .sort()
const marks = (spool: Spool): unknown[] => spool.oldest(Infinity).map(markOf)

describe('order and numbers', () => {
  test('batches come back oldest first with ascending numbers, also after a restart', async () => {
    const at = folder()
    const clock = holdClock()
    const first = open(at, clock)
    for (let i = 0; i < 5; i++) await first.put(batchOf(i), [])
    await first.close()
    const second = open(at, clock)
    await second.put(batchOf(5), [])
    const all = second.oldest(Infinity)
    expect(all.map(markOf)).toEqual([0, 1, 2, 3, 4, 5])
    const seqs = all.map(({ seq }) => seq)
    expect(seqs).toEqual([...seqs].sort((a, b) => a - b))
    expect(new Set(seqs).size).toBe(6)
    expect(all.map((one) => envelopeOf(one).seq)).toEqual(seqs)
    await second.close()
  })

  test('concurrent puts share a commit and keep the order of their calls', async () => {
    const spool = open(folder())
    await Promise.all(Array.from({ length: 50 }, (_, i) => spool.put(batchOf(i), [])))
    expect(marks(spool)).toEqual(Array.from({ length: 50 }, (_, i) => i))
    await spool.close()
  })

  test('a spool that was lost does not give a number again', async () => {
    const clock = holdClock()
    const at = folder()
    const first = open(at, clock)
    await first.put(batchOf(1), [])
    const [old] = first.oldest(Infinity)
    await first.close()
    fs.rmSync(at, { recursive: true })
    await clock.advance(1000)
    const second = open(at, clock)
    await second.put(batchOf(2), [])
    expect(second.oldest(Infinity)[0]?.seq).toBeGreaterThan(old?.seq ?? Infinity)
    await second.close()
  })

  test('a clock that was set back does not make numbers go back', async () => {
    const at = folder()
    const clock = holdClock()
    const first = open(at, clock)
    await first.put(batchOf(1), [])
    await first.close()
    clock.set(1000)
    const second = open(at, clock)
    await second.put(batchOf(2), [])
    const [a, b] = second.oldest(Infinity)
    expect(b?.seq).toBeGreaterThan(a?.seq ?? Infinity)
    await second.close()
  })

  test('a request takes batches up to its size, at least one', async () => {
    const spool = open(folder())
    for (let i = 0; i < 4; i++) await spool.put(batchOf(i, 'c1', noise(1000)), [])
    const size = spool.oldest(Infinity)[0]?.size ?? 0
    expect(spool.oldest(size * 2)).toHaveLength(2)
    expect(spool.oldest(1)).toHaveLength(1)
    await spool.close()
  })
})

describe('acknowledgement', () => {
  test('what is done is not given again, not even after a restart', async () => {
    const at = folder()
    const spool = open(at)
    for (let i = 0; i < 4; i++) await spool.put(batchOf(i), [])
    const all = spool.oldest(Infinity)
    await spool.done(all[1]?.seq ?? 0, true)
    expect(marks(spool)).toEqual([2, 3])
    expect(spool.state()).toMatchObject({ pending: 2, done: 2, dropped: 0 })
    await spool.close()
    const again = open(at)
    expect(marks(again)).toEqual([2, 3])
    expect(again.state()).toMatchObject({ pending: 2, done: 2, dropped: 0 })
    expect(again.state().lastUpload).toBe(holdClock().now())
    await again.close()
  })

  test('full segments are deleted once everything in them is done, and nothing counts as dropped', async () => {
    const at = folder()
    const spool = open(at, holdClock(), { bytes: 16 * 4096, hours: 24 })
    for (let i = 0; i < 20; i++) {
      await spool.put(batchOf(i, 'c1', noise(1500)), [])
      if (i % 5 === 4) while (spool.state().pending > 0) await spool.done(spool.oldest(Infinity).at(-1)?.seq ?? 0, true)
    }
    // the ones of the last round go with the next put, when it is durable that they are done
    expect(segmentsOf(at).length).toBeLessThan(5)
    expect(spool.state()).toMatchObject({ pending: 0, done: 20, dropped: 0 })
    await spool.close()
    const again = open(at)
    expect(again.state()).toMatchObject({ pending: 0, done: 20, dropped: 0 })
    await again.close()
  })
})

describe('bounds', () => {
  test('above the limit of bytes the oldest go, and are counted', async () => {
    const at = folder()
    const limits = { bytes: 10 * 4096, hours: 24 }
    const spool = open(at, holdClock(), limits)
    for (let i = 0; i < 100; i++) {
      await spool.put(batchOf(i, 'c1', noise(1500)), [{ probe: 'database', reading: i }])
      expect(spool.state().bytes).toBeLessThanOrEqual(limits.bytes)
    }
    const { dropped, pending } = spool.state()
    expect(dropped).toBeGreaterThan(50)
    expect(dropped + pending).toBe(100)
    expect(spool.named('c1', 'database')).toBe(99)
    expect(marks(spool)[0]).toBe(dropped)
    await spool.close()
    const again = open(at, holdClock(), limits)
    expect(again.state()).toMatchObject({ dropped, pending })
    expect(again.named('c1', 'database')).toBe(99)
    await again.close()
  })

  test('what is older than the limit of hours goes, and is counted', async () => {
    const clock = holdClock()
    const spool = open(folder(), clock, { bytes: 1024 ** 3, hours: 2 })
    for (let minute = 0; minute < 300; minute++) {
      await spool.put(batchOf(minute), [])
      clock.set(clock.now() + 60_000)
    }
    const { dropped, pending } = spool.state()
    expect(dropped + pending).toBe(300)
    expect(pending).toBeGreaterThanOrEqual(119)
    expect(pending).toBeLessThanOrEqual(127)
    await spool.close()
  })

  test('batches that were handed out and dropped meanwhile are not counted as done', async () => {
    const spool = open(folder(), holdClock(), { bytes: 10 * 4096, hours: 24 })
    await spool.put(batchOf(0, 'c1', noise(1500)), [])
    const [first] = spool.oldest(Infinity)
    for (let i = 1; i < 60; i++) await spool.put(batchOf(i, 'c1', noise(1500)), [])
    const before = spool.state()
    await spool.done(first?.seq ?? 0, true)
    expect(spool.state()).toMatchObject({ pending: before.pending, dropped: before.dropped })
    await spool.close()
  })
})

describe('names', () => {
  test('the newest reading a batch named survives the deletion of its segment', async () => {
    const at = folder()
    const limits = { bytes: 16 * 4096, hours: 24 }
    const spool = open(at, holdClock(), limits)
    await spool.put(batchOf(0, 'a'), [{ probe: 'wal', reading: 7 }])
    for (let i = 0; i < 30; i++) {
      await spool.put(batchOf(i, 'b', noise(1500)), [])
      const all = spool.oldest(Infinity)
      await spool.done(all.at(-1)?.seq ?? 0, true)
    }
    await spool.close()
    expect(segmentsOf(at)).not.toContain('0000000001.seg')
    const again = open(at, holdClock(), limits)
    expect(again.named('a', 'wal')).toBe(7)
    again.keepOnly(['b'])
    expect(again.named('a', 'wal')).toBeUndefined()
    await again.close()
  })
})

test('a put that cannot be written is refused, and the next one finds its place', async () => {
  const at = folder()
  const spool = open(at)
  await spool.put(batchOf(0), [])
  const broken = {
    ...batchOf(1),
    get texts(): never {
      throw new Error('cannot be encoded')
    },
  }
  await expect(spool.put(broken, [])).rejects.toThrow('cannot be encoded')
  await spool.put(batchOf(2), [])
  expect(marks(spool)).toEqual([0, 2])
  await spool.close()
  await expect(spool.put(batchOf(3), [])).rejects.toThrow('closed')
})
