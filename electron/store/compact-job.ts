import type { Probe } from '../catalog/define.ts'
import { wordsOf } from '../kernel/words.ts'
import { createBodies, type Packing } from './body.ts'
import { encodeChunk, type NumberOfLayout } from './chunk.ts'
import { splitBlocks } from './columns.ts'
import type { ReadDb } from './db.ts'
import { baseOf, DAY, frameId, HOUR, MINUTE_MS, seriesIn, spanId } from './frame-id.ts'
import { createMemory, gather, type Gathered } from './gather.ts'
import { createLayoutNumbers, createLayouts } from './layouts.ts'
import { canRollUp, joinTotals, type Totals } from './rollup.ts'
import { encodeRollup } from './rollup-block.ts'
import { mergeTotals, missingIn } from './rollup-merge.ts'
import { decodeRollup } from './rollup-read.ts'
import { createAdding, type Adding } from './rollup-runs.ts'
import { sourceOfBlock, sourceOfFrame } from './source.ts'
import { createSpans, fetchChunk, readChunk } from './spans.ts'
import { decodeTally, encodeTally } from './tally-block.ts'
import { hoursOfSamples, joinTallies, tallyOfChunk } from './tally-make.ts'

/** Work on one span of one instance and probe. */
export interface Job {
  /**
   * `chunk`: everything stored of the span becomes one chunk, its new hours are rolled up. `day`: the day's hours are rolled up. Of samples that are to go:
   * `fade-chunk`: a chunk's are counted by hour. `fade-hours`: a day's hours become one day.
   */
  readonly kind: 'chunk' | 'day' | 'fade-chunk' | 'fade-hours'
  /** Id of the span's first minute. */
  readonly id: number
  readonly minutes: number
  readonly probe: string
}

export interface Made {
  readonly rows: number
  readonly chunk?: { readonly head: Uint8Array; readonly parts: readonly Uint8Array[]; readonly tally?: Uint8Array }
  readonly hours: readonly { readonly id: number; readonly block: Uint8Array }[]
  /** Of the day in which the span lies. */
  readonly day?: Uint8Array
  /** What could not be read and is lost, in words. */
  readonly damaged: readonly string[]
}

/** Layouts that have to be numbered before the job can be done. */
export interface Unnumbered {
  readonly layouts: readonly string[]
}

const TALLY_PACKING: Packing = 1
/** Made once, of what is then kept for months. */
const FADED_PACKING: Packing = 3

interface Hour {
  /** Of the hour's rollup, or of the day's where no hours are kept. */
  readonly id: number
  readonly of: 'hour' | 'day'
  /** What is known already, of readings that are no longer there. */
  readonly before: Totals | undefined
  readonly adding: Adding
}

class UnknownLayout extends Error {
  readonly text: string
  constructor(text: string) {
    super('a layout has no number yet')
    this.text = text
  }
}

