import * as fs from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openSpool, type Spool, type SpoolLimits } from '../../../electron/agent/spool.ts'
import { createLog } from '../../../electron/kernel/log.ts'
import { batchOf, folder, markOf, noise } from './batches.ts'
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

describe('crash', () => {
  const copy = (from: string): string => {
    const to = folder()
    fs.cpSync(from, to, { recursive: true })
    return to
  }

  test('a tail torn at any byte is cut off; what was confirmed before it stays, and writing goes on', async () => {
    const at = folder()
    const spool = open(at)
    await spool.put(batchOf(0), [{ probe: 'database', reading: 1 }])
    const whole = fs.statSync(join(at, '0000000001.seg')).size
    await spool.put(batchOf(1), [{ probe: 'database', reading: 2 }])
    await spool.close()
    const end = fs.statSync(join(at, '0000000001.seg')).size
    for (let cut = whole; cut < end; cut++) {
      const torn = copy(at)
      fs.truncateSync(join(torn, '0000000001.seg'), cut)
      const opened = open(torn)
      expect(marks(opened)).toEqual([0])
      expect(opened.named('c1', 'database')).toBe(1)
      expect(fs.statSync(join(torn, '0000000001.seg')).size).toBe(whole)
      await opened.put(batchOf(2), [])
      expect(marks(opened)).toEqual([0, 2])
      await opened.close()
      const reopened = open(torn)
      expect(marks(reopened)).toEqual([0, 2])
      await reopened.close()
    }
  })

  test('a changed byte anywhere in the last record makes it invalid, and zeros behind it are no record', async () => {
    const at = folder()
    const spool = open(at)
    await spool.put(batchOf(0), [])
    const file = join(at, '0000000001.seg')
    const whole = fs.statSync(file).size
    await spool.put(batchOf(1), [])
    await spool.close()
    const bytes = fs.readFileSync(file)
    for (let i = whole; i < bytes.length; i++) {
      const bad = Buffer.from(bytes)
      bad.writeUInt8(bad.readUInt8(i) ^ 0x41, i)
      const damaged = copy(at)
      fs.writeFileSync(join(damaged, '0000000001.seg'), bad)
      const opened = open(damaged)
      expect(marks(opened)).toEqual([0])
      await opened.close()
    }
    fs.writeFileSync(file, Buffer.concat([bytes, Buffer.alloc(4096)]))
    const opened = open(at)
    expect(marks(opened)).toEqual([0, 1])
    await opened.close()
  })

  test('a crash between making a segment and renaming it leaves nothing behind', async () => {
    const at = folder()
    const spool = open(at)
    await spool.put(batchOf(0), [])
    await spool.close()
    fs.writeFileSync(join(at, '0000000002.seg.tmp'), 'half')
    const opened = open(at)
    expect(marks(opened)).toEqual([0])
    await opened.put(batchOf(1), [])
    expect(marks(opened)).toEqual([0, 1])
    await opened.close()
  })

  test('progress that a crash lost only means sending again; a segment that is gone without it counts as dropped', async () => {
    const at = folder()
    const limits = { bytes: 16 * 4096, hours: 24 }
    const spool = open(at, holdClock(), limits)
    for (let i = 0; i < 8; i++) await spool.put(batchOf(i, 'c1', noise(1500)), [])
    await spool.close()
    const [oldest] = segmentsOf(at)
    fs.rmSync(join(at, oldest ?? ''))
    const opened = open(at, holdClock(), limits)
    const { dropped, pending } = opened.state()
    expect(dropped).toBeGreaterThan(0)
    expect(dropped + pending).toBe(8)
    await opened.close()
  })

  test('damage inside an older segment costs the rest of that segment, counted, and nothing else', async () => {
    const at = folder()
    const limits = { bytes: 16 * 4096, hours: 24 }
    const spool = open(at, holdClock(), limits)
    for (let i = 0; i < 12; i++) await spool.put(batchOf(i, 'c1', noise(1500)), [])
    await spool.close()
    const [first, second] = segmentsOf(at)
    const file = join(at, first ?? '')
    const bytes = fs.readFileSync(file)
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 10) ^ 1, bytes.length - 10)
    fs.writeFileSync(file, bytes)
    expect(second).toBeDefined()
    const opened = open(at, holdClock(), limits)
    const seen: unknown[] = []
    while (opened.state().pending > 0) {
      const some = opened.oldest(Infinity)
      seen.push(...some.map(markOf))
      if (some.length > 0) await opened.done(some.at(-1)?.seq ?? 0, true)
    }
    expect(seen.length + opened.state().dropped).toBe(12)
    expect(opened.state().dropped).toBe(1)
    expect(seen.slice(-3)).toEqual([9, 10, 11])
    await opened.close()
  })

  test('a segment without a valid beginning is set aside and its batches count as dropped', async () => {
    const at = folder()
    const limits = { bytes: 16 * 4096, hours: 24 }
    const spool = open(at, holdClock(), limits)
    for (let i = 0; i < 12; i++) await spool.put(batchOf(i, 'c1', noise(1500)), [])
    await spool.close()
    fs.writeFileSync(join(at, segmentsOf(at)[1] ?? ''), 'x')
    const opened = open(at, holdClock(), limits)
    let count = 0
    while (opened.state().pending > 0) {
      const some = opened.oldest(Infinity)
      count += some.length
      if (some.length > 0) await opened.done(some.at(-1)?.seq ?? 0, true)
    }
    expect(count + opened.state().dropped).toBe(12)
    expect(fs.readdirSync(at).some((name) => name.endsWith('.damaged'))).toBe(true)
    await opened.close()
  })
})
