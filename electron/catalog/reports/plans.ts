import { defineReport } from '../define.ts'
import { STATEMENT } from '../statement-columns.ts'

const { queryid: _, ...STATEMENT_OF } = STATEMENT

export default defineReport({
  id: 'plans',
  own: true,
  title: 'Plans of a query',
  doc: 'Estimated plans of one statement, a row per shape, with what was last estimated; a row without shape says why it could not be planned.',
  shape: 'grouped',
  reads: ['plans'],
  group: ['database', 'query_md5_id', 'source', 'shape'],
  statement: true,
  columns: {
    ...STATEMENT_OF,
    source: { label: 'source', doc: 'sample: planned with the values of a sample; generic: without values' },
    shape: { label: 'shape', doc: 'Id of the shape: node types, joins, relations and indexes' },
    first_seen: { seen: 'ever', doc: 'When this shape was seen for the first time' },
    last_seen: { seen: 'last', doc: 'Last time in the range that the statement was planned so' },
    total_cost: { from: 'total_cost', doc: 'Estimated cost when it was planned last, in reads of a sequential page' },
    max_cost: { from: 'total_cost', agg: 'max', doc: 'Highest estimate in the range' },
    startup_cost: { from: 'startup_cost', doc: 'Estimated cost until the first row' },
    plan_rows: { from: 'plan_rows', doc: 'Estimated rows' },
    nodes: { from: 'nodes', doc: 'Nodes of the plan' },
    planned_as: { label: 'planned_as', doc: 'User it was planned as' },
    failure: { label: 'failure', doc: 'Why there is no plan' },
    plan: { text: 'plan_id', doc: 'The plan as EXPLAIN (FORMAT JSON) writes it, without constants, of the time when this shape was seen first' },
  },
  developer: true,
})