/** Gathers and encodes; writes nothing. `pause` is called every fraction of a millisecond, so that the thread can step aside. */
export function createJobs(db: ReadDb, probes: readonly Probe[], pause: () => void): (job: Job) => Made | Unnumbered {
  const declared = new Map(probes.map((probe) => [probe.id, probe]))
  const layouts = createLayouts(db)
  const numbers = createLayoutNumbers(db)
  const spans = createSpans(db)
  const memory = createMemory()
  const bodies = createBodies(pause)
  const numberOf: NumberOfLayout = (layout) => {
    const text = JSON.stringify(layout)
    const number = numbers(text)
    if (number === undefined) throw new UnknownLayout(text)
    return number
  }

  const attempt = <T>(what: string, id: number, damaged: string[], read: () => T): T[] => {
    pause()
    try {
      return [read()]
    } catch (error) {
      damaged.push(`${what} of ${new Date(baseOf(id)).toISOString()}: ${wordsOf(error)}`)
      return []
    }
  }

  const fetch = db.transaction((id: number, minutes: number, damaged: string[]) => {
    const rows = spans.frames(id, id + minutes)
    const all = { columns: undefined }
    const chunks = spans
      .chunks(id, id + minutes)
      .flatMap((row) => attempt('chunk', row.id, damaged, () => sourceOfFrame(readChunk(fetchChunk(row, spans, layouts, all), layouts, all))))
    const frames = rows.flatMap((row) =>
      attempt('minute', row.id, damaged, () => splitBlocks(row.block).map((block) => sourceOfBlock(block, layouts.get, baseOf(row.id)))),
    )
    return { sources: [...chunks, ...frames.flat()], fresh: new Set(rows.map((row) => spanId(row.id, HOUR))) }
  })

  const stored = (of: 'hour' | 'day', id: number, probe: Probe, damaged: string[]): Totals | undefined =>
    spans.ids(of, id, id + 1).flatMap(() => attempt('rollup', id, damaged, () => decodeRollup(spans.rollup(of, id), probe, layouts.get, baseOf(id))))[0]

  /** What becomes of the readings of an hour: they are added up, or where its minutes are no longer kept, what is new of them is added to what is. */
  const planHour = (span: Gathered, id: number, probe: Probe, damaged: string[]): readonly Hour[] => {
    const behind = baseOf(id) + HOUR * MINUTE_MS
    const readings = Uint32Array.from(span.end.keys()).filter((at) => (span.end[at] ?? 0) >= baseOf(id) && (span.end[at] ?? 0) < behind)
    if (readings.length === 0) return []
    const own = { begin: Float64Array.from(readings, (at) => span.begin[at] ?? 0), end: Float64Array.from(readings, (at) => span.end[at] ?? 0) }
    const late = (before: Totals) => ({
      before,
      adding: createAdding(
        probe,
        span,
        missingIn(own, before).map((i) => readings[i] ?? 0),
      ),
    })
    const hour = stored('hour', id, probe, damaged)
    if (hour !== undefined && missingIn(hour, own).length > 0) return [{ id, of: 'hour', ...late(hour) }]
    const whole = spanId(id, DAY)
    const day = hour === undefined && spans.ids('hour', whole, whole + DAY).length === 0 ? stored('day', whole, probe, damaged) : undefined
    if (day !== undefined) return [{ id: whole, of: 'day', ...late(day) }]
    return [{ id, of: 'hour', before: undefined, adding: createAdding(probe, span, readings) }]
  }

  const chunkOf = ({ id, minutes }: Job, probe: Probe): Made => {
    const damaged: string[] = []
    const { sources, fresh } = fetch(id, minutes, damaged)
    if (sources.length === 0) return { rows: 0, hours: [], damaged }
    const span = gather(sources, probe, memory, pause)
    const plans = canRollUp(probe) ? Array.from(minutes === HOUR ? [id] : fresh).flatMap((hour) => planHour(span, hour, probe, damaged)) : []
    const read = (name: string, numbers: Float64Array, scale: number): void => {
      pause()
      for (const { adding } of plans) adding.add(name, numbers, scale)
    }
    // A chunk would stand for its hour, of which there is more in the rollup.
    const isFolded = minutes === HOUR && plans.some(({ before }) => before !== undefined)
    pause()
    const tally = tallyOfChunk(span, probe)
    const chunk = isFolded
      ? undefined
      : {
          ...encodeChunk(span, probe, numberOf, baseOf(id), read, bodies),
          ...(tally && { tally: encodeTally(tally, probe, numberOf, baseOf(id), TALLY_PACKING) }),
        }
    if (isFolded) for (const { name, scale } of span.columns) if (scale !== null) read(name, span.read(name).numbers, scale)
    const made = plans.map(({ id: of, of: length, before, adding }) => {
      pause()
      const totals = adding.totals()
      return { id: of, length, block: encodeRollup(before === undefined ? totals : mergeTotals(before, totals), probe, numberOf, baseOf(of), bodies) }
    })
    const day = made.find(({ length }) => length === 'day')?.block
    return { rows: span.rows, ...(chunk && { chunk }), hours: made.filter(({ length }) => length === 'hour'), ...(day && { day }), damaged }
  }

  const dayOf = ({ id }: Job, probe: Probe): Made => {
    const damaged: string[] = []
    const hours = spans
      .hours(id, id + DAY)
      .flatMap((row) => attempt('rollup', row.id, damaged, () => decodeRollup(row.block, probe, layouts.get, baseOf(row.id))))
    return { rows: 0, hours: [], damaged, ...(hours.length === 0 ? {} : { day: encodeRollup(joinTotals(hours), probe, numberOf, baseOf(id)) }) }
  }

  const known = (of: 'hour' | 'day', id: number, damaged: string[]) =>
    spans.ids(of, id, id + 1).flatMap(() => attempt('tally', id, damaged, () => decodeTally(spans.rollup(of, id), layouts.get, baseOf(id))))

  /** Every sample is counted once: those that came later than their hour was counted are added to it. */
  const fadeChunk = ({ id }: Job, probe: Probe): Made => {
    const damaged: string[] = []
    const columns = { columns: new Set([...(probe.tally?.hours ?? []), ...(probe.tally?.moments ?? [])]) }
    const [chunk] = spans.chunks(id, id + 1)
    const [frame] = chunk === undefined ? [] : attempt('chunk', id, damaged, () => readChunk(fetchChunk(chunk, spans, layouts, columns), layouts, columns))
    const hours = (frame === undefined ? [] : hoursOfSamples(frame, probe)).flatMap(([minute, tally]) => {
      const hour = frameId(seriesIn(id), minute * MINUTE_MS)
      const all = joinTallies([...known('hour', hour, damaged), tally], HOUR, probe)
      return all.map((one) => ({ id: hour, block: encodeTally(one, probe, numberOf, baseOf(hour), FADED_PACKING) }))
    })
    return { rows: frame?.first.at(-1) ?? 0, hours, damaged }
  }

  const fadeHours = ({ id }: Job, probe: Probe): Made => {
    const damaged: string[] = []
    const hours = spans.ids('hour', id, id + DAY).flatMap((hour) => known('hour', hour, damaged))
    if (hours.length === 0) return { rows: 0, hours: [], damaged }
    const [all] = joinTallies([...known('day', id, damaged), ...hours], DAY, probe)
    return { rows: 0, hours: [], damaged, ...(all && { day: encodeTally(all, probe, numberOf, baseOf(id), FADED_PACKING) }) }
  }

  const work = { chunk: chunkOf, day: dayOf, 'fade-chunk': fadeChunk, 'fade-hours': fadeHours }

  return (job) => {
    const probe = declared.get(job.probe)
    if (probe === undefined) throw new Error(`there is no probe "${job.probe}"`)
    try {
      return work[job.kind](job, probe)
    } catch (error) {
      if (error instanceof UnknownLayout) return { layouts: [error.text] }
      throw error
    }
  }
}
