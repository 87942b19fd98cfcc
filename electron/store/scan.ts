import type { Probe } from '../catalog/define.ts'
import type { Log } from '../kernel/log.ts'
import { wordsOf } from '../kernel/problem.ts'
import { decodeBlock } from './columns.ts'
import type { ReadDb } from './db.ts'
import { baseOf, frameId, seriesOf, seriesRange } from './frame-id.ts'
import { flagsOf, type Frame } from './frame.ts'
import type { Layouts } from './layouts.ts'
import type { Numbers } from './numbers.ts'
import type { ScanBlock, ScanRequest } from './store.ts'

/** Frames fetched at once: a slow consumer holds neither a cursor nor a snapshot, which would keep the write-ahead log from being folded back. */
const PAGE = 256

interface FrameRow {
  readonly id: number
  readonly block: Buffer
}

export interface Scan {
  readonly scan: (request: ScanRequest) => Iterable<ScanBlock>
  /** End of the newest reading, ms. */
  readonly newest: (instance: number, probe: string) => number | undefined
}

/** The one read path. Minutes only for now: hours and days will be further sources of the same blocks, chosen here by range and columns. */
export function createScan(db: ReadDb, probes: readonly Probe[], numberOf: (probe: string) => number | undefined, layouts: Layouts, log: Log): Scan {
  const declared = new Map(probes.map((probe) => [probe.id, probe]))
  const page = db.prepare<[number, number, number], FrameRow>('select id, block from frame where id >= ? and id < ? order by id limit ?')
  const last = db.prepare<[number, number], FrameRow>('select id, block from frame where id >= ? and id < ? order by id desc limit 1')

  const read = ({ id, block }: FrameRow, instance: number, probe: string, wanted: ReadonlySet<string>): Frame | undefined => {
    try {
      return decodeBlock(block, layouts.get, baseOf(id), wanted)
    } catch (error) {
      log.error({ instance, probe, minute: new Date(baseOf(id)).toISOString(), why: wordsOf(error) }, 'a stored minute cannot be read and is left out')
      return undefined
    }
  }

  function* framesOf(instance: number, number: number, { probe, from, to, columns }: ScanRequest): Generator<Frame> {
    const wanted = new Set(columns)
    const series = seriesOf(instance, number)
    // Every minute that a reading with from <= end < to can lie in.
    const behind = frameId(series, to) + 1
    for (let id = frameId(series, from); ;) {
      const rows = page.all(id, behind, PAGE)
      for (const row of rows) {
        const frame = read(row, instance, probe, wanted)
        if (frame !== undefined) yield frame
      }
      const end = rows.at(-1)
      if (end === undefined || rows.length < PAGE) return
      id = end.id + 1
    }
  }

  return {
    *scan(request) {
      const probe = declared.get(request.probe)
      if (probe === undefined) throw new Error(`there is no probe "${request.probe}"`)
      const number = numberOf(request.probe)
      if (number === undefined) return
      for (const instance of [...request.instances].sort((a, b) => a - b))
        for (const frame of framesOf(instance, number, request)) {
          const block = clip(frame, instance, probe, request)
          if (block !== undefined) yield block
        }
    },
    newest(instance, probe) {
      const number = numberOf(probe)
      const row = number === undefined ? undefined : last.get(...seriesRange(seriesOf(instance, number)))
      return row && read(row, instance, probe, new Set())?.end.at(-1)
    },
  }
}

/** The readings of a frame whose end lies in the range. They are ordered by end, so they are one run of them. */
function clip(frame: Frame, instance: number, probe: Probe, { from, to, columns }: ScanRequest): ScanBlock | undefined {
  const start = frame.end.findIndex((end) => end >= from)
  const behind = frame.end.findLastIndex((end) => end < to) + 1
  if (start === -1 || start >= behind) return undefined
  const top = frame.first[start] ?? 0
  const bottom = frame.first[behind] ?? 0
  const rows = bottom - top
  const cut = (values: Numbers): Numbers => values.subarray(top, bottom)
  const numbers: Record<string, Numbers> = {}
  const labels: Record<string, { codes: Numbers; values: readonly (string | null)[] }> = {}
  for (const name of columns) {
    const kind = probe.columns[name]?.kind
    const column = frame.columns.get(name)
    if (kind === undefined) throw new Error(`the probe "${probe.id}" has no column "${name}"`)
    if (kind === 'counter' || kind === 'gauge') numbers[name] = column?.kind === 'number' ? cut(column.values) : new Float64Array(rows).fill(NaN)
    else if (probe.shape === 'samples')
      labels[name] = column?.kind === 'label' ? { codes: cut(column.codes), values: column.values } : { codes: new Uint8Array(rows), values: [null] }
    else throw new Error(`"${name}" of the probe "${probe.id}" is with its objects, not in its rows`)
  }
  return {
    instance,
    readings: behind - start,
    begin: frame.begin.subarray(start, behind),
    end: frame.end.subarray(start, behind),
    first: frame.first.subarray(start, behind + 1).map((row) => row - top),
    flags: Array.from(frame.flags.subarray(start, behind), flagsOf),
    rows,
    ...(frame.object === undefined ? {} : { object: cut(frame.object) }),
    numbers,
    labels,
  }
}
