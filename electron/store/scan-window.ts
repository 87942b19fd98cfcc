import type { Probe } from '../catalog/define.ts'
import type { Log } from '../kernel/log.ts'
import { wordsOf } from '../kernel/words.ts'
import { createArenas } from './arena.ts'
import type { ReadDb } from './db.ts'
import { baseOf, DAY, frameId, HOUR, MINUTE_MS, seriesRange, spanId } from './frame-id.ts'
import { joinFrames, type Frame } from './frame.ts'
import { createKeptSeries } from './kept-series.ts'
import type { Layouts } from './layouts.ts'
import { isKeyed } from './objects.ts'
import { sumChunk } from './chunk-sums.ts'
import { canRollUp, totalsOf } from './rollup.ts'
import { openRollup } from './rollup-read.ts'
import { spanOfTotals, type SpanTotals } from './span-totals.ts'
import { createSpans, fetchChunk, ofObjects, readChunk, readFrame, rowsOfChunk, type BlockRow, type FetchedChunk, type Wanted } from './spans.ts'
import type { ScanRequest } from './store.ts'

/** Length of what is fetched in one transaction at first, minutes: whole days, because no chunk or rollup crosses one. */
const WINDOW = DAY
const LONGEST = 16 * DAY
/** Bytes of a window below which the next is twice as long. */
const FEW = 2 ** 20
const HOUR_MS = HOUR * MINUTE_MS

/** Readings as they are, or spans added up. */
export type Piece =
  | { readonly kind: 'readings'; readonly frame: Frame; /** readings of it that count: from <= at < to */ readonly from: number; readonly to: number }
  | { readonly kind: 'span'; readonly span: SpanTotals }

type WantedColumns = Wanted & { readonly columns: ReadonlySet<string> }

interface Rollup extends BlockRow {
  /** For the whole of its span, which lies inside the range. */
  readonly covers: boolean
}

/** What is stored of a window, as bytes, by the span it belongs to. */
interface Fetched {
  readonly chunks: readonly { readonly chunk: FetchedChunk; readonly frames: readonly BlockRow[] }[]
  /** Minutes that no chunk covers. */
  readonly frames: readonly BlockRow[]
  /** Rollups that stand for the minutes of their span, because totals are enough or because these are gone. */
  readonly spans: readonly Rollup[]
  /** Hours since the epoch that rollups stand for: what else lies there does not count. */
  readonly standing: ReadonlySet<number>
}

export interface Windows {
  readonly pieces: (series: number, probe: Probe, request: ScanRequest) => Iterable<Piece>
  /** End of a series' newest reading, ms. */
  readonly newest: (series: number, probe: string) => number | undefined
}

/** A set of the hours from one midnight to another, by their ids. */
interface Hours {
  readonly add: (id: number, minutes: number) => void
  readonly has: (id: number) => boolean
  /** from and to are ids of minutes, to is behind the last. */
  readonly hasAll: (from: number, to: number) => boolean
  readonly hasSome: (id: number, minutes: number) => boolean
  readonly all: () => readonly number[]
}

function createHours(begin: number, end: number): Hours {
  const hours = new Uint8Array((end - begin) / HOUR)
  const at = (id: number): number => Math.floor((id - begin) / HOUR)
  return {
    add: (id, minutes) => void hours.fill(1, at(id), at(id + minutes)),
    has: (id) => hours[at(id)] === 1,
    hasAll: (from, to) => !hours.subarray(at(from), Math.ceil((to - begin) / HOUR)).includes(0),
    hasSome: (id, minutes) => hours.subarray(at(id), at(id + minutes)).includes(1),
    all: () => Array.from(hours.keys()).flatMap((hour) => (hours[hour] === 1 ? [begin + hour * HOUR] : [])),
  }
}

const NO_HOURS: ReadonlySet<number> = new Set()

const sum = <T>(list: readonly T[], of: (one: T) => number): number => list.reduce((total, one) => total + of(one), 0)
const bytesOf = ({ chunks, frames, spans }: Fetched): number =>
  sum(frames, ({ block }) => block.length) +
  sum(spans, ({ block }) => block.length) +
  sum(chunks, ({ chunk }) => sum(chunk.blocks, ({ block }) => block.length))

