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
  /** Of a minute with these columns of the probe. */
  readonly numberOf: (probe: Probe, keyed: boolean, names: readonly string[]) => { readonly number: number; readonly layout: Layout }
  /** Numbers a list that has none yet. */
  readonly add: (text: string) => void
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

/** Numbers of lists by their text; undefined where there is none yet. */
export function createLayoutNumbers(db: ReadDb): (text: string) => number | undefined {
  const known = new Map<string, number>()
  const select = db.prepare<[string], number>('select id from layout where columns = ?').pluck()
  return (text) => {
    const number = known.get(text) ?? select.get(text)
    if (number !== undefined) known.set(text, number)
    return number
  }
}

export function createWriteLayouts(db: WriteDb): WriteLayouts {
  const { get } = createLayouts(db)
  const numbers = new Map<string, number>()
  /** Found without making the list again: a batch writes the same ones every time. */
  const byColumns = new Map<string, { readonly number: number; readonly layout: Layout }>()
  const select = db.prepare<[string], number>('select id from layout where columns = ?').pluck()
  const insert = db.prepare<[string]>('insert into layout (columns) values (?)')
  const numbered = (text: string): number => {
    const present = numbers.get(text) ?? select.get(text) ?? Number(insert.run(text).lastInsertRowid)
    numbers.set(text, present)
    return present
  }
  return {
    get,
    numberOf(probe, keyed, names) {
      const columns = `${probe.id}\n${names.join('\n')}`
      const present = byColumns.get(columns)
      if (present !== undefined) return present
      const isLabel = (name: string): boolean => ['key', 'label'].includes(probe.columns[name]?.kind ?? '')
      const layout = { keyed, columns: names.map((name) => ({ name, scale: isLabel(name) ? null : scaleOf(probe, name) })) }
      const made = { number: numbered(JSON.stringify(layout)), layout }
      byColumns.set(columns, made)
      return made
    },
    add(text) {
      numbered(text)
    },
    forget() {
      numbers.clear()
      byColumns.clear()
    },
  }
}

export function layoutOf(probe: Probe, { object, columns }: Pick<Frame, 'object' | 'columns'>): Layout {
  return {
    keyed: object !== undefined,
    columns: Array.from(columns, ([name, { kind }]) => ({ name, scale: kind === 'label' ? null : scaleOf(probe, name) })),
  }
}

/** Columns that the store makes of a column (`size#max`) are of its scale, but for counts. What is not declared is carried along as it is. */
export function scaleOf(probe: Probe, name: string): number {
  const [base = '', part] = name.split('#')
  const column: ProbeColumn | undefined = probe.columns[base]
  return column === undefined || part === 'count' ? 0 : (column.scale ?? 1)
}
