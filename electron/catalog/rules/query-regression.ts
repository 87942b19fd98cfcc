import { defineRule, worst } from '../rule.ts'

/** Statements that cost less in the hour are not worth a word, ms. */
const LEAST_TIME = 60_000
/** With fewer days and calls there is no usual. */
const LEAST_DAYS = 2
const LEAST_CALLS = 20

export default defineRule({
  id: 'query-regression',
  title: 'Query regression',
  doc: 'A statement takes longer on average than in the same hour of the last seven days; statements of less than a minute an hour do not count.',
  measure: 'the average time of a statement, in percent of the usual',
  unit: 'percent',
  warning: 200,
  critical: 500,
  occurrences: 60,
  each: 60,
  compares: true,
  reads: {},
  of: ({ compared }) =>
    worst(
      compared
        .filter(({ time, calls, days, callsBefore }) => time >= LEAST_TIME && calls >= LEAST_CALLS && days >= LEAST_DAYS && callsBefore >= LEAST_CALLS)
        .map(({ label, time, calls, timeBefore, callsBefore }) => ({
          value: (100 * time) / calls / Math.max(0.001, timeBefore / callsBefore),
          subject: label('query_md5_id') ?? label('queryid') ?? '',
          facts: { database: label('database') ?? '', now: (time / calls).toFixed(2), usual: (timeBefore / callsBefore).toFixed(2) },
        })),
    ) ?? { value: 0 },
  message: 'The statement {subject} in {database} takes {now} ms on average, usually {usual} ms ({value})',
  next: 'Open the statement in Queries and compare its plans, and its time with the hour before in Compare. A new plan after much change asks for ANALYZE of its tables; the same plan for more rows asks for an index.',
  sql: `SELECT schemaname, relname, n_live_tup, n_mod_since_analyze, greatest(last_analyze, last_autoanalyze) AS analyzed
FROM pg_stat_user_tables
ORDER BY n_mod_since_analyze DESC
LIMIT 20`,
})
