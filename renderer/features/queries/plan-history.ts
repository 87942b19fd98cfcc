/** Which of the shapes a statement's plan had is the present one, and since when. */
import type { PlanRow } from '../../data/api.ts'

export interface Shape extends PlanRow {
  readonly shape: string
  /** The one planned last of its database and source. */
  readonly present: boolean
  /** In words, what this shape is to the others. */
  readonly story: 'only' | 'changed' | 'alternates' | 'earlier'
}

const placeOf = (row: PlanRow): string => [row.pg_instance, row.database, row.user, row.source].join('\n')
const latest = (a: PlanRow, b: PlanRow): number => (b.last_seen ?? '').localeCompare(a.last_seen ?? '')

/** The shapes, those planned last first. */
export function shapesOf(rows: readonly PlanRow[]): readonly Shape[] {
  const planned = rows.filter((row): row is PlanRow & { readonly shape: string } => row.shape !== null).sort(latest)
  const places = Map.groupBy(planned, placeOf)
  return planned.map((row): Shape => {
    const alike = places.get(placeOf(row)) ?? []
    const present = alike[0] === row
    const others = alike.filter((other) => other !== row)
    if (!present) return { ...row, present, story: 'earlier' }
    if (others.length === 0) return { ...row, present, story: 'only' }
    return { ...row, present, story: others.every((other) => (other.last_seen ?? '') <= (row.first_seen ?? '')) ? 'changed' : 'alternates' }
  })
}

/** Why there is no plan, where the last word of a database is a failure. */
export function failuresOf(rows: readonly PlanRow[]): readonly PlanRow[] {
  const places = Map.groupBy([...rows].sort(latest), placeOf)
  return [...places.values()].flatMap(([newest]) => (newest?.shape === null && newest.failure !== null ? [newest] : []))
}
