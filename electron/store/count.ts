import type { Probe } from '../catalog/define.ts'
import type { Log } from '../kernel/log.ts'
import { wordsOf } from '../kernel/words.ts'
import type { ReadDb } from './db.ts'
import { baseOf, DAY, frameId, HOUR, MINUTE_MS, seriesOf, seriesRange, spanId } from './frame-id.ts'
import { flagsOf, type Frame } from './frame.ts'
import type { Layouts } from './layouts.ts'
import type { CountBlock, CountRequest, Moments, Resolution } from './counted.ts'
import type { ReadHistory, ScanBlock } from './store.ts'
import { openTally, type OpenTally } from './tally-block.ts'
import { SAMPLES, type Label } from './tally.ts'

/** Tallies fetched in one transaction: a few hundred KB. */
const WINDOW = 4 * DAY

interface Beside {
  readonly id: number
  readonly minutes: number
  readonly tally: Buffer | null
}

interface Count {
  readonly count: ReadHistory['count']
  /** End of the newest reading that is known of hours or days only, ms. */
  readonly newest: (instance: number, probe: string) => number | undefined
}

/** Samples from wherever they are kept: one by one, counted beside their chunk, or counted in their place. */
export function createCount(
  db: ReadDb,
  probes: readonly Probe[],
  numberOf: (probe: string) => number | undefined,
  layouts: Layouts,
  scan: ReadHistory['scan'],
  log: Log,
): Count {
  const declared = new Map(probes.map((probe) => [probe.id, probe]))
  const chunks = db.prepare<[number, number], Beside>('select id, minutes, tally from chunk where id >= ? and id < ? order by id')
  const ends = db.prepare<[number, number], { first: number | null; last: number | null }>(
    'select min(id) as first, max(id) as last from chunk where id >= ? and id < ?',
  )
  const hasFrame = db.prepare<[number, number], number>('select 1 from frame where id >= ? and id < ? limit 1').pluck()
  const coarse = (table: string) => db.prepare<[number, number], { id: number; block: Buffer }>(`select id, block from ${table} where id >= ? and id < ?`)
  const latest = (table: string) =>
    db.prepare<[number, number], { id: number; block: Buffer }>(`select id, block from ${table} where id >= ? and id < ? order by id desc limit 1`)
  const kept = [
    ['day', DAY, coarse('rollup_day'), latest('rollup_day')],
    ['hour', HOUR, coarse('rollup_hour'), latest('rollup_hour')],
  ] as const

  /** Chunks with a tally, of which nothing lies outside the range or has come since. */
  const whole = db.transaction((series: number, from: number, to: number, request: CountRequest): readonly (Beside & { readonly tally: Buffer })[] =>
    chunks.all(spanId(from, DAY), to).flatMap(({ id, minutes, tally }) => {
      const isInside = baseOf(id) >= request.from && baseOf(id) + minutes * MINUTE_MS <= request.to
      return tally !== null && isInside && hasFrame.get(id, id + minutes) === undefined ? [{ id, minutes, tally }] : []
    }),
  )

  /** Nothing, and a line in the log, when it is damaged or does not know what is asked for. */
  const open = (id: number, bytes: Buffer, probe: Probe, resolution: Resolution, instance: number, request: CountRequest): CountBlock | undefined => {
    try {
      const opened = openTally(bytes, layouts.get, baseOf(id))
      if (!opened.spans.end.some((ms) => ms >= request.from && ms < request.to)) return undefined
      if (resolution === 'minute' && !request.by.every((name) => opened.label(name) !== undefined)) return undefined
      return blockOfTally(opened, instance, resolution, request)
    } catch (error) {
      log.error({ probe: probe.id, minute: new Date(baseOf(id)).toISOString(), why: wordsOf(error) }, 'counted samples cannot be read')
      return undefined
    }
  }

  function* each(instance: number, request: CountRequest, from: number, to: number): Generator<CountBlock> {
    if (request.samples === 'none' || from >= to) return
    for (const block of scan({ probe: request.probe, instances: [instance], from, to, columns: request.by })) yield blockOfSamples(block)
  }

  function* byMinute(instance: number, series: number, probe: Probe, request: CountRequest): Generator<CountBlock> {
    let done = request.from
    const [least, most] = seriesRange(series)
    const { first, last } = ends.get(least, most) ?? { first: null, last: null }
    const begin = Math.max(first ?? most, frameId(series, request.from))
    const behind = Math.min((last ?? least) + 1, frameId(series, request.to) + 1)
    for (let from = begin; from < behind; from += WINDOW) {
      for (const { id, minutes, tally } of whole(series, from, Math.min(behind, from + WINDOW), request)) {
        if (baseOf(id) < done) continue
        const block = open(id, tally, probe, 'minute', instance, request)
        if (block === undefined) continue
        yield* each(instance, request, done, baseOf(id))
        yield block
        done = baseOf(id) + minutes * MINUTE_MS
      }
    }
    yield* each(instance, request, done, request.to)
  }

  function* inPlace(instance: number, series: number, probe: Probe, request: CountRequest): Generator<CountBlock> {
    for (const [resolution, length, select] of kept) {
      for (const { id, block } of select.all(spanId(frameId(series, request.from), length), frameId(series, request.to) + 1)) {
        const opened = open(id, block, probe, resolution, instance, request)
        if (opened !== undefined) yield opened
      }
    }
  }

  const newest = (instance: number, id: string): number | undefined => {
    const [probe, number] = [declared.get(id), numberOf(id)]
    if (probe?.tally === undefined || number === undefined) return undefined
    const request = { probe: id, instances: [instance], from: 0, to: Infinity, by: [], samples: 'none' } as const
    const ends = kept.flatMap(([resolution, , , last]) => {
      const row = last.get(...seriesRange(seriesOf(instance, number)))
      const found = row && open(row.id, row.block, probe, resolution, instance, request)
      return found === undefined ? [] : Array.from(found.end)
    })
    return ends.length === 0 ? undefined : Math.max(...ends)
  }

  function* count(request: CountRequest): Generator<CountBlock> {
    const probe = declared.get(request.probe)
    if (probe?.shape !== 'samples') throw new Error(`there is no probe of samples "${request.probe}"`)
    const number = numberOf(probe.id)
    if (number === undefined) return
    const isByMinute = request.samples === 'by minute' && request.by.every((name) => probe.tally?.minutes.includes(name) === true)
    for (const instance of [...request.instances].sort((a, b) => a - b)) {
      const series = seriesOf(instance, number)
      if (probe.tally !== undefined) yield* inPlace(instance, series, probe, request)
      yield* isByMinute ? byMinute(instance, series, probe, request) : each(instance, request, request.from, request.to)
    }
  }
  return { count, newest }
}

