import * as z from 'zod'
import { CollectionRate, SslMode } from '../../../shared/model/server.ts'
import { route, type AgentApi } from '../api.ts'
import { Name, Named, Status, timeText } from '../fields.ts'

const Settings = z
  .object({
    collection_rate: CollectionRate,
    remove_proxy_os_env: z.boolean(),
    mask_passwords: z.boolean(),
    spool_bytes: z
      .number()
      .int()
      .min(1024 * 1024)
      .max(1024 ** 4),
    spool_hours: z
      .number()
      .int()
      .min(1)
      .max(24 * 366),
  })
  .strict()

const ConnectionHealth = z.object({
  name: z.string(),
  enabled: z.boolean(),
  connected: z.boolean(),
  cause: z.string(),
  version: z.string().nullable(),
  queries_paused: z.string(),
  tables_paused: z.string(),
  /** why texts of new statements are not read, or seldom; '' when nothing hinders */
  texts_paused: z.string(),
  /** what watching costs the server, ms a minute, over the last ten; null while that is not known */
  cost: z.number().nullable(),
  /** by how much readings are spread because watching costs more than 1 % of a core; 1: not at all */
  stretch: z.number(),
  /** null: the agent's */
  collection_rate: CollectionRate.nullable(),
  database: z.string(),
  sslmode: SslMode,
  /** the privacy setting: false keeps values of statements from leaving the server */
  literals: z.boolean(),
  /** whether plans are estimated */
  plans: z.boolean(),
})

const Health = z.object({
  upload: z.object({ cause: z.string(), since: z.string(), last_upload: z.string(), clock_offset_ms: z.number() }),
  spool: z.object({ batches: z.number(), bytes: z.number(), dropped: z.number() }),
  dead_letters: z.object({
    batches: z.number(),
    bytes: z.number(),
    newest: z.array(z.object({ seq: z.number(), connection: z.string(), time: z.string(), status: z.number(), error: z.string() })),
  }),
  connections: z.array(ConnectionHealth),
})

const settingsOf = ({ state: { settings } }: AgentApi): z.output<typeof Settings> => ({
  collection_rate: settings.collectionRate,
  remove_proxy_os_env: settings.removeProxyOsEnv,
  mask_passwords: settings.maskPasswords,
  spool_bytes: settings.spool.bytes,
  spool_hours: settings.spool.hours,
})

const healthOf = ({ state, connections, spool, deadLetters, uploader, clockOffset }: AgentApi): z.output<typeof Health> => {
  const { pending, bytes, dropped, lastUpload } = spool.state()
  const { cause, since } = uploader.state()
  const refused = deadLetters.state()
  return {
    upload: { cause, since: timeText(since), last_upload: timeText(lastUpload), clock_offset_ms: clockOffset() },
    spool: { batches: pending, bytes, dropped },
    dead_letters: { batches: refused.count, bytes: refused.bytes, newest: refused.newest.map((one) => ({ ...one, time: timeText(one.time) })) },
    connections: state.settings.connections.map(({ name, enabled, collectionRate, database, sslmode, literals, plans }) => {
      const { connected, cause: why, version, queriesPaused, tablesPaused, textsPaused, cost, stretch } = connections.status(name)
      const state = { connected, cause: why, version, queries_paused: queriesPaused, tables_paused: tablesPaused, texts_paused: textsPaused, cost, stretch }
      return { name, enabled, ...state, collection_rate: collectionRate, database, sslmode, literals, plans }
    }),
  }
}

export default [
  route({
    id: 'getAgentHealth',
    method: 'GET',
    path: '/api/app/health',
    right: 'key',
    own: true,
    doc: 'What hinders uploads and connections, and what is kept because of it.',
    reply: [200, Health],
    handler: healthOf,
  }),
  route({
    id: 'getAgentSettings',
    method: 'GET',
    path: '/api/app/settings',
    right: 'key',
    own: true,
    doc: 'Settings of the agent that have no operation in the published interface.',
    reply: [200, Settings],
    handler: settingsOf,
  }),
  route({
    id: 'setAgentSettings',
    method: 'PATCH',
    path: '/api/app/settings',
    right: 'key',
    own: true,
    doc: 'Changes the settings that are sent.',
    body: Settings.partial(),
    reply: [200, Settings],
    handler: async (api, { body }) => {
      api.state.change((settings) => ({
        ...settings,
        collectionRate: body.collection_rate ?? settings.collectionRate,
        removeProxyOsEnv: body.remove_proxy_os_env ?? settings.removeProxyOsEnv,
        maskPasswords: body.mask_passwords ?? settings.maskPasswords,
        spool: { bytes: body.spool_bytes ?? settings.spool.bytes, hours: body.spool_hours ?? settings.spool.hours },
      }))
      api.spool.bound(api.state.settings.spool)
      if (body.remove_proxy_os_env !== undefined) api.uploader.changed()
      if (body.collection_rate !== undefined) await api.connections.refresh()
      return settingsOf(api)
    },
  }),
  route({
    id: 'setConnectionSettings',
    method: 'PATCH',
    path: '/api/app/connections/:connection_name',
    right: 'key',
    own: true,
    doc: "Changes what the published interface cannot: the collection rate (null: the agent's), the database connected to, how the session is secured, whether samples may hold literals, whether plans are estimated.",
    params: Named,
    body: z
      .object({ collection_rate: CollectionRate.nullable(), database: Name, sslmode: SslMode, literals: z.boolean(), plans: z.boolean() })
      .partial()
      .strict(),
    reply: [200, Status],
    fails: ['connection.unknown'],
    handler: async ({ connections }, { params, body: { collection_rate: collectionRate, database, sslmode, literals, plans } }) => {
      const changed = {
        ...(collectionRate !== undefined && { collectionRate }),
        ...(database !== undefined && { database }),
        ...(sslmode !== undefined && { sslmode }),
        ...(literals !== undefined && { literals }),
        ...(plans !== undefined && { plans }),
      }
      await connections.change(params.connection_name, changed)
      return { status: 'OK' }
    },
  }),
]
