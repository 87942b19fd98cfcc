import type { Probe, ProbeColumn } from '../catalog/define.ts'
import type { Layout } from './columns.ts'
import type { ReadDb, WriteDb } from './db.ts'
import type { Frame } from './frame.ts'

/**
 * The lists of columns that blocks were written with, numbered: a block names its list by a number rather than its columns by name.
 * Another column in a probe, or a server that lacks one, is one more list; older blocks keep theirs.
 */
export interface Layouts {
  /** Throws when there is none of that number. */
  readonly get: (number: number) => Layout
}

export interface WriteLayouts extends Layouts {
  readonly numberOf: (probe: Probe, frame: Frame) => { readonly number: number; readonly layout: Layout }
  /** Forgets what a rolled back transaction has numbered. */
  readonly forget: () => void
}

export function createLayouts(db: ReadDb): Layouts {
  const known = new Map<number, Layout>()
  const select = db.prepare<[number], string>('select columns from layout where id = ?').pluck()
  return {
    get(number) {
      const present = known.get(number)
      if (present !== undefined) return present
      const text = select.get(number)
      if (text === undefined) throw new Error(`the layout ${String(number)} is unknown`)
      // Written by numberOf below.
      const layout = JSON.parse(text) as Layout
      known.set(number, layout)
      return layout
    },
  }
}

export function createWriteLayouts(db: WriteDb): WriteLayouts {
  const { get } = createLayouts(db)
  const numbers = new Map<string, number>()
  const select = db.prepare<[string], number>('select id from layout where columns = ?').pluck()
  const insert = db.prepare<[string]>('insert into layout (columns) values (?)')
  const numbered = (text: string): number => {
    const present = numbers.get(text) ?? select.get(text) ?? Number(insert.run(text).lastInsertRowid)
    numbers.set(text, present)
    return present
  }
  return {
    get,
    numberOf(probe, frame) {
      const columns = Array.from(frame.columns, ([name, column]) => ({ name, scale: column.kind === 'label' ? null : scaleOf(probe.columns[name]) }))
      const layout = { keyed: frame.object !== undefined, columns }
      return { number: numbered(JSON.stringify(layout)), layout }
    },
    forget: () => numbers.clear(),
  }
}

/** A column that is no longer declared is carried along as it is. */
const scaleOf = (column: ProbeColumn | undefined): number => (column === undefined ? 0 : (column.scale ?? 1))
