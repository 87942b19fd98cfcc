import { describe, expect, it } from 'vitest'
import type { TopReply } from '../../../renderer/data/api.ts'
import { bandsOf, coarseOf, samplingOf } from '../../../renderer/features/activity/stack.ts'
import { printList } from '../../../renderer/features/activity/shares.ts'
import { gapsOf, loadScale, marksOf, peaksOf, scaleFor, sentenceOf, type Load } from '../../../renderer/ui/load.ts'

const series = (value: string | null, ...average: (number | null)[]) => {
  const known = average.filter((v) => v !== null)
  return { value, average, samples: known.length, aas: known.reduce((a, b) => a + b, 0) / Math.max(1, average.length) }
}

describe('the stack', () => {
  it('has wait classes in their fixed order, whatever their size', () => {
    const reply = { time: [0], series: [series('Client', 9), series('Lock', 1), series('CPU', 5), series('IO', 3)] }
    expect(bandsOf(reply, 'wait_event_type', false).map((band) => band.name)).toEqual(['CPU', 'IO', 'Lock', 'Client'])
  })
  it('never has more than eight layers, and never hides Lock and IdleTx', () => {
    const names = ['CPU', 'IO', 'LWLock', 'IPC', 'Timeout', 'Client', 'Extension', 'Activity', 'BufferPin']
    const reply = { time: [0], series: [...names.map((name, i) => series(name, 10 - i)), series('Lock', 0.01), series('IdleTx', 0.01)] }
    const bands = bandsOf(reply, 'wait_event_type', false)
    expect(bands).toHaveLength(8)
    expect(bands.map((band) => band.name)).toEqual(expect.arrayContaining(['Lock', 'IdleTx', 'Other (4)']))
    expect(bands.reduce((sum, band) => sum + (band.average[0] ?? 0), 0)).toBeCloseTo(
      reply.series.reduce((sum, s) => sum + s.aas, 0),
      9,
    )
  })
  it('opens its remainder', () => {
    const reply = { time: [0], series: Array.from({ length: 9 }, (_, i) => series(`db${String(i)}`, i + 1)) }
    expect(bandsOf(reply, 'database', false).at(-1)).toMatchObject({ name: 'Other (4)', value: undefined })
    expect(bandsOf(reply, 'database', true)).toHaveLength(9)
  })
  it('gives a class nobody knows the colour of Other and its own name', () => {
    const [band] = bandsOf({ time: [0], series: [series('Quantum', 1)] }, 'wait_event_type', false)
    expect(band).toMatchObject({ name: 'Quantum', colour: '--w-other' })
  })
  it('keeps a gap a gap in the remainder', () => {
    const reply = { time: [0, 1], series: Array.from({ length: 7 }, (_, i) => series(`u${String(i)}`, null, i + 1)) }
    expect(bandsOf(reply, 'user_name', false).at(-1)?.average).toEqual([null, 3])
  })
})

describe('averages of hours and days', () => {
  const reply = (...resolution: ('sample' | 'hour' | 'day' | null)[]) => ({ time: resolution.map((_, i) => i * 60_000), bucket: 60, resolution })
  it('are said with the time up to which they reach, each kind for itself', () => {
    expect(coarseOf(reply('day', 'day', null, 'hour', 'sample'), (ms) => `minute ${String(ms / 60_000)}`)).toMatch(
      /^Samples are no longer kept of the whole range: averages of days up to minute 2, of hours up to minute 4\./,
    )
  })
  it('are not mentioned where there are none', () => {
    expect(coarseOf(reply('sample', null), String)).toBe('')
  })
})

const load = (average: readonly (number | null)[], more: Partial<Load> = {}): Load => ({
  from: 0,
  to: average.length * 10_000,
  bucket: 10_000,
  time: average.map((_, i) => i * 10_000),
  ticks: average.map((v) => (v === null ? 0 : 1)),
  average,
  peak: average.map((v) => (v === null ? null : v + 1)),
  peakAt: average.map(() => null),
  bands: [{ id: 'CPU', name: 'CPU', colour: '--w-cpu', hatched: false, average, aas: 1, samples: 1, value: 'CPU' }],
  capacity: null,
  first: 0,
  last: average.length * 10_000,
  ...more,
})

