import type { Probe } from '../catalog/define.ts'
import type { Log } from '../kernel/log.ts'
import type { ReadDb } from './db.ts'
import { seriesOf } from './frame-id.ts'
import { flagsOf, type Frame } from './frame.ts'
import type { Layouts } from './layouts.ts'
import type { Numbers } from './numbers.ts'
import type { Totals } from './rollup.ts'
import { createWindows } from './scan-window.ts'
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
            ? spanBlock(piece.totals, instance, probe, request)
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

/** Some consecutive readings of a frame. */
function readingsBlock(frame: Frame, start: number, behind: number, instance: number, probe: Probe, columns: readonly string[]): ScanBlock {
  const top = frame.first[start] ?? 0
  const bottom = frame.first[behind] ?? 0
  const rows = bottom - top
  const cut = (values: Numbers): Numbers => values.subarray(top, bottom)
  const numbers: Record<string, Numbers> = {}
  const labels: Record<string, { codes: Numbers; values: readonly (string | null)[] }> = {}
  for (const name of columns) {
    const column = frame.columns.get(name)
    if (kindOf(probe, name) === 'label')
      labels[name] = column?.kind === 'label' ? { codes: cut(column.codes), values: column.values } : { codes: new Uint8Array(rows), values: [null] }
    else numbers[name] = column?.kind === 'number' ? cut(column.values) : new Float64Array(rows).fill(NaN)
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

/** A span added up, as one reading that begins with its first and ends with its last. */
function spanBlock(totals: Totals, instance: number, probe: Probe, { columns, objects }: ScanRequest): ScanBlock {
  const { rows, kept } = keptRows(totals, objects)
  const pick = (values: Float64Array | undefined): Float64Array => {
    if (values === undefined) return new Float64Array(rows).fill(NaN)
    return kept === undefined ? values : Float64Array.from(kept, (row) => values[row] ?? NaN)
  }
  const numbers: Record<string, Float64Array> = {}
  const gauges: Record<string, GaugeSpan> = {}
  for (const name of columns) {
    if (kindOf(probe, name) === 'counter') {
      numbers[name] = pick(totals.counters.get(name))
      continue
    }
    const gauge = totals.gauges.get(name)
    const count = pick(gauge?.count ?? new Float64Array(totals.rows))
    const sum = pick(gauge?.sum)
    gauges[name] = { last: pick(gauge?.last), max: pick(gauge?.max), sum, count }
    numbers[name] = sum.map((of, row) => of / (count[row] ?? 0))
  }
  const endsOf = (readings: Float64Array): Float64Array => {
    for (let row = 0; row < rows; row++) readings[row] = totals.end[readings[row] ?? 0] ?? NaN
    return readings
  }
  const flags = totals.flags.reduce((bits, of) => bits | of, 0)
  return {
    instance,
    readings: 1,
    begin: Float64Array.of(totals.begin.reduce((least, begin) => Math.min(least, begin), Infinity)),
    end: Float64Array.of(totals.end.at(-1) ?? NaN),
    first: Uint32Array.of(0, rows),
    flags: [flagsOf(flags)],
    rows,
    ...(totals.object === undefined ? {} : { object: pick(totals.object) }),
    numbers,
    labels: {},
    span: { first: endsOf(pick(totals.first).slice()), last: endsOf(pick(totals.last).slice()), gauges },
  }
}

function keptRows({ object, rows }: Totals, objects: ReadonlySet<number> | undefined): { readonly rows: number; readonly kept: readonly number[] | undefined } {
  if (objects === undefined || object === undefined) return { rows, kept: undefined }
  const kept = Array.from(object.keys()).filter((row) => objects.has(object[row] ?? -1))
  return { rows: kept.length, kept }
}
