import { describe, expect, it } from 'vitest'
import slots from '../../../electron/catalog/probes/slots.ts'
import tables from '../../../electron/catalog/probes/tables.ts'
import { settingChanges } from '../../../electron/collector/changes.ts'
import { diff } from '../../../electron/collector/diff.ts'
import { partsOf, memoryOf } from '../../../electron/collector/machine.ts'
import { withDaysLeft } from '../../../electron/collector/pace.ts'
import { carryOver, withUnchanged } from '../../../electron/collector/poll.ts'
import type { RawCell, RawReading } from '../../../electron/collector/reading.ts'
import { treesBeyond } from '../../../electron/collector/trees.ts'

const server = { system: '1', timeline: '1', inRecovery: false, seesAll: true, extension: null, startedAt: 0 }
const MINUTE = 60_000
const HOUR = 3_600_000
const reading = (takenAt: number, rows: readonly Readonly<Record<string, RawCell>>[]): RawReading => {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return { takenAt, server, rows: rows.length, columns: Object.fromEntries(names.map((name) => [name, rows.map((row) => row[name] ?? null)])) }
}
const table = (relid: string, seq_scan: number, size: number | null): Record<string, RawCell> => ({ datid: '5', relid, rel_name: `t${relid}`, seq_scan, size })

describe('what is measured seldom', () => {
  it('keeps the value measured last, per row', () => {
    const next = carryOver(
      tables,
      ['size'],
      reading(0, [table('1', 0, 8192), table('2', 0, null)]),
      reading(MINUTE, [table('2', 0, null), table('1', 0, null)]),
    )
    expect(next.columns['size']).toEqual([null, 8192])
  })
  it('sends an unmoved row when it changed, and otherwise not', () => {
    const before = reading(0, [table('1', 7, 8192), table('2', 7, 8192), table('3', 7, 8192)])
    const block = diff(tables, before, reading(MINUTE, [table('1', 7, 16384), table('2', 7, 8192), table('3', 9, 8192)]), MINUTE)
    expect(block.columns['relid']).toEqual(['1', '3'])
    expect(block.columns['seq_scan']).toEqual([0, 2])
  })
  it('the first reading, and the first of an hour, is sent whole', () => {
    const rows = [table('1', 7, 8192)]
    expect(diff(tables, undefined, reading(HOUR, rows), MINUTE)).toMatchObject({ rows: 1, columns: { seq_scan: [null], size: [8192] } })
    expect(diff(tables, reading(2 * HOUR - 1, rows), reading(2 * HOUR, rows), MINUTE).rows).toBe(1)
    expect(diff(tables, reading(2 * HOUR, rows), reading(2 * HOUR + MINUTE, rows), MINUTE).rows).toBe(0)
  })
})

describe('a server that leaves out what did not change', () => {
  it('gives, with the reading before, the whole reading', () => {
    const before = reading(0, [
      { slot_name: 'a', total_bytes: 1 },
      { slot_name: 'b', total_bytes: 2 },
    ])
    const all = withUnchanged(
      slots,
      before,
      reading(MINUTE, [
        { slot_name: 'b', total_bytes: 5 },
        { slot_name: 'c', total_bytes: 1 },
      ]),
    )
    expect(all).toMatchObject({ takenAt: MINUTE, rows: 3, columns: { slot_name: ['a', 'b', 'c'], total_bytes: [1, 5, 1] } })
  })
})

describe('trees of locks', () => {
  const waits = (pid: string, blocked_by: string | null, seconds: number | null): Record<string, RawCell> => ({
    pid,
    blocked_by,
    wait_age_s: seconds === null ? null : seconds * 1000,
  })
  it('are told whole once one wait in them lasts long enough', () => {
    const told = treesBeyond(reading(0, [waits('1', null, null), waits('2', '1', 40), waits('3', '2', 5), waits('8', null, null), waits('9', '8', 5)]), 30)
    expect(told.columns).toMatchObject({ pid: ['1', '2', '3'], root_pid: ['1', '1', '1'] })
  })
  it('a ring has the least process id as root', () => {
    expect(treesBeyond(reading(0, [waits('7', '5', 40), waits('5', '7', 40), waits('6', '7', 40)]), 30).columns['root_pid']).toEqual(['5', '5', '5'])
  })
})

describe('changes of settings', () => {
  const setting = (name: string, value: string): Record<string, RawCell> => ({ name, setting: value, unit: null, source: 'default' })
  it('are told with the value before and after; none at first', () => {
    const before = reading(0, [setting('a', '1'), setting('b', '1'), setting('gone', 'x')])
    const next = reading(HOUR, [setting('a', '1'), setting('b', '2'), setting('new', 'y')])
    expect(settingChanges(undefined, next)).toBeUndefined()
    expect(settingChanges(before, before)).toBeUndefined()
    expect(settingChanges(before, next)?.columns).toMatchObject({ name: ['b', 'gone', 'new'], old_value: ['1', 'x', null], new_value: ['2', null, 'y'] })
  })
})

describe('days until transaction ids run out', () => {
  const xids = (takenAt: number, used: number): RawReading => reading(takenAt, [{ datid: '5', xid_age: 200_000_000, xids: used }])
  it('follow from the pace of at least an hour', () => {
    expect(withDaysLeft(xids(0, 0), xids(HOUR - 1, 1_000_000)).columns['days_left']).toEqual([null])
    // 1,944,483,648 ids left at 24 million a day, in tenths
    expect(withDaysLeft(xids(0, 0), xids(HOUR, 1_000_000)).columns['days_left']).toEqual([810])
  })
})

describe('the machine', () => {
  it('parts of the processors are of the time between two readings', () => {
    expect(partsOf(undefined, { user: 5 })).toMatchObject({ os_user: null })
    expect(partsOf({ user: 100, idle: 100 }, { user: 130, idle: 150, iowait: 10, softirq: 10 })).toMatchObject({
      os_user: '30',
      os_idle: '50',
      os_iowait: '10',
      os_system: '10',
    })
  })
  it('a limit of the control group is the memory; its cold cache is available', () => {
    const meminfo = 'MemTotal: 1000 kB\nMemFree: 600 kB\nMemAvailable: 800 kB\nSwapTotal: 0 kB\nSwapFree: 0 kB\n'
    expect(memoryOf(meminfo, {})).toMatchObject({ mem_total: '1024000', mem_available: '819200', mem_perc: '20' })
    expect(memoryOf(meminfo, { memory: 512_000, used: 400_000, inactiveFile: 100_000 })).toMatchObject({
      mem_total: '512000',
      mem_available: '212000',
      mem_free: '112000',
    })
  })
})