export function createWindows(db: ReadDb, layouts: Layouts, log: Log): Windows {
  const spans = createSpans(db)
  const arenas = createArenas()
  const kept = createKeptSeries()
  const bounds = db.prepare<{ from: number; to: number }, { first: number | null; last: number | null }>(
    `select min(first) as first, max(last) as last from (${['frame', 'chunk', 'rollup_hour', 'rollup_day']
      .map(
        (table) =>
          `select (select min(id) from ${table} where id >= @from and id < @to) as first, (select max(id) from ${table} where id >= @from and id < @to) as last`,
      )
      .join(' union all ')})`,
  )
  const newestFrame = db.prepare<[number, number], BlockRow>('select id, block from frame where id >= ? and id < ? order by id desc limit 1')
  const newestChunk = db.prepare<[number, number], { id: number; minutes: number; head: Buffer }>(
    'select id, minutes, head from chunk where id >= ? and id < ? order by id desc limit 1',
  )

  const attempt = <T>(id: number, probe: string, read: () => T): T | undefined => {
    try {
      return read()
    } catch (error) {
      log.error({ probe, minute: new Date(baseOf(id)).toISOString(), why: wordsOf(error) }, 'a stored minute cannot be read and is left out')
      return undefined
    }
  }

  /** from and to are ids of minutes, to is behind the last. */
  const fetch = db.transaction((from: number, to: number, probe: Probe, request: ScanRequest, wanted: Wanted): Fetched => {
    const begin = spanId(from, DAY)
    const frames = spans.frames(from, to)
    const isTotals = request.totals === true && canRollUp(probe)
    const isInside = (id: number, minutes: number): boolean => baseOf(id) >= request.from && baseOf(id) + minutes * MINUTE_MS <= request.to
    const fresh = (minutes: number): ReadonlySet<number> => new Set(frames.map(({ id }) => spanId(id, minutes)))
    const covered = createHours(begin, spanId(to, DAY) + DAY)
    const chosen: Rollup[] = []
    const choose = (of: 'hour' | 'day', id: number, covers: boolean): void => {
      chosen.push({ id, block: spans.rollup(of, id), covers })
      covered.add(id, of === 'day' ? DAY : HOUR)
    }
    if (isTotals) {
      const freshDays = fresh(DAY)
      for (const id of spans.ids('day', from, to)) if (isInside(id, DAY) && !freshDays.has(id)) choose('day', id, true)
      const freshHours = fresh(HOUR)
      for (const id of spans.ids('hour', spanId(from, HOUR), to)) if (isInside(id, HOUR) && !freshHours.has(id) && !covered.has(id)) choose('hour', id, true)
    }
    /** As far as it lies in the window. */
    const isCovered = (id: number, minutes: number): boolean => covered.hasAll(Math.max(id, spanId(from, HOUR)), Math.min(id + minutes, to))
    const standing = chosen.length === 0 ? NO_HOURS : new Set(covered.all().map((hour) => baseOf(hour) / HOUR_MS))
    const rows = spans.chunkSpans(begin, to).filter(({ id, minutes }) => id + minutes > from)
    const behind = (chunk: { id: number; minutes: number }): number => chunk.id + chunk.minutes
    const chunks = rows.flatMap((row) => {
      if (isCovered(row.id, row.minutes)) return []
      const chunk = attempt(row.id, probe.id, () => fetchChunk({ id: row.id, head: spans.head(row.id) }, spans, layouts, wanted))
      return chunk === undefined ? [] : [{ chunk, frames: frames.filter(({ id }) => id >= row.id && id < behind(row)) }]
    })
    for (const row of rows) covered.add(row.id, row.minutes)
    if (canRollUp(probe) && !covered.hasAll(spanId(from, HOUR), to)) coarse(covered, from, to, choose)
    return { chunks, frames: frames.filter(({ id }) => !rows.some((row) => id >= row.id && id < behind(row))), spans: chosen, standing }
  })

  /** Where the minutes are gone, hours stand for them, and days for hours that are gone too. */
  const coarse = (covered: Hours, from: number, to: number, choose: (of: 'hour' | 'day', id: number, covers: boolean) => void): void => {
    for (const id of spans.ids('hour', spanId(from, HOUR), to)) if (!covered.has(id)) choose('hour', id, false)
    for (const id of spans.ids('day', spanId(from, DAY), to)) if (!covered.hasSome(id, DAY)) choose('day', id, false)
  }

  /** Readings of a frame whose end lies in the range and in no hour that a span stands for. They are runs. */
  function* runs(frame: Frame, request: ScanRequest, standing: ReadonlySet<number>): Generator<readonly [from: number, to: number]> {
    const { length } = frame.end
    // The usual case, without a look at each.
    if (length > 0 && standing.size === 0 && (frame.end[0] ?? 0) >= request.from && (frame.end[length - 1] ?? 0) < request.to) {
      yield [0, length]
      return
    }
    let start = -1
    for (let at = 0; at <= frame.end.length; at++) {
      const end = frame.end[at] ?? Infinity
      const counts = at < frame.end.length && end >= request.from && end < request.to && !standing.has(Math.floor(end / HOUR_MS))
      if (counts && start < 0) start = at
      else if (!counts && start >= 0) {
        yield [start, at]
        start = -1
      }
    }
  }

  /** Rows of a chunk added up without bringing them into the order of their readings. */
  function spanOfChunk(chunk: FetchedChunk, probe: Probe, wanted: Wanted, [from, to]: readonly [number, number]): SpanTotals {
    const rows = rowsOfChunk(chunk, layouts, wanted)
    const { readings } = chunk.head
    if (rows.object === undefined) return spanOfTotals(totalsOf({ ...readings, object: undefined, columns: rows.columns }, probe, wanted.columns, from, to))
    return sumChunk(rows, rows.object, readings, probe, from, to)
  }

  /** Decodes one after the other, so that no more than one lies unpacked. */
  function* piecesOf({ chunks, frames, spans: rollups, standing }: Fetched, probe: Probe, request: ScanRequest, wanted: WantedColumns): Generator<Piece> {
    const keyed = isKeyed(probe)
    const ready = (frame: Frame): Frame => (keyed ? ofObjects(frame, wanted.objects) : frame)
    const readings = function* (id: number, read: () => Frame): Generator<Piece> {
      const frame = attempt(id, probe.id, () => ready(read()))
      if (frame !== undefined) for (const [from, to] of runs(frame, request, standing)) yield { kind: 'readings', frame, from, to }
    }
    const ofRollup = function* ({ id, block, covers }: (typeof rollups)[number]): Generator<Piece> {
      const span = attempt(id, probe.id, () => openRollup(block, probe, layouts.get, baseOf(id), wanted))
      if (span !== undefined && (covers || (span.end >= request.from && span.end < request.to))) yield { kind: 'span', span }
    }
    const ofChunk = function* ({ chunk, frames: late }: (typeof chunks)[number]): Generator<Piece> {
      if (request.totals !== true || !canRollUp(probe) || late.length > 0) {
        yield* readings(chunk.id, () => {
          const own = readChunk(chunk, layouts, wanted)
          return late.length === 0 ? own : joinFrames([own, ...late.flatMap((row) => readable(row))])
        })
        return
      }
      for (const run of runs(chunk.head.readings, request, standing)) {
        const span = attempt(chunk.id, probe.id, () => spanOfChunk(chunk, probe, wanted, run))
        if (span !== undefined) yield { kind: 'span', span }
      }
    }
    const readable = (row: BlockRow): Frame[] => {
      const frame = attempt(row.id, probe.id, () => readFrame(row, layouts, wanted.columns))
      return frame === undefined ? [] : [frame]
    }
    const all: { readonly id: number; readonly pieces: () => Iterable<Piece> }[] = [
      ...rollups.map((row) => ({ id: row.id, pieces: () => ofRollup(row) })),
      ...chunks.map((one) => ({ id: one.chunk.id, pieces: () => ofChunk(one) })),
      ...frames.map((row) => ({ id: row.id, pieces: () => readings(row.id, () => readFrame(row, layouts, wanted.columns)) })),
    ]
    for (const { pieces } of all.sort((x, y) => x.id - y.id)) yield* pieces()
  }

  return {
    *pieces(series, probe, request) {
      const range = seriesRange(series)
      const { first, last } = bounds.get({ from: range[0], to: range[1] }) ?? { first: null, last: null }
      if (first === null || last === null) return
      const from = Math.max(spanId(first, DAY), frameId(series, request.from))
      // A rollup's id is its begin, and it may hold readings up to a day later.
      const to = Math.min(spanId(last, DAY) + DAY, frameId(series, request.to) + 1)
      const arena = request.passing === true ? arenas.take() : undefined
      const wanted = { columns: new Set(request.columns), objects: request.objects, memory: arena?.floats, kept }
      let length = request.totals === true ? LONGEST : WINDOW
      try {
        for (let begin = from; begin < to;) {
          const end = Math.min(to, spanId(begin, DAY) + length)
          const fetched = fetch(begin, end, probe, request, wanted)
          if (bytesOf(fetched) < FEW) length = Math.min(LONGEST, length * 2)
          // The heads that were fetched stay until the last of them.
          const heads = arena?.mark() ?? 0
          for (const piece of piecesOf(fetched, probe, request, wanted)) {
            yield piece
            arena?.release(heads)
          }
          arena?.release(0)
          begin = end
        }
      } finally {
        if (arena !== undefined) arenas.giveBack(arena)
      }
    },
    newest(series, probe) {
      const range = seriesRange(series)
      const frame = newestFrame.get(...range)
      const chunk = newestChunk.get(...range)
      const ends = [
        frame && attempt(frame.id, probe, () => readFrame(frame, layouts, new Set()).end.at(-1)),
        chunk && attempt(chunk.id, probe, () => fetchChunk(chunk, spans, layouts, { columns: new Set() }).head.readings.end.at(-1)),
      ].flatMap((end) => end ?? [])
      return ends.length === 0 ? undefined : Math.max(...ends)
    },
  }
}
