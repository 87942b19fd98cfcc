import { describe, expect, it } from 'vitest'
import { defineProbe, type Probe } from '../../../electron/catalog/define.ts'
import { diff, sample } from '../../../electron/collector/diff.ts'
import { toReading, type RawReading, type ServerIdentity } from '../../../electron/collector/reading.ts'

const base: Probe = defineProbe({
  id: 'trial',
  doc: 'A trial.',
  shape: 'rows',
  scope: 'instance',
  every: 60,
  internal: ['since', 'wal_since'],
  origin: 'since',
  sql: { '13': 'select' },
  columns: {
    id: { kind: 'key', doc: 'Id.' },
    name: { kind: 'label', doc: 'Name.' },
    calls: { kind: 'counter', doc: 'Calls.' },
    time: { kind: 'counter', unit: 'ms', scale: 1000, doc: 'Time.' },
    wal: { kind: 'counter', origin: 'wal_since', doc: 'Of another origin.' },
    now: { kind: 'gauge', doc: 'Present value.' },
    share: { kind: 'gauge', scale: 0, doc: 'Not an integer.' },
  },
})
const lean: Probe = { ...base, changedOnly: true }

const server: ServerIdentity = { system: '1', timeline: '00000001', inRecovery: false, seesAll: true, extension: null, startedAt: 1 }
const NAMES = ['id', 'name', 'calls', 'time', 'wal', 'now', 'share', 'since', 'wal_since']
type Cells = readonly (string | null)[]
const row = (
  id: string,
  calls: string | null,
  time = '0',
  rest: { name?: string; wal?: string; now?: string; share?: string; since?: string | null; walSince?: string } = {},
): Cells => [
  id,
  rest.name ?? 'n',
  calls,
  time,
  rest.wal ?? '0',
  rest.now ?? '7',
  rest.share ?? '0.5',
  rest.since === undefined ? 's' : rest.since,
  rest.walSince ?? 'w',
]
const read = (at: number, rows: readonly Cells[], of: Partial<ServerIdentity> = {}): RawReading => toReading(base, NAMES, rows, at, { ...server, ...of })
const MINUTE = 60_000

