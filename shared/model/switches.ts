/** What of a connection is switched and set by operations of its own, at an agent as at the platform. */
import type { ConnectionSettings } from './server.ts'

type Change = Partial<Omit<ConnectionSettings, 'id' | 'collectionRate'>>

/** A switch of a connection: the last part of the path, what it says, what it sets. */
export interface Switch {
  readonly name: string
  readonly says: string
  readonly sets: (on: boolean) => Change
}

export const SWITCHES: readonly Switch[] = [
  { name: '', says: 'Connection', sets: (enabled) => ({ enabled }) },
  { name: 'samples', says: 'Query samples', sets: (samples) => ({ samples }) },
  { name: 'lock-monitoring', says: 'Lock monitoring', sets: (lockMonitoring) => ({ lockMonitoring }) },
  { name: 'table-monitoring', says: 'Table monitoring', sets: (tableMonitoring) => ({ tableMonitoring }) },
  { name: 'query-monitoring', says: 'Query monitoring', sets: (queryMonitoring) => ({ queryMonitoring }) },
  { name: 'query-monitoring-optimize', says: 'Query monitoring optimize', sets: (queryMonitoringOptimize) => ({ queryMonitoringOptimize }) },
]

/** A number of a connection, set by the last part of the path. */
export interface Quantity {
  readonly name: string
  readonly doc: string
  readonly upTo: number
  readonly says: (value: number) => string
  readonly sets: (value: number) => Change
}

export const QUANTITIES: readonly Quantity[] = [
  {
    name: 'lock-monitoring-delay',
    doc: 'A lock wait is recorded when it lasts longer than this, in seconds.',
    upTo: 86_400,
    says: (value) => `Lock monitoring delay updated to value ${String(value)}s`,
    sets: (lockMonitoringDelay) => ({ lockMonitoringDelay }),
  },
  {
    name: 'query-monitoring-min-calls',
    doc: 'A query is uploaded for an interval in which it was called at least so often, or took the minimum time.',
    upTo: 1_000_000_000,
    says: (value) => `Query monitoring min calls updated to value ${String(value)}`,
    sets: (queryMonitoringMinCalls) => ({ queryMonitoringMinCalls }),
  },
  {
    name: 'query-monitoring-min-time',
    doc: 'A query is uploaded for an interval in which it took at least so many seconds, or had the minimum of calls.',
    upTo: 86_400,
    says: (value) => `Query monitoring min time updated to value ${String(value)}s`,
    sets: (queryMonitoringMinTime) => ({ queryMonitoringMinTime }),
  },
]
