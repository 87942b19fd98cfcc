/** Why a statement has no sample or no plan, and what mends it. */
import type { SamplingRow } from '../../data/api.ts'

export interface Why {
  readonly words: string
  /** SQL that mends it. */
  readonly sql?: string
}

const majorOf = ({ pg_version: version }: SamplingRow): number => Number.parseInt(version ?? '', 10)
const MONITOR: Why = {
  words: 'Our user may not see the statements of others.',
  sql: 'GRANT pg_monitor TO watchpost;',
}
const UNKNOWN: Why = { words: 'The agent has not said yet what it may read; it does so within a minute of connecting.' }

const each = (rows: readonly SamplingRow[], why: (row: SamplingRow) => readonly Why[]): readonly Why[] => {
  if (rows.length === 0) return [UNKNOWN]
  const all = rows.flatMap((row) => why(row).map((one) => ({ ...one, words: rows.length > 1 ? `${row.pg_instance}: ${one.words}` : one.words })))
  return all.filter((one, i) => all.findIndex(({ words }) => words === one.words) === i)
}

export const whyNoSample = (rows: readonly SamplingRow[]): readonly Why[] =>
  each(rows, (row) => {
    if (row.samples === false) return [{ words: 'Query samples are switched off for this connection; switch them on in Connections.' }]
    if (row.literals === false)
      return [
        {
          words:
            'The privacy setting of this connection drops values: no statement is kept with them. An administrator may allow them (setting “literals” of the connection).',
        },
      ]
    const why: Why[] = []
    if (row.sees_all === false) why.push(MONITOR)
    if (majorOf(row) < 14)
      why.push({
        words: `Before version 14 sessions do not tell the id of their query, so they are matched by their text alone: not where it is longer than ${String(row.text_size ?? 1024)} bytes.`,
        sql: "ALTER SYSTEM SET track_activity_query_size = '16kB'; -- then restart the server",
      })
    else if (row.query_ids === false)
      why.push({
        words: 'Sessions do not tell the id of their query.',
        sql: 'ALTER SYSTEM SET compute_query_id = on;\nSELECT pg_reload_conf();',
      })
    why.push({
      words:
        'No session was seen running it: sessions are looked at every few seconds, and a quick statement is seldom caught. Utility statements are never kept.',
    })
    return why
  })

export const whyNoPlan = (rows: readonly SamplingRow[]): readonly Why[] =>
  each(rows, (row) => {
    if (row.plans === false)
      return [{ words: 'Estimating plans is switched off for this connection; an administrator may switch it on (setting “plans” of the connection).' }]
    if (row.hindrance !== null && row.hindrance !== '') return [{ words: `Nothing is planned on this server: ${row.hindrance}.` }]
    const why: Why[] = []
    if (row.sees_all === false) why.push(MONITOR)
    if (majorOf(row) < 16) {
      if (row.samples === false || row.literals === false)
        why.push({
          words:
            'Before version 16 only a statement with its values can be planned, and this connection keeps none: query samples are off, or the privacy setting drops values.',
        })
      else
        why.push({
          words: 'Before version 16 only a statement with its values can be planned: it is, when a session is seen running it and its values are in its text.',
        })
    }
    why.push({ words: 'A few statements a minute are planned, the costliest first. Utility statements, and texts the server cut, never are.' })
    return why
  })
