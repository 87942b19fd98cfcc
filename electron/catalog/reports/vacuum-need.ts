import { defineReport, type ReportRow } from '../define.ts'

/** What of the threshold is reached, in percent: threshold + scale factor * rows, as autovacuum has it. */
const due =
  (changed: string, threshold: string, factor: string) =>
  (row: ReportRow): number | null => {
    const [count, base, part, rows] = [row[changed], row[threshold], row[factor], row['reltuples']]
    if (typeof count !== 'number' || typeof base !== 'number' || typeof part !== 'number' || typeof rows !== 'number') return null
    const at = base + part * Math.max(0, rows)
    return at > 0 ? (100 * count) / at : null
  }

export default defineReport({
  id: 'vacuum-need',
  own: true,
  title: 'Need of vacuum',
  doc: 'How near each table is to its next vacuum, analyze and freeze, by the settings of the server; settings of single tables are not known.',
  shape: 'grouped',
  reads: ['tables'],
  group: ['database', 'schema_name', 'rel_name'],
  columns: {
    pg_instance: { instance: 'pg_instance', doc: 'Instance, <server>@<connection>' },
    database: { label: 'database', doc: 'Database' },
    schema_name: { label: 'schema_name', doc: 'Schema' },
    rel_name: { label: 'rel_name', doc: 'Table' },
    reltuples: { from: 'reltuples', doc: 'Rows at the latest vacuum or analyze' },
    n_dead_tup: { from: 'n_dead_tup', doc: 'Dead row versions' },
    n_mod_since_analyze: { from: 'n_mod_since_analyze', doc: 'Rows changed since the latest analyze' },
    xid_age: { from: 'xid_age', doc: 'Transactions since its rows were frozen' },
    autovacuum_vacuum_threshold: { setting: 'autovacuum_vacuum_threshold', doc: 'Setting' },
    autovacuum_vacuum_scale_factor: { setting: 'autovacuum_vacuum_scale_factor', doc: 'Setting' },
    autovacuum_analyze_threshold: { setting: 'autovacuum_analyze_threshold', doc: 'Setting' },
    autovacuum_analyze_scale_factor: { setting: 'autovacuum_analyze_scale_factor', doc: 'Setting' },
    autovacuum_freeze_max_age: { setting: 'autovacuum_freeze_max_age', doc: 'Setting' },
    vacuum_due: {
      of: due('n_dead_tup', 'autovacuum_vacuum_threshold', 'autovacuum_vacuum_scale_factor'),
      unit: 'percent',
      doc: 'Part of the dead rows that begin a vacuum; 100 and more: it is due',
    },
    analyze_due: {
      of: due('n_mod_since_analyze', 'autovacuum_analyze_threshold', 'autovacuum_analyze_scale_factor'),
      unit: 'percent',
      doc: 'Part of the changes that begin an analyze',
    },
    freeze_due: {
      of: ({ xid_age: age, autovacuum_freeze_max_age: most }) => (typeof age === 'number' && typeof most === 'number' && most > 0 ? (100 * age) / most : null),
      unit: 'percent',
      doc: 'Part of the age at which a vacuum is forced',
    },
    vacuum_count: { from: 'vacuum_count', doc: 'Vacuums by hand in the range' },
    autovacuum_count: { from: 'autovacuum_count', doc: 'Vacuums by autovacuum in the range' },
    last_autovacuum: { from: 'last_autovacuum', unit: 'timestamp', doc: 'Latest vacuum by autovacuum' },
    last_vacuum: { from: 'last_vacuum', unit: 'timestamp', doc: 'Latest vacuum by hand' },
  },
  by: ['vacuum_due', 'analyze_due', 'freeze_due', 'n_dead_tup', 'xid_age'],
})
