/** The naive store that the real one is compared with, and random readings for both. */
import type { Batch, Block, BlockFlag, Cell, Envelope } from '../../../shared/model/sample.ts'
import type { Probe } from '../../../electron/catalog/define.ts'
import { batch, block, ref, T, type FlatReading } from './made.ts'
import { probes } from './probes.ts'
import type { Random } from './random.ts'

export const AGENTS = ['a', 'b']
const CONNECTIONS = ['c1', 'c2']
const FLAGS: readonly BlockFlag[] = ['restart', 'gap']

function cellOf({ whole, chance, of, next }: Random, kind: string, scale: number): Cell {
  if (chance(0.1)) return null
  if (kind === 'key') return of(['', 'x', 'ö', '1', 7, true])
  if (kind === 'label') return of(['active', 'idle', String(whole(1000)), ''])
  const size = whole(2 ** whole(scale === 1000 ? 32 : 54))
  const value = scale === 0 ? next() * size : scale === 1000 ? size / 1000 : size
  return kind === 'gauge' && chance(0.4) ? -value : value
}

function blockOf(r: Random, probe: Probe, span: number): Block {
  const rows = r.chance(0.15) ? 0 : r.whole(12)
  const end = T + (r.chance(0.5) ? r.whole(span) : r.whole(span / 10_000) * 10_000)
  const columns = Object.fromEntries(
    Object.entries(probe.columns)
      .filter(([, { kind }]) => kind === 'key' || !r.chance(0.1))
      .map(([name, { kind, scale = 1 }]) => [name, Array.from({ length: rows }, () => cellOf(r, kind, scale))]),
  )
  return block(probe.id, end, columns, { rows, begin: end - r.whole(100_000), flags: FLAGS.filter(() => r.chance(0.2)) })
}

/** The naive store: every reading in a list, every label of an object in a map. */
export interface Model {
  readonly readings: { agent: string; connection: string; block: Block; at: number }[]
  readonly marks: Map<string, number>
}

export function keep(model: Model, agent: string, { seq, batch: { blocks, instance } }: Envelope): void {
  if (seq <= (model.marks.get(agent) ?? 0)) return
  model.marks.set(agent, seq)
  for (const one of blocks) model.readings.push({ agent, connection: instance.connection, block: one, at: model.readings.length })
}

export const isNumber = (probe: Probe, name: string): boolean => ['counter', 'gauge'].includes(probe.columns[name]?.kind ?? '')
const text = (cell: Cell | undefined): string | null => (cell === null || cell === undefined ? null : String(cell))
const asText = (row: Readonly<Record<string, Cell>>): string => JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)))

export function expected(model: Model, probe: Probe, ids: ReadonlyMap<string, number>, from: number, to: number): FlatReading[] {
  const keys = Object.keys(probe.columns).filter((name) => probe.columns[name]?.kind === 'key')
  const labels = Object.keys(probe.columns).filter((name) => probe.columns[name]?.kind === 'label')
  const keyed = probe.shape === 'rows' && keys.length + labels.length > 0
  const mine = model.readings.filter((reading) => reading.block.probe === probe.id)
  const keyOf = (reading: Model['readings'][number], row: number): string =>
    `${reading.agent} ${reading.connection} ${JSON.stringify(keys.map((name) => text(reading.block.columns[name]?.[row])))}`
  const latest = new Map<string, { end: number; values: Record<string, string | null> }>()
  if (keyed)
    for (const reading of mine)
      for (let row = 0; row < reading.block.rows; row++) {
        const present = latest.get(keyOf(reading, row)) ?? { end: -Infinity, values: Object.fromEntries(labels.map((name) => [name, null])) }
        latest.set(keyOf(reading, row), present)
        if (reading.block.end < present.end) continue
        present.end = reading.block.end
        for (const name of labels) if (reading.block.columns[name] !== undefined) present.values[name] = text(reading.block.columns[name][row])
      }
  const rowOf = (reading: Model['readings'][number], row: number): Record<string, Cell> => {
    const cells: Record<string, Cell> = {}
    for (const name of Object.keys(probe.columns)) {
      const cell = reading.block.columns[name]?.[row] ?? null
      cells[name] = isNumber(probe, name) ? (typeof cell === 'number' ? cell : null) : text(cell)
    }
    return keyed ? { ...cells, ...latest.get(keyOf(reading, row))?.values } : cells
  }
  return mine
    .filter(({ block: { end } }) => end >= from && end < to)
    .sort((a, b) => (ids.get(a.agent + a.connection) ?? 0) - (ids.get(b.agent + b.connection) ?? 0) || a.block.end - b.block.end || a.at - b.at)
    .map((reading) => ({
      instance: ids.get(reading.agent + reading.connection) ?? 0,
      begin: reading.block.begin,
      end: reading.block.end,
      flags: reading.block.flags,
      rows: Array.from({ length: reading.block.rows }, (_, row) => rowOf(reading, row)),
    }))
}

/** -0 is 0, and rows of a keyed reading have no order. */
export const comparable = (readings: readonly FlatReading[]): unknown =>
  readings.map(({ rows, ...reading }) => ({
    ...reading,
    rows: rows.map((row) => asText(Object.fromEntries(Object.entries(row).map(([k, v]) => [k, typeof v === 'number' ? v + 0 : v])))).sort(),
  }))

/** Some envelopes of an agent; `seqs` counts its numbers. */
export function envelopesOf(r: Random, agent: string, seqs: Map<string, number>, span: number): Envelope[] {
  return Array.from({ length: 1 + r.whole(4) }, (): Envelope => {
    const seq = (seqs.get(agent) ?? 0) + 1 + (r.chance(0.2) ? r.whole(5) : 0)
    seqs.set(agent, seq)
    const made: Batch = batch(
      Array.from({ length: r.whole(6) }, () => blockOf(r, r.of(probes), span)),
      { instance: ref({ connection: r.of(CONNECTIONS), name: 'x', server: agent }) },
    )
    return { seq, batch: made }
  })
}
