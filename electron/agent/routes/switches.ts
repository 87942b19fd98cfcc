import { route } from '../api.ts'
import { digits, Named, Status } from '../fields.ts'
import type { StoredConnection } from '../state.ts'

/** A switch of a connection: the last part of the path, what it says, what it sets. */
interface Switch {
  readonly name: string
  readonly says: string
  readonly sets: (on: boolean) => Partial<StoredConnection>
}

const SWITCHES: readonly Switch[] = [
  { name: '', says: 'Connection', sets: (enabled) => ({ enabled }) },
  { name: 'samples', says: 'Query samples', sets: (samples) => ({ samples }) },
  { name: 'lock-monitoring', says: 'Lock monitoring', sets: (lockMonitoring) => ({ lockMonitoring }) },
  { name: 'table-monitoring', says: 'Table monitoring', sets: (tableMonitoring) => ({ tableMonitoring }) },
  { name: 'query-monitoring', says: 'Query monitoring', sets: (queryMonitoring) => ({ queryMonitoring }) },
  { name: 'query-monitoring-optimize', says: 'Query monitoring optimize', sets: (queryMonitoringOptimize) => ({ queryMonitoringOptimize }) },
]

/** A number of a connection, set by the last part of the path. */
interface Quantity {
  readonly name: string
  readonly doc: string
  readonly upTo: number
  readonly says: (value: number) => string
  readonly sets: (value: number) => Partial<StoredConnection>
}

const QUANTITIES: readonly Quantity[] = [
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

const camel = (name: string): string => name.replace(/(^|-)(\w)/g, (_, _dash, letter: string) => letter.toUpperCase())

const turn = ({ name, says, sets }: Switch, on: boolean) =>
  route({
    id: `${on ? 'enable' : 'disable'}${name === '' ? 'Connection' : camel(name)}`,
    method: 'PATCH',
    path: `/api/connections/:connection_name/${on ? 'enable' : 'disable'}${name === '' ? '' : `-${name}`}`,
    right: 'key',
    doc: `Switches ${name === '' ? 'a connection' : `${says.toLowerCase()} of a connection`} ${on ? 'on' : 'off'}.`,
    params: Named,
    reply: [200, Status],
    fails: ['connection.unknown'],
    handler: async ({ connections }, { params: { connection_name: connection } }) => {
      if (name === 'query-monitoring' && on) await connections.resumeQueries(connection)
      else await connections.change(connection, sets(on))
      return { status: `${says} ${on ? 'enabled' : 'disabled'}!` }
    },
  })

const quantity = ({ name, doc, upTo, says, sets }: Quantity) =>
  route({
    id: `set${camel(name)}`,
    method: 'PATCH',
    path: `/api/connections/:connection_name/${name}/:value`,
    right: 'key',
    doc,
    params: Named.extend({ value: digits(0, upTo) }),
    reply: [200, Status],
    fails: ['connection.unknown'],
    handler: async ({ connections }, { params: { connection_name: connection, value } }) => {
      await connections.change(connection, sets(value))
      return { status: says(value) }
    },
  })

export default [...SWITCHES.flatMap((one) => [turn(one, true), turn(one, false)]), ...QUANTITIES.map(quantity)]
