/** What a role's statements cost the server, by its own pg_stat_statements: execution plus planning, in ms, by query id. */
import type pg from 'pg'

export type Spent = ReadonlyMap<string, number>

export async function spent(client: pg.Client, user: string): Promise<Spent> {
  const { rows } = await client.query<{ queryid: string; ms: number }>(
    `select queryid::text, total_exec_time + total_plan_time as ms from pg_stat_statements(false) where userid = '${user}'::regrole and toplevel`,
  )
  return new Map(rows.map(({ queryid, ms }) => [queryid, ms]))
}

export const difference = (before: Spent, after: Spent): number => [...after].reduce((sum, [id, ms]) => sum + ms - (before.get(id) ?? 0), 0)

/** The same by what our marker says the statement is for; what sets the manners of a statement has none. */
export async function byPurpose(client: pg.Client, before: Spent, after: Spent): Promise<ReadonlyMap<string, number>> {
  const { rows } = await client.query<{ queryid: string; what: string }>(
    `select queryid::text, coalesce(substring(query from '/\\* watchpost ([^*]+) \\*/'), 'manners') as what from pg_stat_statements where userid = 'watcher'::regrole and toplevel`,
  )
  const costs = new Map<string, number>()
  for (const { queryid, what } of rows) costs.set(what, (costs.get(what) ?? 0) + (after.get(queryid) ?? 0) - (before.get(queryid) ?? 0))
  return costs
}

/**
 * The mean of the middle half. A neighbour on the same processor core makes the same statement take now 5 ms, now 9, in turns: of two heaps a median is one or the other
 * by chance, and a mean would take what is disturbed once for usual.
 */
export function usual(values: readonly number[]): number {
  const apart = Math.floor(values.length / 4)
  const middle = values.toSorted((a, b) => a - b).slice(apart, values.length - apart)
  return middle.reduce((sum, value) => sum + value, 0) / middle.length
}
