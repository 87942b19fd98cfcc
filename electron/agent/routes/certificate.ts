import * as z from 'zod'
import { Certificate, Fingerprint } from '../../../shared/model/agents.ts'
import { Unreachable } from '../../kernel/client.ts'
import { fail } from '../../kernel/problem.ts'
import { route, type AgentApi } from '../api.ts'
import { Status } from '../fields.ts'
import type { UploadServer } from '../state.ts'
import { placeOf } from '../upload-server.ts'

const Server = z.object({
  host: z.string(),
  port: z.number(),
  /** The platform that this agent is part of. */
  own: z.boolean(),
  certificate: z.object({ accepted: Certificate.nullable(), seen: Certificate.nullable() }),
  /** Why no certificate could be seen, '' when it could. */
  cause: z.string(),
})

const serverOf = ({ target }: AgentApi): UploadServer => target.server() ?? fail('upload.failed', { why: 'No upload server is set; PUT /api/server sets it' })

export default [
  route({
    id: 'lookAtUploadServer',
    method: 'GET',
    path: '/api/app/server',
    right: 'key',
    own: true,
    doc: 'The upload server with the certificate that it shows now and the one that was accepted. Nothing is sent to it.',
    reply: [200, Server],
    fails: ['upload.failed'],
    handler: async (api) => {
      const server = serverOf(api)
      const of = { ...server, own: api.target.isOwn }
      const accepted = api.target.accepted(server)
      try {
        return { ...of, certificate: { accepted, seen: await api.target.look(server) }, cause: '' }
      } catch (error) {
        if (!(error instanceof Unreachable)) throw error
        return { ...of, certificate: { accepted, seen: null }, cause: error.message }
      }
    },
  }),
  route({
    id: 'acceptUploadServer',
    method: 'PUT',
    path: '/api/app/server/certificate',
    right: 'key',
    own: true,
    doc: 'Accept the certificate that the upload server shows now, when it has this fingerprint. From then on only its public key is believed there.',
    body: z.object({ fingerprint: Fingerprint }).strict(),
    reply: [200, Status],
    fails: ['upload.failed', 'agent.certificate'],
    handler: async (api, { body }) => {
      const server = serverOf(api)
      const seen = await api.target.look(server).catch((error: unknown) => {
        if (error instanceof Unreachable) fail('upload.failed', { why: error.message })
        throw error
      })
      if (seen.fingerprint !== body.fingerprint) fail('agent.certificate', { url: placeOf(server), seen: seen.fingerprint, asked: body.fingerprint })
      api.target.accept(server, seen)
      api.uploader.changed()
      return { status: 'OK' }
    },
  }),
  route({
    id: 'resetUploadServer',
    method: 'DELETE',
    path: '/api/app/server',
    right: 'key',
    own: true,
    doc: 'Forget the chosen upload server. An agent that is part of a platform uploads to that one again.',
    reply: [200, Status],
    handler: ({ target, uploader }) => {
      target.choose(null)
      uploader.changed()
      return { status: 'OK' }
    },
  }),
]
