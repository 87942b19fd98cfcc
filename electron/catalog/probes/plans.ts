import { defineProbe } from '../define.ts'

export default defineProbe({
  id: 'plans',
  doc: 'Estimated plans (EXPLAIN, never ANALYZE) of statements that run: a row per shape of the plan whenever it is estimated, or the reason why it could not be. Shape is node types, joins, relations and indexes; costs, rows and values are not.',
  shape: 'rows',
  scope: 'database',
  every: 3600,
  // The collector asks for them, a few a minute.
  sql: {},
  columns: {
    query_md5_id: { kind: 'key', doc: 'Id of the normalised statement, the same on every server and version.' },
    database: { kind: 'key', doc: 'Database it was planned in.' },
    source: { kind: 'key', doc: 'What was planned: sample (the statement with the values of a sample) or generic (with $1, $2 …, from version 16).' },
    shape: { kind: 'key', doc: 'Id of the shape; none where planning failed.' },
    user_name: { kind: 'label', doc: 'User whose statement it is.' },
    planned_as: { kind: 'label', doc: 'User it was planned as: the statement’s where we may become it, else ours.' },
    failure: { kind: 'label', doc: 'Why there is no plan.' },
    plan_id: { kind: 'label', doc: 'Names the plan’s text.' },
    startup_cost: { kind: 'gauge', scale: 100, doc: 'Estimated cost until the first row, in reads of a sequential page.' },
    total_cost: { kind: 'gauge', scale: 100, doc: 'Estimated cost of the whole, in reads of a sequential page.' },
    plan_rows: { kind: 'gauge', doc: 'Estimated rows of the result.' },
    nodes: { kind: 'gauge', doc: 'Nodes of the plan.' },
  },
})