describe('the increments between two readings', () => {
  it('are exact, with begin and end', () => {
    const block = diff(base, read(0, [row('a', '10', '1.5')]), read(MINUTE, [row('a', '13', '2.25')]), MINUTE)
    expect(block).toEqual({
      probe: 'trial',
      begin: 0,
      end: MINUTE,
      flags: [],
      rows: 1,
      columns: { id: ['a'], name: ['n'], calls: [3], time: [0.75], wal: [0], now: [7], share: [0.5] },
    })
  })

  it('of a first reading are unknown, while present values pass', () => {
    const block = diff(base, undefined, read(MINUTE, [row('a', '10')]), MINUTE)
    expect(block).toMatchObject({ begin: MINUTE, end: MINUTE, flags: [], rows: 1, columns: { calls: [null], now: [7] } })
  })

  it('of a row that is new since the last reading count from zero', () => {
    const block = diff(base, read(0, [row('a', '10')]), read(MINUTE, [row('a', '10'), row('b', '4')]), MINUTE)
    expect(block).toMatchObject({ flags: [], columns: { id: ['a', 'b'], calls: [0, 4] } })
  })

  it('of a counter that went down count from zero, with all of the same origin, and are flagged', () => {
    const block = diff(base, read(0, [row('a', '10', '5', { wal: '100' })]), read(MINUTE, [row('a', '3', '9', { wal: '101' })]), MINUTE)
    expect(block).toMatchObject({ flags: ['restart'], columns: { calls: [3], time: [9], wal: [1] } })
  })

  it('after a reset count from zero even when they have overtaken the old value', () => {
    const block = diff(base, read(0, [row('a', '10', '5')]), read(MINUTE, [row('a', '12', '6', { since: 't' })]), MINUTE)
    expect(block).toMatchObject({ flags: ['restart'], columns: { calls: [12], time: [6], wal: [0] } })
  })

  it('after a first reset ever, too', () => {
    const block = diff(base, read(0, [row('a', '10', '0', { since: null })]), read(MINUTE, [row('a', '12')]), MINUTE)
    expect(block).toMatchObject({ flags: ['restart'], columns: { calls: [12] } })
  })

  it('over an orderly restart of the server, which keeps statistics, are the difference, and are flagged', () => {
    const block = diff(base, read(0, [row('a', '1000000')]), read(MINUTE, [row('a', '1000005')], { startedAt: 2 }), MINUTE)
    expect(block).toMatchObject({ flags: ['restart'], columns: { calls: [5] } })
  })

  it.each([
    ['another cluster', { system: '2' }],
    ['another timeline', { timeline: '00000002' }],
    ['a promotion', { inRecovery: true }],
    ['other rights', { seesAll: false }],
    ['an updated extension', { extension: '1.11' }],
  ])('across %s are unknown: a new baseline', (_, change) => {
    const block = diff(base, read(0, [row('a', '10')]), read(MINUTE, [row('a', '1000')], change), MINUTE)
    expect(block).toMatchObject({ begin: MINUTE, end: MINUTE, flags: [], columns: { calls: [null], now: [7] } })
    expect(diff(lean, read(0, [row('a', '10')]), read(MINUTE, [row('a', '1000')], change), MINUTE).rows).toBe(0)
  })

  it('over more than three cadences are flagged as a gap', () => {
    const gap = (ms: number): readonly string[] => diff(base, read(0, [row('a', '1')]), read(ms, [row('a', '2')]), MINUTE).flags
    expect(gap(3 * MINUTE)).toEqual([])
    expect(gap(3 * MINUTE + 1)).toEqual(['gap'])
  })

  it('of a value that is not known now, or was not before, are null and not zero', () => {
    expect(diff(base, read(0, [row('a', null)]), read(MINUTE, [row('a', '5')]), MINUTE).columns['calls']).toEqual([null])
    expect(diff(base, read(0, [row('a', '5')]), read(MINUTE, [row('a', null)]), MINUTE).columns['calls']).toEqual([null])
  })

  it('are exact beyond 2^53', () => {
    const block = diff(base, read(0, [row('a', '9223372036854775800')]), read(MINUTE, [row('a', '9223372036854775807')]), MINUTE)
    expect(block.columns['calls']).toEqual([7])
  })

  it('of rounded times add up to the rounded total: no error piles up', () => {
    const totals = Array.from({ length: 1001 }, (_, i) => i * 0.0004)
    let sum = 0
    for (let i = 1; i < totals.length; i++)
      sum += Math.round(
        1000 * Number(diff(base, read(0, [row('a', '1', String(totals[i - 1]))]), read(1, [row('a', '1', String(totals[i]))]), MINUTE).columns['time']?.[0]),
      )
    expect(sum).toBe(Math.round(0.4 * 1000))
  })

  it('with changed rows only leave out rows without movement', () => {
    const block = diff(lean, read(0, [row('a', '1'), row('b', '1')]), read(MINUTE, [row('a', '1'), row('b', '2')]), MINUTE)
    expect(block).toMatchObject({ rows: 1, columns: { id: ['b'] } })
  })

  it('with changed rows only tell a new label, without movement', () => {
    const block = diff(lean, read(0, [row('a', '1', '0', { name: 'old' })]), read(MINUTE, [row('a', '1', '0', { name: 'new' })]), MINUTE)
    expect(block).toMatchObject({ rows: 1, columns: { name: ['new'], calls: [0] } })
  })

  it('never end before they begin, though the clock was set back', () => {
    const block = diff(base, read(MINUTE, [row('a', '1')]), read(0, [row('a', '2')]), MINUTE)
    expect(block.begin).toBeLessThanOrEqual(block.end)
  })
})

describe('a counter that adds up parts', () => {
  const ofParts: Probe = { ...base, columns: { ...base.columns, time: { kind: 'counter', unit: 'ms', scale: 1000, parts: true, doc: 'Over parts.' } } }
  const between = (before: Cells, after: Cells): unknown => {
    const { columns, flags } = diff(ofParts, read(0, [before]), read(MINUTE, [after]), MINUTE)
    return [columns['calls'], columns['time'], flags]
  }
  it('is not known when a part has gone, and the other counters are as exact as ever', () => {
    expect(between(row('a', '10', '50'), row('a', '13', '20'))).toEqual([[3], [null], []])
  })
  it('counts from zero when the whole row does', () => {
    expect(between(row('a', '10', '50'), row('a', '3', '20'))).toEqual([[3], [20], ['restart']])
  })
})

describe('a sample', () => {
  it('stands for the time since its begin, and an empty one is a block too', () => {
    expect(sample(base, read(MINUTE, []), 0)).toMatchObject({ begin: 0, end: MINUTE, rows: 0, columns: { id: [], now: [] } })
    expect(sample(base, read(MINUTE, [row('a', '1')]), 0)).toMatchObject({ rows: 1, columns: { id: ['a'], now: [7] } })
  })
})
