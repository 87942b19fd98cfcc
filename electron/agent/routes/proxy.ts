import * as z from 'zod'
import { MASK, Port } from '../../../shared/model/server.ts'
import type { ProxySettings } from '../../kernel/client.ts'
import { fail } from '../../kernel/problem.ts'
import { route } from '../api.ts'
import { HostName, Status, Text } from '../fields.ts'

const NONE = { host: '', port: 0, user: '', password: '' }

/** The mask means the password that is kept, and only for the proxy it was given for: who cannot see it must not have it sent elsewhere. */
function withKept(to: ProxySettings, kept: ProxySettings | null): ProxySettings {
  if (to.password !== MASK) return to
  const moved = (['host', 'port', 'user'] as const).some((field) => to[field] !== kept?.[field])
  return moved
    ? fail('request.invalid', { field: 'password', why: 'must be given again when host, port or user changes' })
    : { ...to, password: kept?.password ?? '' }
}

export default [
  route({
    id: 'setProxy',
    method: 'POST',
    path: '/api/proxy',
    right: 'key',
    doc: 'Sets the HTTP proxy (CONNECT) between the agent and the upload server. A password as it is masked means the one that is kept.',
    body: z.object({ host: HostName, port: Port, user: Text.default(''), password: Text.default('') }),
    reply: [201, Status],
    handler: ({ state, uploader }, { body: { host, port, user, password } }) => {
      state.change((settings) => ({ ...settings, proxy: withKept({ host, port, user, password }, settings.proxy) }))
      uploader.changed()
      return { status: 'Proxy set' }
    },
  }),
  route({
    id: 'getProxy',
    method: 'GET',
    path: '/api/proxy',
    right: 'key',
    doc: 'The proxy that is set; empty texts and port 0 when none is.',
    reply: [200, z.object({ host: z.string(), port: z.number(), user: z.string(), password: z.string() })],
    handler: ({ state }) => {
      const { host, port, user, password } = state.settings.proxy ?? NONE
      return { host, port, user, password }
    },
  }),
  route({
    id: 'deleteProxy',
    method: 'DELETE',
    path: '/api/proxy',
    right: 'key',
    doc: 'Removes the proxy: uploads go straight to the upload server.',
    reply: [200, Status],
    handler: ({ state, uploader }) => {
      state.change((settings) => ({ ...settings, proxy: null }))
      uploader.changed()
      return { status: 'OK' }
    },
  }),
]
