import * as z from 'zod'
import { Port } from '../../../shared/model/server.ts'
import { route } from '../api.ts'
import { digits, Status, timeText } from '../fields.ts'

/** Statement texts are cut at this many bytes; no operation sets it. */
const SQL_MAX_SIZE = 256_000

const Limit = z.object({ limit: digits(1, 10_000_000) })

const AgentStatus = z.object({
  version: z.string(),
  server: z.string(),
  port: Port,
  last_upload: z.string(),
  'collection-rate': z.string(),
  remove_proxy_os_env: z.boolean(),
  'tables-monitoring-limit': z.number(),
  'query-monitoring-limit': z.number(),
  'sql-max-size': z.number(),
  start_time: z.string(),
  proxy: z.object({ host: z.string(), port: z.number(), user: z.string(), password: z.string() }),
  upload_server: z.object({ host: z.string(), port: z.number() }),
  connections: z.object({ connections: z.number(), running: z.number(), 'not running': z.number() }),
})

export default [
  route({
    id: 'getAgentStatus',
    method: 'GET',
    path: '/api/agent/status',
    right: 'public',
    doc: "State of the agent. User and password of the proxy are shown only with the license key in the header 'api-token'.",
    reply: [200, AgentStatus],
    handler: ({ version, server, port, startTime, state: { settings }, target, spool, connections }, { caller }) => {
      const { host, port: proxyPort, user, password } = settings.proxy ?? { host: '', port: 0, user: '', password: '' }
      const list = connections.list()
      const running = list.filter(({ connected }) => connected).length
      return {
        version,
        server,
        port: port(),
        last_upload: timeText(spool.state().lastUpload),
        'collection-rate': settings.collectionRate,
        remove_proxy_os_env: settings.removeProxyOsEnv,
        'tables-monitoring-limit': settings.tablesMonitoringLimit,
        'query-monitoring-limit': settings.queryMonitoringLimit,
        'sql-max-size': SQL_MAX_SIZE,
        start_time: startTime,
        proxy: { host, port: proxyPort, user: caller.trusted ? user : '', password: caller.trusted ? password : '' },
        upload_server: target.server() ?? { host: '', port: 0 },
        connections: { connections: list.length, running, 'not running': list.length - running },
      }
    },
  }),
  route({
    id: 'stopAgent',
    method: 'PUT',
    path: '/api/agent/stop',
    right: 'key',
    doc: 'Ends collection and closes this interface, after the answer.',
    reply: [200, Status],
    handler: ({ stopSoon }) => {
      stopSoon()
      return { status: 'Agent stopped' }
    },
  }),
  route({
    id: 'setAgentPort',
    method: 'PATCH',
    path: '/api/agent/port/:port',
    right: 'key',
    doc: 'Sets the port the agent listens on when it is started the next time, and stops it.',
    params: z.object({ port: digits(1, 65_535) }),
    reply: [200, Status],
    handler: ({ setPort, stopSoon }, { params: { port } }) => {
      setPort(port)
      stopSoon()
      return { status: `Port changed to ${String(port)}. The agent is stopped and must be restarted.` }
    },
  }),
  route({
    id: 'setTablesMonitoringLimit',
    method: 'PATCH',
    path: '/api/agent/tables-monitoring-limit/:limit',
    right: 'key',
    doc: 'Tables and indexes of a connection are monitored while it has fewer tables than this.',
    params: Limit,
    reply: [200, Status],
    handler: ({ state }, { params: { limit } }) => {
      state.change((settings) => ({ ...settings, tablesMonitoringLimit: limit }))
      return { status: 'Tables monitoring limit successfully changed.' }
    },
  }),
  route({
    id: 'setQueryMonitoringLimit',
    method: 'PATCH',
    path: '/api/agent/query-monitoring-limit/:limit',
    right: 'key',
    doc: 'Query monitoring of a connection pauses until midnight when it has seen more query ids than this in the day.',
    params: Limit,
    reply: [200, Status],
    handler: ({ state }, { params: { limit } }) => {
      state.change((settings) => ({ ...settings, queryMonitoringLimit: limit }))
      return { status: 'Query monitoring limit successfully changed.' }
    },
  }),
]
