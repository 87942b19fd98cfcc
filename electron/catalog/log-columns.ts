import type { ReportColumnForm } from './define.ts'

/** An entry of the server's log. */
export const LOG_ENTRY = {
  time: { time: true, doc: 'When it was read' },
  logged_at: { from: 'logged_at', unit: 'timestamp', doc: 'When it was logged' },
  pg_instance: { instance: 'pg_instance', doc: 'Instance, <server>@<connection>' },
  kind: { label: 'kind', doc: 'What it is about' },
  severity: { label: 'severity', doc: 'LOG, WARNING, ERROR, FATAL or PANIC' },
  sqlstate: { label: 'sqlstate', doc: 'Code of the error' },
  database: { label: 'database', doc: 'Database of the session' },
  user_name: { label: 'user_name', doc: 'User of the session' },
  application_name: { label: 'application_name', doc: 'Name the application gave itself' },
  client_host_name: { label: 'client_host_name', doc: 'Address the session comes from' },
  pid: { label: 'pid', doc: 'Process id' },
  message: { label: 'message', doc: 'The message, without values' },
  detail: { label: 'detail', doc: 'Its detail, without values' },
  context: { label: 'context', doc: 'Where it happened, without values' },
  duration: { from: 'duration', unit: 'ms', doc: 'Duration it tells' },
  command_type: { label: 'command_type', doc: 'What the statement is' },
  query_md5_id: { label: 'query_md5_id', doc: 'Query id across servers and versions' },
  text: { text: true, doc: 'Normalised text of the statement' },
} as const satisfies Record<string, ReportColumnForm>
