import type { Probe } from '../catalog/define.ts'
import { wordsOf } from '../kernel/problem.ts'
import { chunkRowsOf, encodeChunk, type ChunkRows, type NumberOfLayout } from './chunk.ts'
import type { ReadDb } from './db.ts'
import { baseOf, DAY, HOUR, MINUTE_MS, spanId } from './frame-id.ts'
import { joinFrames, rowsOf, type Frame } from './frame.ts'
import { createLayoutNumbers, createLayouts } from './layouts.ts'
import { canRollUp, joinTotals, sumRows, totalsOf } from './rollup.ts'
import { encodeRollup } from './rollup-block.ts'
import { decodeRollup } from './rollup-read.ts'
import { createSpans, fetchChunk, readChunk, readFrame } from './spans.ts'

/** Work on one span of one instance and probe. */
export interface Job {
  /** `chunk`: everything stored of the span becomes one chunk, its new hours are rolled up. `day`: the day's hours are rolled up. */
  readonly kind: 'chunk' | 'day'
  /** Id of the span's first minute. */
  readonly id: number
  readonly minutes: number
  readonly probe: string
}

export interface Made {
  readonly rows: number
  readonly chunk?: { readonly head: Uint8Array; readonly parts: readonly Uint8Array[] }
  readonly hours: readonly { readonly id: number; readonly block: Uint8Array }[]
  readonly day?: Uint8Array
  /** What could not be read and is lost, in words. */
  readonly damaged: readonly string[]
}

/** Layouts that have to be numbered before the job can be done. */
export interface Unnumbered {
  readonly layouts: readonly string[]
}

class UnknownLayout extends Error {
  readonly text: string
  constructor(text: string) {
    super('a layout has no number yet')
    this.text = text
  }
}

/** Gathers and encodes; writes nothing. */
export function createJobs(db: ReadDb, probes: readonly Probe[]): (job: Job) => Made | Unnumbered {
  const declared = new Map(probes.map((probe) => [probe.id, probe]))
  const layouts = createLayouts(db)
  const numbers = createLayoutNumbers(db)
  const spans = createSpans(db)
  const numberOf: NumberOfLayout = (layout) => {
    const text = JSON.stringify(layout)
    const number = numbers(text)
    if (number === undefined) throw new UnknownLayout(text)
    return number
  }

  const attempt = <T>(what: string, id: number, damaged: string[], read: () => T): T[] => {
    try {
      return [read()]
    } catch (error) {
      damaged.push(`${what} of ${new Date(baseOf(id)).toISOString()}: ${wordsOf(error)}`)
      return []
    }
  }

  const gather = db.transaction((id: number, minutes: number, damaged: string[]) => {
    const rows = spans.frames(id, id + minutes)
    const chunks = spans
      .chunks(id, id + minutes)
      .flatMap((row) =>
        attempt('chunk', row.id, damaged, () => readChunk(fetchChunk(row, spans, layouts, { columns: undefined }), layouts, { columns: undefined })),
      )
    const frames = rows.flatMap((row) => attempt('minute', row.id, damaged, () => readFrame(row, layouts)))
    return { frames: [...chunks, ...frames], fresh: new Set(rows.map((row) => spanId(row.id, HOUR))) }
  })

  const hourOf = (frame: Frame, id: number, probe: Probe): Made['hours'] => {
    const behind = baseOf(id) + HOUR * MINUTE_MS
    const from = frame.end.findIndex((end) => end >= baseOf(id))
    const to = frame.end.findLastIndex((end) => end < behind) + 1
    if (from < 0 || from >= to) return []
    return [{ id, block: encodeRollup(totalsOf(frame, probe, undefined, from, to), probe, numberOf, baseOf(id)) }]
  }

  /** The same of a frame that is an hour: its rows by object add up without a search for each. */
  const wholeHour = (frame: Frame, { rows, object, reading, columns }: ChunkRows, id: number, probe: Probe): Made['hours'] => {
    if (object === undefined) return hourOf(frame, id, probe)
    const valuesOf = (name: string): ArrayLike<number> => {
      const column = columns.get(name)
      return column?.kind === 'number' ? column.values : []
    }
    const sums = sumRows(probe, undefined, object, rows, reading, valuesOf)
    return [{ id, block: encodeRollup({ ...frame, ...sums }, probe, numberOf, baseOf(id)) }]
  }

  const chunkOf = ({ id, minutes }: Job, probe: Probe): Made => {
    const damaged: string[] = []
    const { frames, fresh } = gather(id, minutes, damaged)
    if (frames.length === 0) return { rows: 0, hours: [], damaged }
    const frame = joinFrames(frames)
    const rows = chunkRowsOf(frame)
    const hours = !canRollUp(probe)
      ? []
      : minutes === HOUR
        ? wholeHour(frame, rows, id, probe)
        : Array.from(fresh).flatMap((hour) => hourOf(frame, hour, probe))
    return { rows: rowsOf(frame), chunk: encodeChunk(frame, rows, probe, numberOf, baseOf(id)), hours, damaged }
  }

  const dayOf = ({ id }: Job, probe: Probe): Made => {
    const damaged: string[] = []
    const hours = spans
      .hours(id, id + DAY)
      .flatMap((row) => attempt('rollup', row.id, damaged, () => decodeRollup(row.block, probe, layouts.get, baseOf(row.id))))
    return { rows: 0, hours: [], damaged, ...(hours.length === 0 ? {} : { day: encodeRollup(joinTotals(hours), probe, numberOf, baseOf(id)) }) }
  }

  return (job) => {
    const probe = declared.get(job.probe)
    if (probe === undefined) throw new Error(`there is no probe "${job.probe}"`)
    try {
      return job.kind === 'chunk' ? chunkOf(job, probe) : dayOf(job, probe)
    } catch (error) {
      if (error instanceof UnknownLayout) return { layouts: [error.text] }
      throw error
    }
  }
}
