import type { ReportForm } from '../../catalog/define.ts'
import type { ObjectTable } from '../../store/object-table.ts'
import type { Asked } from './rows.ts'

/** Objects of one instance that make one row: those whose group columns are alike. */
export interface Group {
  /** Where the first of them is in the table. */
  readonly at: number
  /** Number of each of them in the list of ids. */
  readonly slots: readonly number[]
  /** Where each of them is in the table. */
  readonly places: readonly number[]
}

type Values = Readonly<Record<string, string | null>>

/** The labels that make a row. */
const groupLabels = ({ form }: Pick<Asked, 'form'>): readonly string[] => (form.group ?? []).flatMap((name) => form.columns[name]?.label ?? [])

/** The label that names the text of a row. */
export const textLabel = ({ columns }: ReportForm): string => {
  const named = Object.values(columns).find((column) => column.text !== undefined)?.text
  return typeof named === 'string' ? named : 'query_md5_id'
}

/** Whether the object at a place is one the question is about. */
export function isAsked({ form, request }: Asked, table: ObjectTable): (at: number) => boolean {
  const { keep } = form
  const { md5, include } = request
  return (at) => (md5 === undefined || table.value('query_md5_id', at) === md5) && (keep === undefined || keep((name) => table.value(name, at), include))
}

/** The objects with these ids, as far as the question is about them, by group. */
export function groupsOf(asked: Asked, table: ObjectTable, ids: readonly number[]): readonly Group[] {
  const { of, size } = table.combined(groupLabels(asked))
  const isKept = isAsked(asked, table)
  const groups: { readonly at: number; readonly slots: number[]; readonly places: number[] }[] = []
  const numbers = new Int32Array(size).fill(-1)
  for (const [slot, id] of ids.entries()) {
    const at = table.place(id)
    if (at < 0 || !isKept(at)) continue
    const number = numbers[of[at] ?? 0] ?? -1
    const group = groups[number]
    if (group === undefined) numbers[of[at] ?? 0] = groups.push({ at, slots: [slot], places: [at] }) - 1
    else {
      group.slots.push(slot)
      group.places.push(at)
    }
  }
  return groups
}

/** What equal rows are ordered by. */
export const keyOf = (asked: Asked, label: string, table: ObjectTable, { at }: Group): string =>
  [label, ...groupLabels(asked).map((name) => table.value(name, at) ?? '')].join('\n')

/** Everything that a row says of its object in words: what is in the table may be another by the time the row is made. */
export function wordsOf(form: ReportForm): (table: ObjectTable, at: number) => Values {
  const names = [...new Set([textLabel(form), ...Object.values(form.columns).flatMap(({ label }) => label ?? [])])]
  return (table, at) => Object.fromEntries(names.map((name) => [name, table.value(name, at)]))
}
