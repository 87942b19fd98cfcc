import { ErrorBody } from '../../shared/model/problem.ts'
import { UploadReply } from '../../shared/model/sample.ts'
import { httpsClient, type HttpsClient, type HttpsReply } from '../kernel/client.ts'
import type { Clock } from '../kernel/clock.ts'
import { wordsOf } from '../kernel/words.ts'
import type { LicenseKeys } from './license-keys.ts'
import type { PlatformTime } from './platform-time.ts'
import type { UploadServer } from './state.ts'
import { placeOf, type UploadTarget } from './upload-server.ts'

const TIMEOUT = 30_000
const REPLY_LIMIT = 1024 * 1024
/** Answers after which the same batch is not sent again. */
const REFUSALS: ReadonlySet<number> = new Set([400, 413, 422])

export type Answer =
  | { readonly kind: 'acknowledged'; readonly through: number }
  /** The platform will not take this body, ever. */
  | { readonly kind: 'refused'; readonly status: number; readonly error: string }
  /** Not now: try again later. */
  | { readonly kind: 'failed'; readonly cause: string }

/** One round trip to the upload server, with the settings of the moment. Never throws: what failed is in the answer, in words. */
export interface Exchange {
  /** Sends zstd-compressed NDJSON; an empty body only asks for the time and whether the license key is accepted. */
  send(body: Buffer): Promise<Answer>
  close(): Promise<void>
}

export function createExchange(o: { readonly target: UploadTarget; readonly keys: LicenseKeys; readonly time: PlatformTime; readonly clock: Clock }): Exchange {
  const { target, keys, time, clock } = o
  let client: { readonly of: string; readonly https: HttpsClient } | undefined

  /** One client as long as the way to the server is the same, so that connections are reused. */
  const clientOf = async (server: UploadServer): Promise<HttpsClient> => {
    const options = { trust: target.trust(server), ...target.way() }
    const of = JSON.stringify(options)
    if (client?.of === of) return client.https
    const before = client
    client = { of, https: httpsClient(options) }
    await before?.https.close()
    return client.https
  }

  const post = async (server: UploadServer, body: Buffer): Promise<Answer> => {
    const key = keys.current().reveal()
    const sent = clock.mono()
    const https = await clientOf(server)
    const headers = { 'api-token': key, 'content-type': 'application/x-ndjson', ...(body.length > 0 && { 'content-encoding': 'zstd' }) }
    const reply = await https.request({
      method: 'POST',
      url: `https://${placeOf(server)}/ds-api/app/ingest`,
      headers,
      body,
      timeoutMs: TIMEOUT,
      maxBytes: REPLY_LIMIT,
    })
    const received = clock.mono()
    if (reply.status !== 200) return answerOf(server, reply)
    const parsed = UploadReply.safeParse(jsonOf(reply))
    if (!parsed.success) return { kind: 'failed', cause: `${placeOf(server)} answers, but not like a platform; check host and port of the upload server` }
    time.learn(sent, received, parsed.data.time)
    if (parsed.data.license_key !== undefined) keys.rotate(parsed.data.license_key, parsed.data.previous_until)
    return { kind: 'acknowledged', through: parsed.data.acknowledged }
  }

  return {
    send: async (body) => {
      const server = target.server()
      if (server === null) return { kind: 'failed', cause: 'No upload server is set; PUT /api/server sets it' }
      try {
        return await post(server, body)
      } catch (error) {
        return { kind: 'failed', cause: wordsOf(error) }
      }
    },
    close: async () => {
      await client?.https.close()
      client = undefined
    },
  }
}

function jsonOf(reply: HttpsReply): unknown {
  try {
    return JSON.parse(reply.body.toString('utf8'))
  } catch {
    return undefined
  }
}

function answerOf(server: UploadServer, reply: HttpsReply): Answer {
  const { status } = reply
  const error = ErrorBody.safeParse(jsonOf(reply)).data?.error.slice(0, 500) ?? ''
  const said = error === '' ? '' : `: ${error}`
  if (REFUSALS.has(status)) return { kind: 'refused', status, error: error === '' ? `status ${String(status)}` : error }
  if (status === 401) return { kind: 'failed', cause: `The platform at ${placeOf(server)} does not accept the license key (401)${said}` }
  if (status === 404) return { kind: 'failed', cause: `${placeOf(server)} is not a platform: it knows no uploads (404)` }
  if (status === 407) return { kind: 'failed', cause: 'The proxy wants another user and password (407)' }
  return { kind: 'failed', cause: `The platform at ${placeOf(server)} answered with status ${String(status)}${said}` }
}

/** What a failed or refused answer says, or '' for an acknowledgement. */
export const wordsOfAnswer = (answer: Answer): string =>
  answer.kind === 'acknowledged' ? '' : answer.kind === 'failed' ? answer.cause : `The platform refused it (${String(answer.status)}): ${answer.error}`
