import type { BlockFlag } from '../../shared/model/sample.ts'
import type { Probe } from '../catalog/define.ts'
import type { Log } from '../kernel/log.ts'
import type { ReadDb } from './db.ts'
import { seriesOf } from './frame-id.ts'
import { flagsOf, type Frame } from './frame.ts'
import type { Layouts } from './layouts.ts'
import type { Numbers } from './numbers.ts'
import { createWindows } from './scan-window.ts'
import { ofSomeObjects, type SpanTotals } from './span-totals.ts'
import type { GaugeSpan, ScanBlock, ScanRequest } from './store.ts'

export interface Scan {
  readonly scan: (request: ScanRequest) => Iterable<ScanBlock>
  /** End of the newest reading, ms. */
  readonly newest: (instance: number, probe: string) => number | undefined
}

/** The one read path: what is stored of each instance, window by window, as blocks of what was asked for. */
export function createScan(db: ReadDb, probes: readonly Probe[], numberOf: (probe: string) => number | undefined, layouts: Layouts, log: Log): Scan {
  const declared = new Map(probes.map((probe) => [probe.id, probe]))
  const { pieces, newest } = createWindows(db, layouts, log)
  return {
    *scan(request) {
      const probe = declared.get(request.probe)
      if (probe === undefined) throw new Error(`there is no probe "${request.probe}"`)
      for (const name of request.columns) kindOf(probe, name)
      const number = numberOf(request.probe)
      if (number === undefined) return
      for (const instance of [...request.instances].sort((a, b) => a - b))
        for (const piece of pieces(seriesOf(instance, number), probe, request))
          yield piece.kind === 'span'
            ? spanBlock(piece.span, instance, probe, request)
            : readingsBlock(piece.frame, piece.from, piece.to, instance, probe, request.columns)
    },
    newest(instance, probe) {
      const number = numberOf(probe)
      return number === undefined ? undefined : newest(seriesOf(instance, number), probe)
    },
  }
}

function kindOf(probe: Probe, name: string): 'counter' | 'gauge' | 'label' {
  const kind = probe.columns[name]?.kind
  if (kind === undefined) throw new Error(`the probe "${probe.id}" has no column "${name}"`)
  if (kind === 'counter' || kind === 'gauge') return kind
  if (probe.shape !== 'samples') throw new Error(`"${name}" of the probe "${probe.id}" is with its objects, not in its rows`)
  return 'label'
}

/** Lists of readings without flags by their length: there are thousands of readings, and nearly none has any. */
let unflagged: readonly (readonly BlockFlag[])[] = []
let none = new Uint8Array(0)

function flagLists(flags: Uint8Array): readonly (readonly BlockFlag[])[] {
  if (unflagged.length !== flags.length) {
    unflagged = Array.from({ length: flags.length }, () => flagsOf(0))
    none = new Uint8Array(flags.length)
  }
  return Buffer.compare(flags, none) === 0 ? unflagged : Array.from(flags, flagsOf)
}

/** Some consecutive readings of a frame. */
function readingsBlock(frame: Frame, start: number, behind: number, instance: number, probe: Probe, columns: readonly string[]): ScanBlock {
  const top = frame.first[start] ?? 0
  const bottom = frame.first[behind] ?? 0
  const rows = bottom - top
  const cut = (values: Numbers): Numbers => (rows === values.length ? values : values.subarray(top, bottom))
  const numbers: Record<string, Numbers> = {}
  const labels: Record<string, { codes: Numbers; values: readonly (string | null)[] }> = {}
  for (const name of columns) {
    const column = frame.columns.get(name)
    if (kindOf(probe, name) === 'label')
      labels[name] = column?.kind === 'label' ? { codes: cut(column.codes), values: column.values } : { codes: new Uint8Array(rows), values: [null] }
    else numbers[name] = column?.kind === 'number' ? cut(column.values) : new Float64Array(rows).fill(NaN)
  }
  const isWhole = top === 0 && start === 0 && behind + 1 === frame.first.length
  const first = isWhole ? frame.first : frame.first.slice(start, behind + 1)
  if (top > 0) for (let at = 0; at < first.length; at++) first[at] = (first[at] ?? 0) - top
  return {
    instance,
    readings: behind - start,
    begin: frame.begin.subarray(start, behind),
    end: frame.end.subarray(start, behind),
    first,
    flags: flagLists(frame.flags.subarray(start, behind)),
    rows,
    ...(frame.object === undefined ? {} : { object: cut(frame.object) }),
    numbers,
    labels,
  }
}

/** A value made when it is first asked for. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}

/** A span added up, as one reading that begins with its first and ends with its last. */
function spanBlock(whole: SpanTotals, instance: number, probe: Probe, { columns, objects }: ScanRequest): ScanBlock {
  const span = ofSomeObjects(whole, objects)
  const { rows, object } = span
  const none = (): Float64Array => new Float64Array(rows).fill(NaN)
  const numbers: Record<string, Float64Array> = {}
  const gauges: Record<string, GaugeSpan> = {}
  for (const name of columns) {
    if (kindOf(probe, name) === 'counter') {
      numbers[name] = span.counter(name) ?? none()
      continue
    }
    const gauge = span.gauge(name) ?? { last: none(), max: none(), sum: none(), count: new Float64Array(rows) }
    gauges[name] = gauge
    numbers[name] = gauge.sum.map((of, row) => of / (gauge.count[row] ?? 0))
  }
  const [first, last] = [once(span.first), once(span.last)]
  return {
    instance,
    readings: 1,
    begin: Float64Array.of(span.begin),
    end: Float64Array.of(span.end),
    first: Uint32Array.of(0, rows),
    flags: [flagsOf(span.flags)],
    rows,
    ...(object === undefined ? {} : { object }),
    numbers,
    labels: {},
    span: {
      get first() {
        return first()
      },
      get last() {
        return last()
      },
      gauges,
    },
  }
}
