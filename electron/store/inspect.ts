import type { Probe } from '../catalog/define.ts'
import { probes as catalog } from '../catalog/probes/_all.generated.ts'
import { wordsOf } from '../kernel/words.ts'
import { decodeHead } from './chunk-read.ts'
import { checkBlock, splitBlocks } from './columns.ts'
import { decodeBlock } from './columns-read.ts'
import { openRead, type ReadDb } from './db.ts'
import { baseOf, instanceOf, probeOf } from './frame-id.ts'
import { createLayouts } from './layouts.ts'
import { checkForm } from './migrate.ts'

/** What lies in a table for one probe. */
export interface TableSize {
  readonly table: string
  readonly probe: string
  readonly entries: number
  readonly bytes: number
}

/** Looks at a file without changing it, also beside the process that writes. */
export interface Inspection {
  /** Every fault found, in words: of SQLite's own pages, then of every block. Takes as long as reading the file. */
  readonly check: () => Generator<string>
  readonly sizes: () => readonly TableSize[]
  /** Bytes of the file. */
  readonly file: () => { readonly used: number; readonly free: number }
  /** Columns that can be scanned of a probe. */
  readonly columns: (probe: string) => readonly string[] | undefined
  readonly close: () => void
}

/** Where blocks lie: table and column. */
const BLOCKS = {
  frame: ['frame', 'block'],
  chunk: ['chunk', 'head'],
  part: ['part', 'block'],
  tally: ['chunk', 'tally'],
  rollup_hour: ['rollup_hour', 'block'],
  rollup_day: ['rollup_day', 'block'],
} as const

/** Throws a sentence when the file is not of the form this version knows. */
export function openInspection(file: string, probes: readonly Probe[] = catalog): Inspection {
  const db = openRead(file)
  checkForm(db, 'history')
  const layouts = createLayouts(db)
  const names = new Map(
    db
      .prepare<[], { id: number; name: string }>('select id, name from probe')
      .all()
      .map(({ id, name }) => [id, name]),
  )
  const placeOf = (id: number): string =>
    `${names.get(probeOf(id)) ?? 'an unknown probe'} of instance ${String(instanceOf(id))} at ${new Date(baseOf(id)).toISOString()}`
  const pragma = (name: string): number => Number(db.pragma(name, { simple: true }))

  function* blocksOf(table: keyof typeof BLOCKS): Generator<string> {
    for (const { id, bytes } of rowsOf(db, table)) {
      try {
        for (const block of splitBlocks(bytes))
          if (table === 'part') checkBlock(block)
          else decodeBlock(block, layouts.get, baseOf(id))
        if (table === 'chunk') yield* missingParts(db, id, decodeHead(bytes, layouts.get, baseOf(id)).parts, placeOf(id))
      } catch (error) {
        yield `${table}: ${placeOf(id)}: ${wordsOf(error)}`
      }
    }
  }

  return {
    *check() {
      for (const row of db.pragma('integrity_check') as readonly { readonly integrity_check: string }[])
        if (row.integrity_check !== 'ok') yield `file: ${row.integrity_check}`
      for (const table of Object.keys(BLOCKS) as (keyof typeof BLOCKS)[]) yield* blocksOf(table)
      const unknown = [...names.values()].filter((name) => !probes.some(({ id }) => id === name))
      if (unknown.length > 0) yield `probes that this version does not know: ${unknown.join(', ')}`
    },
    sizes: () => Object.keys(BLOCKS).flatMap((table) => sizesOf(db, table as keyof typeof BLOCKS, names)),
    file: () => {
      const page = pragma('page_size')
      const free = pragma('freelist_count')
      return { used: (pragma('page_count') - free) * page, free: free * page }
    },
    columns: (id) => {
      const probe = probes.find((one) => one.id === id)
      return probe && Object.keys(probe.columns).filter((name) => probe.shape === 'samples' || ['counter', 'gauge'].includes(probe.columns[name]?.kind ?? ''))
    },
    close: () => {
      db.close()
    },
  }
}

/** Page by page, so that no snapshot is held for long. */
function* rowsOf(db: ReadDb, table: keyof typeof BLOCKS): Generator<{ readonly id: number; readonly bytes: Buffer }> {
  const [name, column] = BLOCKS[table]
  const page = db.prepare<[number], { id: number; bytes: Buffer }>(
    `select id, ${column} as bytes from ${name} where id > ? and ${column} is not null order by id limit 200`,
  )
  for (let last = -1; ;) {
    const rows = page.all(last)
    yield* rows
    const end = rows.at(-1)
    if (end === undefined) return
    last = end.id
  }
}

function* missingParts(db: ReadDb, id: number, parts: number, place: string): Generator<string> {
  const present = db
    .prepare<[number, number], number>('select count(*) from part where id >= ? and id < ?')
    .pluck()
    .get(id, id + parts)
  if (present !== parts) yield `chunk: ${place}: ${String(parts - (present ?? 0))} of its parts are missing`
}

function sizesOf(db: ReadDb, table: keyof typeof BLOCKS, names: ReadonlyMap<number, string>): readonly TableSize[] {
  const [name, column] = BLOCKS[table]
  const rows = db
    .prepare<[], { probe: number; entries: number; bytes: number }>(
      `select (id >> 26) % 128 as probe, count(*) as entries, sum(length(${column})) as bytes from ${name} where ${column} is not null group by 1 order by 3 desc`,
    )
    .all()
  return rows.map(({ probe, entries, bytes }) => ({ table, probe: names.get(probe) ?? String(probe), entries, bytes }))
}
