/**
 * A day of a few instances that went through the store becomes a fleet of many days: the stored blocks are copied to other instances and days, directly in
 * the file. Times in a block are relative to the span it is filed under, so another day is another id; object ids are absolute, so those are written anew.
 */
import Database from 'better-sqlite3'
import { probes } from '../../electron/catalog/probes/_all.generated.ts'
import { createBody, NO_READINGS, type Body } from '../../electron/store/body.ts'
import { layoutNumberOf, splitBlocks } from '../../electron/store/columns.ts'
import { openBlock, readingsOf, type LayoutOf } from '../../electron/store/columns-read.ts'
import type { ReadDb } from '../../electron/store/db.ts'
import { DAY, seriesOf, seriesRange } from '../../electron/store/frame-id.ts'
import { createLayouts } from '../../electron/store/layouts.ts'
import { readNumbersInto } from '../../electron/store/numbers-read.ts'
import { isKeyed } from '../../electron/store/objects.ts'
import { BEGIN, MINUTE_MS } from './batches.ts'

export interface Fleet {
  /** The instances 1 to this number were stored, with the last of the days. */
  readonly stored: number
  readonly instances: number
  readonly days: number
  /** Days of samples and minutes. */
  readonly kept: number
}

interface Blob {
  readonly id: number
  readonly minutes: number
  readonly rows: number
  readonly block: Buffer
  readonly tally: Buffer | null
}

/** Object ids in the blocks become so much larger. `#object` is where the head of a chunk names the first object of each cell. */
function shifted(blocks: Buffer, by: number, layoutOf: LayoutOf, body: Body): Buffer {
  return Buffer.concat(
    splitBlocks(blocks).map((block) => {
      const open = openBlock(block, layoutOf)
      const { layout, rows, columns, object } = open
      const bytes = Buffer.from(open.body.buffer, open.body.byteOffset, open.body.length)
      const named = layout.columns.findIndex(({ name }) => name === '#object')
      const at = object ?? columns[named]
      if (at === undefined) return block
      const behind = object === undefined ? columns[named + 1] : columns[0]
      const ids = new Float64Array(rows)
      readNumbersInto(ids, 0, open.body, at, rows, 0, rows)
      body.begin(open.readings === 0 ? NO_READINGS : readingsOf(open, 0), rows, 0)
      if (object === undefined) body.put(bytes.subarray(columns[0], at))
      body.numbers(
        ids.map((id) => id + by),
        rows,
      )
      if (behind !== undefined) body.put(bytes.subarray(behind))
      return Buffer.from(body.seal(layoutNumberOf(block), block.readUInt8(1) === 0 ? 0 : 1))
    }),
  )
}

const TABLES = {
  chunk: {
    select: 'select id, minutes, rows, head as block, tally from',
    insert: 'insert or replace into chunk (id, minutes, rows, head, tally) values (?, ?, ?, ?, ?)',
  },
  part: { select: 'select id, 0 as minutes, 0 as rows, block, null as tally from', insert: 'insert or replace into part (id, block) values (?, ?)' },
  rollup_hour: {
    select: 'select id, 0 as minutes, 0 as rows, block, null as tally from',
    insert: 'insert or replace into rollup_hour (id, block) values (?, ?)',
  },
  rollup_day: {
    select: 'select id, 0 as minutes, 0 as rows, block, null as tally from',
    insert: 'insert or replace into rollup_day (id, block) values (?, ?)',
  },
} as const

/** `faded`: the same file after its samples were counted, as days look whose samples are gone. */
export function copyFleet(file: string, faded: string, { stored, instances, days, kept }: Fleet): void {
  const db = new Database(file)
  // Nobody else has it, and when this is interrupted the file is thrown away.
  db.pragma('journal_mode = DELETE')
  db.pragma('journal_mode = OFF')
  db.pragma('synchronous = OFF')
  db.pragma('cache_size = -131072')
  db.exec(`attach '${faded}' as faded`)
  db.exec('insert or ignore into main.layout select * from faded.layout')
  // Opened by its file name alone: nobody else has it.
  const { get } = createLayouts(db as unknown as ReadDb)
  const body = createBody()
  const numbers = db.prepare<[], { id: number; name: string }>('select id, name from probe').all()
  const span = Number(db.prepare('select max(id) from object').pluck().get()) + 1
  const readers = Object.entries(TABLES).map(([table, { select, insert }]) => ({
    table,
    fresh: db.prepare<[number, number], Blob>(`${select} ${table} where id >= ? and id < ? order by id`),
    faded: db.prepare<[number, number], Blob>(`${select} faded.${table} where id >= ? and id < ? order by id`),
    insert: db.prepare(insert),
  }))
  const objects = db.prepare(
    'insert into object (id, instance, probe, key, labels, first_seen, last_seen) select id + ?, ?, probe, key, labels, first_seen, last_seen from object where instance = ?',
  )
  const instance = db.prepare(
    `insert into instance (id, agent, connection, label, server, name, host, port, tags, cpus, first_seen, last_seen, watched)
     select ?, agent, 'c' || ?, server || '-' || ? || '@copy', server || '-' || ?, 'copy', host || ?, port, tags, cpus, first_seen, last_seen, watched from instance where id = ?`,
  )
  db.prepare('update object set first_seen = ?').run(BEGIN)
  db.prepare('update instance set first_seen = ?').run(BEGIN)

  const copy = db.transaction((to: number): void => {
    const from = ((to - 1) % stored) + 1
    const by = to === from ? 0 : to * span
    if (by > 0) {
      instance.run(to, to, to, to, to, from)
      objects.run(by, to, from)
    }
    for (const { id: number, name } of numbers) {
      const probe = probes.find((one) => one.id === name)
      const isShifted = by > 0 && probe !== undefined && isKeyed(probe)
      const [begin] = seriesRange(seriesOf(from, number))
      // The last day alone: the others are copies already.
      const last = begin + BEGIN / MINUTE_MS + (days - 1) * DAY
      const range = [last, last + DAY] as const
      const more = seriesRange(seriesOf(to, number))[0] - begin
      for (const { table, fresh, faded: counted, insert } of readers) {
        const shift = (list: readonly Blob[]): readonly Blob[] => (isShifted ? list.map((one) => ({ ...one, block: shifted(one.block, by, get, body) })) : list)
        const [young, old] = [shift(fresh.all(...range)), shift(counted.all(...range))]
        for (let day = 0; day < days; day++) {
          if (by === 0 && day === days - 1) continue
          for (const { id, minutes, rows, block, tally } of day < days - kept ? old : young) {
            const at = id + more + (day - days + 1) * DAY
            if (table === 'chunk') insert.run(at, minutes, rows, block, tally)
            else insert.run(at, block)
          }
        }
      }
    }
  })
  for (let to = 1; to <= instances; to++) copy(to)
  db.exec('detach faded')
  db.pragma('journal_mode = WAL')
  db.close()
}

/** ms since the epoch at which the fleet's days end. */
export const endOf = (days: number): number => BEGIN + days * DAY * MINUTE_MS
