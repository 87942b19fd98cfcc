import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { openHistory } from '../../../electron/store/open.ts'
import type { ReadHistory, ScanBlock, WriteHistory } from '../../../electron/store/store.ts'
import { createLog } from '../../../electron/kernel/log.ts'
import type { Clock } from '../../../electron/kernel/clock.ts'
import type { Batch, Block, Cell, Envelope, InstanceRef } from '../../../shared/model/sample.ts'
import { probes } from './probes.ts'

/** A round minute: 2026-11-20 10:00:00 UTC. */
export const T = Date.UTC(2026, 10, 20, 10)
export const MINUTE = 60_000
export const clock: Clock = { now: () => T, mono: () => 0, sleep: () => Promise.resolve() }

export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'store-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Lines a log has got, as objects. */
export function heard(): { readonly log: ReturnType<typeof createLog>; readonly lines: Record<string, unknown>[] } {
  const lines: Record<string, unknown>[] = []
  return { lines, log: createLog('warn', { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) }) }
}

export function openStore(file = join(tempFolder(), 'history.db'), log = createLog('silent')): WriteHistory {
  const history = openHistory(file, clock, { log, probes })
  onTestFinished(() => {
    history.close()
  })
  return history
}

export const ref = (change: Partial<InstanceRef> = {}): InstanceRef => ({
  connection: 'c1',
  name: 'main',
  server: 'host',
  host: 'localhost',
  port: 5432,
  tags: '',
  cpus: 4,
  ...change,
})

export const block = (probe: string, end: number, columns: Record<string, Cell[]>, change: Partial<Block> = {}): Block => ({
  probe,
  begin: end - 10_000,
  end,
  flags: [],
  rows: Object.values(columns)[0]?.length ?? 0,
  columns,
  ...change,
})

export const batch = (blocks: Block[], change: Partial<Batch> = {}): Batch => ({ version: 1, instance: ref(), blocks, texts: [], ...change })
export const envelope = (seq: number, ...blocks: Block[]): Envelope => ({ seq, batch: batch(blocks) })

export interface FlatReading {
  readonly instance: number
  readonly begin: number
  readonly end: number
  readonly flags: readonly string[]
  readonly rows: readonly Readonly<Record<string, Cell>>[]
}

/** What a scan says, reading by reading and row by row; objects as their values. Blocks that are only good until the next one say the same. */
export function flat(history: ReadHistory, probe: string, instances: readonly number[], from: number, to: number, columns: readonly string[]): FlatReading[] {
  const objects = history.objects(probe, instances)
  const request = { probe, instances, from, to, columns }
  const readings = (found: ScanBlock): FlatReading[] => readingsOf(found, (id) => objects.get(id)?.values ?? { missing: String(id) })
  const kept = Array.from(history.scan(request)).flatMap(readings)
  const passed: FlatReading[] = []
  for (const found of history.scan({ ...request, passing: true })) passed.push(...readings(found))
  expect(passed, `${probe}, block by block`).toEqual(kept)
  return kept
}

function readingsOf(found: ScanBlock, valuesOf: (object: number) => Readonly<Record<string, string | null>>): FlatReading[] {
  return Array.from({ length: found.readings }, (_, i) => ({
    instance: found.instance,
    begin: found.begin[i] ?? NaN,
    end: found.end[i] ?? NaN,
    flags: found.flags[i] ?? [],
    rows: Array.from({ length: (found.first[i + 1] ?? 0) - (found.first[i] ?? 0) }, (_, r) => rowOf(found, (found.first[i] ?? 0) + r, valuesOf)),
  }))
}

function rowOf(found: ScanBlock, row: number, valuesOf: (object: number) => Readonly<Record<string, string | null>>): Record<string, Cell> {
  const cells: Record<string, Cell> = found.object === undefined ? {} : { ...valuesOf(found.object[row] ?? NaN) }
  for (const [name, values] of Object.entries(found.numbers)) {
    const value = values[row]
    cells[name] = value === undefined ? 'out of range' : Number.isNaN(value) ? null : value
  }
  for (const [name, { codes, values }] of Object.entries(found.labels)) cells[name] = values[codes[row] ?? NaN] ?? null
  return cells
}
