import type { Dimension } from '../../shared/model/activity.ts'

export const DIMENSION_NAMES: Readonly<Record<Dimension, string>> = {
  wait_event_type: 'Wait class',
  wait_event: 'Wait event',
  query_md5_id: 'Query',
  database: 'Database',
  user_name: 'User',
  application_name: 'Application',
  client_host_name: 'Client',
  state: 'State',
  backend_type: 'Backend type',
  pg_instance: 'Instance',
}

const NONE: Partial<Readonly<Record<Dimension, string>>> = {
  wait_event_type: 'CPU',
  wait_event: 'CPU',
  query_md5_id: 'no query id',
  client_host_name: 'local or none',
}

/** What a value is called; null is a value too. */
export const valueName = (dimension: Dimension, value: string | null): string =>
  value === null || value === '' ? (NONE[dimension] ?? 'none') : dimension === 'query_md5_id' ? `${value.slice(0, 8)}…` : value
