import { defineReport } from '../define.ts'

export default defineReport({
  id: 'self-cost',
  own: true,
  title: 'What watching costs',
  doc: 'Time the instances spent answering each of our readings, and what failed.',
  shape: 'grouped',
  reads: ['self'],
  group: ['probe'],
  columns: {
    pg_instance: { instance: 'pg_instance', doc: 'Instance, <server>@<connection>' },
    probe: { label: 'probe', doc: 'What is read' },
    outcome: { label: 'outcome', doc: 'The latest failure in words, or "ok"' },
    runs: { from: 'runs', doc: 'Readings tried' },
    failures: { from: 'failures', doc: 'Readings that failed' },
    total_ms: { from: 'total_ms', unit: 'ms', doc: 'Time until the answers were there' },
    mean_ms: {
      of: ({ total_ms: time, runs }) => (typeof time === 'number' && typeof runs === 'number' && runs > 0 ? time / runs : null),
      unit: 'ms',
      doc: 'Time of one reading',
    },
    max_ms: { from: 'max_ms', agg: 'max', unit: 'ms', doc: 'The longest of them' },
    rows: { from: 'rows', doc: 'Rows read' },
  },
  by: ['total_ms', 'max_ms', 'failures', 'runs', 'rows', 'mean_ms'],
})
