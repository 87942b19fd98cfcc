import { defineReport } from '../define.ts'

/** A session that waits for nothing works. */
const orCpu = (wait: string | null): string => wait ?? 'CPU'

export default defineReport({
  id: 'session-history',
  title: 'Session history',
  doc: 'Every sampled active session, one row per sample; where samples are no longer kept, one row per hour or day and distinct values, with how many there were.',
  aliases: ['sessions-workload'],
  shape: 'raw',
  reads: ['sessions'],
  include: ['idle_in_transaction', 'background'],
  keep: (label, include) => {
    const client = label('backend_type') === 'client backend'
    const idle = label('state')?.startsWith('idle in transaction') ?? false
    return (client || include.has('background')) && (!idle || include.has('idle_in_transaction')) && label('state') !== 'idle'
  },
  columns: {
    time: { time: true, doc: 'Instant of the sample; of hours and days of the last one' },
    pg_instance: { instance: 'pg_instance', doc: 'Instance, <server>@<connection>' },
    server: { instance: 'server', doc: 'Server the instance runs on' },
    database: { label: 'database', doc: 'Database of the session' },
    user_name: { label: 'user_name', doc: 'User of the session' },
    application_name: { label: 'application_name', show: (name) => (name === null || name === '' ? 'N/A' : name), doc: 'Name the application gave itself' },
    client_host_name: { label: 'client_host_name', doc: 'Address the session comes from' },
    process_id: {
      label: 'pid',
      show: (pid, instance) => (pid === null ? null : `${pid} - ${instance}`),
      doc: 'Process id of the backend, and the connection it was seen through',
    },
    command_type: { label: 'command_type', doc: 'First word of the statement' },
    wait_event_type: { label: 'wait_event_type', show: orCpu, doc: 'Class of what the session waits for; CPU when it does not wait' },
    wait_event: { label: 'wait_event', show: orCpu, doc: 'What the session waits for; CPU when it does not wait' },
    queryid: { label: 'queryid', doc: 'Query id of the server' },
    query_md5_id: { label: 'query_md5_id', doc: 'Query id across servers and versions' },
    pg_version: { instance: 'pg_version', doc: 'Version of PostgreSQL' },
    state: { label: 'state', doc: 'State of the session' },
    backend_type: { label: 'backend_type', doc: 'Kind of backend' },
    blocked_by: { label: 'blocked_by', doc: 'Process ids that block the session' },
    sample_weight_s: { span: true, unit: 's', doc: 'Seconds the samples of the row stand for' },
    samples: { samples: true, doc: 'Samples the row is made of: one where samples are kept' },
    resolution: {
      resolution: true,
      doc: 'sample; or hour or day where samples are no longer kept: all of it with these values, and neither process nor blocking process is known',
    },
  },
  tags: { before: 'state' },
  developer: true,
})