const ones = (length: number): Float64Array => new Float64Array(length).fill(1)

function blockOfSamples({ instance, readings, begin, end, flags, first, rows, labels }: ScanBlock): CountBlock {
  return {
    instance,
    resolution: 'sample',
    spans: readings,
    begin,
    end,
    flags,
    first,
    rows,
    labels,
    samples: ones(rows),
    readings: ones(readings),
    weight: () => {
      const weight = new Float64Array(rows)
      for (let at = 0; at < readings; at++) weight.fill((end[at] ?? 0) - (begin[at] ?? 0), first[at], first[at + 1])
      return weight
    },
  }
}

/** A row per span and combination, also where there was no sample of it. */
function blockOfTally(open: OpenTally, instance: number, resolution: Resolution, { by, from, to, moments }: CountRequest): CountBlock {
  const { combinations, spans } = open
  const { end, flags } = spans
  const rows = end.length * combinations
  const block: CountBlock = {
    instance,
    resolution,
    spans: end.length,
    begin: spans.begin,
    end,
    flags: Array.from(flags, flagsOf),
    first: spans.first,
    rows,
    samples: open.samples,
    labels: Object.fromEntries(by.map((name) => [name, repeated(open.label(name), combinations, rows)])),
    weight: open.weight,
    ...(moments && { readings: open.readings(), moments: momentsOf(open.moments()) }),
  }
  return end.every((ms) => ms >= from && ms < to) ? block : inRange(block, from, to)
}

/** A label of the combinations as one of the rows; all null where there is none. */
function repeated(label: Label | undefined, combinations: number, rows: number): Label {
  if (label === undefined) return { codes: new Uint8Array(rows), values: [null] }
  const codes = combinations <= 0xffff ? new Uint16Array(rows) : new Uint32Array(rows)
  if (rows > 0) codes.set(label.codes)
  for (let done = combinations; done < rows; done *= 2) codes.copyWithin(done, 0, Math.min(done, rows - done))
  return { codes, values: label.values }
}

function momentsOf({ begin, end, flags, first, columns }: Frame): Moments {
  const samples = columns.get(SAMPLES)
  return {
    begin,
    end,
    flags: Array.from(flags, flagsOf),
    first,
    samples: samples?.kind === 'number' ? samples.values : [],
    labels: Object.fromEntries(Array.from(columns).flatMap(([name, column]) => (column.kind === 'label' ? [[name, column] as const] : []))),
  }
}

/** The spans whose end lies in the range. */
function inRange(block: CountBlock, from: number, to: number): CountBlock {
  const spans = Array.from(block.end.keys()).filter((at) => (block.end[at] ?? 0) >= from && (block.end[at] ?? 0) < to)
  const rows = spans.flatMap((at) => Array.from({ length: (block.first[at + 1] ?? 0) - (block.first[at] ?? 0) }, (_, i) => (block.first[at] ?? 0) + i))
  const some = (values: ArrayLike<number>, of: readonly number[]): Float64Array => Float64Array.from(of, (at) => values[at] ?? 0)
  const first = new Uint32Array(spans.length + 1)
  spans.forEach((at, i) => (first[i + 1] = (first[i] ?? 0) + (block.first[at + 1] ?? 0) - (block.first[at] ?? 0)))
  return {
    ...block,
    spans: spans.length,
    begin: some(block.begin, spans),
    end: some(block.end, spans),
    flags: spans.map((at) => block.flags[at] ?? []),
    first,
    rows: rows.length,
    samples: some(block.samples, rows),
    labels: Object.fromEntries(Object.entries(block.labels).map(([name, { codes, values }]) => [name, { codes: some(codes, rows), values }])),
    weight: () => some(block.weight(), rows),
    ...(block.readings && { readings: some(block.readings, spans) }),
  }
}
