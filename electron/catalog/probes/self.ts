import { defineProbe } from '../define.ts'

export default defineProbe({
  id: 'self',
  doc: 'What watching costs: a row per probe and minute, made by the collector itself.',
  shape: 'rows',
  scope: 'instance',
  every: 60,
  sql: {},
  columns: {
    probe: { kind: 'key', doc: 'Which probe; "connection" stands for connecting, "texts" for the texts of statements.' },
    outcome: { kind: 'label', doc: 'The latest failure in words, or "ok".' },
    runs: { kind: 'counter', doc: 'Readings tried.' },
    failures: { kind: 'counter', doc: 'Readings that failed.' },
    total_ms: { kind: 'counter', unit: 'ms', scale: 1000, doc: 'Time until the answer was there.' },
    max_ms: { kind: 'gauge', unit: 'ms', scale: 1000, doc: 'The longest of them.' },
    rows: { kind: 'counter', doc: 'Rows read.' },
  },
})