describe('gaps', () => {
  it('are stretches without a sample, told as one', () => {
    expect(gapsOf(load([1, null, null, 2]), 40_000)).toEqual([{ from: 10_000, to: 30_000 }])
  })
  it('do not begin before the first sample', () => {
    expect(gapsOf(load([null, null, 1], { first: 20_000 }), 30_000)).toEqual([])
  })
  it('at the end are under way for a while, then they are gaps', () => {
    const late = load([1, 2, null, null], { last: 20_000 })
    expect(gapsOf(late, 40_000)).toEqual([])
    expect(gapsOf(late, 200_000)).toEqual([{ from: 20_000, to: 40_000 }])
  })
  it('are hatched, not bars of zero', () => {
    expect(marksOf(load([1, null]), 40_000).map((mark) => mark.kind)).toEqual(['gap', 'bar', 'tick'])
  })
})

describe('the axis', () => {
  it.each([
    [0, 1, 1],
    [3.2, 4, 1],
    [7, 8, 2],
    [21, 30, 10],
    [100, 100, 25],
    [101, 150, 50],
  ])('for %d ends at %d in steps of %d', (value, max, step) => {
    expect(scaleFor(value, 4)).toEqual({ max, step })
  })
  it('holds the capacity unless that would press the load flat', () => {
    expect(loadScale(load([5], { capacity: 16 })).max).toBeGreaterThan(16)
    expect(loadScale(load([1], { capacity: 64 })).max).toBe(2)
  })
})

it('a peak is a stretch of high bars, in order of time', () => {
  expect(peaksOf(load([1, 9, 10, 1, 8, null, 2]))).toEqual([
    { from: 10_000, to: 30_000 },
    { from: 40_000, to: 50_000 },
  ])
  expect(peaksOf(load([0, null]))).toEqual([])
})

it('the sentence tells maximum, its time, the dominant class, the trend and the gaps', () => {
  const text = sentenceOf(load([1, 1, null, 6, 8]), 50_000, 'utc')
  expect(text).toContain('highest 8.00 at 00:00:40, rising')
  expect(text).toContain('Most of it CPU')
  expect(text).toContain('No data for 10')
})

it('the sampling rate is seen from the ticks of a full bar', () => {
  const reply = { instances: ['a', 'b'], bucket: 15, ticks: [3, 2] } as unknown as Parameters<typeof samplingOf>[0]
  const fast = { instances: ['a'], bucket: 15, ticks: [15] } as unknown as Parameters<typeof samplingOf>[0]
  expect([samplingOf(undefined), samplingOf(reply), samplingOf(fast)]).toEqual([10, 10, 1])
})

describe('a printed list', () => {
  const row = (aas: number, samples: number) => ({ value: 'x', label: 'x', detail: '', aas, share: 0, samples, classes: {}, trend: [] })
  const list = (rows: TopReply['lists'][string]['rows'], other: number): TopReply['lists'][string] => ({
    rows,
    other: { count: 3, aas: other, share: 0, samples: 40 },
  })
  const sum = (cells: readonly string[]) => cells.reduce((total, cell) => total + Number(cell.replace('≈ ', '')), 0)

  it('adds up to its sum with a pencil: loads and shares', () => {
    const printed = printList(list([row(1.111, 100), row(1.114, 100), row(0.555, 100)], 0.333))
    expect(sum([...printed.rows, printed.other].map((cells) => cells.aas))).toBeCloseTo(Number(printed.sum.aas), 9)
    expect(sum([...printed.rows, printed.other].map((cells) => cells.share))).toBeCloseTo(100, 9)
  })
  it('marks what rests on few samples', () => {
    const printed = printList(list([row(1, 29), row(1, 30)], 0))
    expect(printed.rows.map((cells) => cells.aas)).toEqual(['≈ 1.00', '1.00'])
  })
  it('never prints a small load as zero', () => {
    const printed = printList(list([row(5, 1000), row(0.0004, 40)], 0))
    expect(printed.rows[1]).toMatchObject({ aas: '< 0.01', share: '< 0.1' })
    expect(printed.other.aas).toBe('0')
  })
})
