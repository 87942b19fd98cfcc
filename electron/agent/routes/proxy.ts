import * as z from 'zod'
import { Port } from '../../../shared/model/server.ts'
import { route } from '../api.ts'
import { HostName, Status, Text } from '../fields.ts'

const NONE = { host: '', port: 0, user: '', password: '' }

export default [
  route({
    id: 'setProxy',
    method: 'POST',
    path: '/api/proxy',
    right: 'key',
    doc: 'Sets the HTTP proxy (CONNECT) between the agent and the upload server.',
    body: z.object({ host: HostName, port: Port, user: Text.default(''), password: Text.default('') }),
    reply: [201, Status],
    handler: ({ state, uploader }, { body: { host, port, user, password } }) => {
      state.change((settings) => ({ ...settings, proxy: { host, port, user, password } }))
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
