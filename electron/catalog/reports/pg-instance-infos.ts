import { defineReport } from '../define.ts'

export default defineReport({
  id: 'pg-instance-infos',
  title: 'Instances',
  doc: 'What each instance is: version, role, start, sizes, tags.',
  shape: 'latest',
  reads: ['instance', 'database-size'],
  columns: {
    pg_instance: { instance: 'pg_instance', doc: 'Instance, <server>@<connection>' },
    server: { instance: 'server', doc: 'Server the instance runs on' },
    port: { from: 'port', doc: 'Port it listens on' },
    type: { label: 'type', doc: 'primary or replica' },
    version: { label: 'version', doc: 'Version of PostgreSQL' },
    version_full: { label: 'version_full', doc: 'Version with platform and compiler' },
    start_time: { from: 'start_time', unit: 'timestamp', doc: 'When it was started' },
    uptime: { since: 'start_time', doc: 'How long it had run when it was last read' },
    databases: { from: 'databases', doc: 'Databases, templates left out' },
    size: { from: 'data_size', unit: 'bytes', doc: 'Size of all databases on disk' },
    wal_size: { from: 'wal_size', unit: 'bytes', doc: 'Size of the WAL on disk' },
    tags: { instance: 'tags', doc: 'Its tags, a JSON object as text' },
    // The interface spells it so.
    last_colleciton_time: { seen: 'last', doc: 'When it was last read' },
  },
  developer: true,
})
