import * as z from 'zod'
import { fail } from '../../kernel/problem.ts'
import { route } from '../api.ts'
import { wordsOfAnswer } from '../exchange.ts'
import { Endpoint, Status } from '../fields.ts'

export default [
  route({
    id: 'setUploadServer',
    method: 'PUT',
    path: '/api/server',
    right: 'key',
    doc: 'Sets the platform that everything collected is uploaded to.',
    body: Endpoint,
    reply: [200, Status],
    handler: ({ target, uploader }, { body: { host, port } }) => {
      target.choose({ host, port })
      uploader.changed()
      return { status: 'OK' }
    },
  }),
  route({
    id: 'getUploadServer',
    method: 'GET',
    path: '/api/server',
    right: 'public',
    doc: 'The platform that everything collected is uploaded to; an empty host and port 0 when none is set.',
    reply: [200, z.object({ host: z.string(), port: z.number() })],
    handler: ({ target }) => target.server() ?? { host: '', port: 0 },
  }),
  route({
    id: 'testUpload',
    method: 'POST',
    path: '/api/server/test-upload',
    right: 'public',
    doc: 'Makes a round trip to the upload server with the license key, through the proxy if there is one. Without the key in the header once in 2 s.',
    reply: [201, Status],
    fails: ['upload.failed', 'upload.throttled'],
    handler: async ({ testUpload, turn }, { caller }) => {
      const seconds = caller.trusted ? 0 : turn()
      if (seconds > 0) fail('upload.throttled', { seconds })
      const answer = await testUpload()
      if (answer.kind !== 'acknowledged') fail('upload.failed', { why: wordsOfAnswer(answer) })
      return { status: 'OK' }
    },
  }),
]
