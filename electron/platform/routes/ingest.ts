import * as z from 'zod'
import { UploadReply } from '../../../shared/model/sample.ts'
import { agentRoute } from '../context.ts'
import { UPLOAD_LIMIT } from '../unpack.ts'

export default [
  agentRoute({
    id: 'ingest',
    method: 'POST',
    path: '/ds-api/app/ingest',
    right: 'agent',
    own: true,
    doc: 'Store the batches of an agent: NDJSON of envelopes, compressed with zstd or gzip. What is acknowledged is durable.',
    rawBody: UPLOAD_LIMIT,
    body: z.instanceof(Buffer),
    reply: [200, UploadReply],
    fails: ['token.missing', 'token.wrong', 'ingest.encoding', 'ingest.foreign', 'body.large'],
    handler: ({ ingest }, { caller, body }) => ingest.receive(caller, body),
  }),
]
