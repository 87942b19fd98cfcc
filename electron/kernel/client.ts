import { Agent, request as send } from 'undici'
import { dial, type Trust } from './dial.ts'
import { wordsOf } from './words.ts'
import { envProxy, type ProxySettings } from './proxy.ts'
import { Unreachable } from './unreachable.ts'

export { Unreachable } from './unreachable.ts'
export type { Trust } from './dial.ts'
export type { ProxySettings } from './proxy.ts'

export interface HttpsRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** https:// only. */
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Buffer | string
  /** For all of it, from the name's look-up to the last byte. Default 30 s. */
  readonly timeoutMs?: number
  /** The longest answer that is taken. Default 8 MiB. */
  readonly maxBytes?: number
}

export interface HttpsReply {
  readonly status: number
  /** Names in lower case; repeated headers joined by a comma. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

export interface HttpsClient {
  /** One request; redirects are not followed, every status is an answer. @throws Unreachable */
  request(o: HttpsRequest): Promise<HttpsReply>
  close(): Promise<void>
}

/** For a connection alone: it may serve several requests, so none of their times counts. */
const CONNECT_TIMEOUT = 15_000
const TIMEOUT = 30_000
const MAX_BYTES = 8 * 1_048_576

/** Outgoing HTTPS to places of one trust. `useEnvProxy` counts only where no proxy is given. */
export function httpsClient(o: { readonly trust: Trust; readonly proxy?: ProxySettings | undefined; readonly useEnvProxy?: boolean }): HttpsClient {
  const closing = new AbortController()
  const agent = new Agent({
    connect: (options, callback) => {
      const url = new URL(`https://${options.host ?? options.hostname}`)
      const host = url.hostname.replace(/^\[|\]$/g, '')
      const proxyOf = (): ProxySettings | undefined => o.proxy ?? (o.useEnvProxy === true ? envProxy(url) : undefined)
      const connected = async () =>
        dial(host, Number(url.port === '' ? '443' : url.port), o.trust, proxyOf(), AbortSignal.any([closing.signal, AbortSignal.timeout(CONNECT_TIMEOUT)]))
      connected().then(
        (socket) => {
          callback(null, socket)
        },
        (error: unknown) => {
          callback(error instanceof Error ? error : new Error(wordsOf(error)), null)
        },
      )
    },
  })
  return {
    request: async ({ method, url, headers = {}, body, timeoutMs = TIMEOUT, maxBytes = MAX_BYTES }) => {
      const place = URL.parse(url)
      if (place?.protocol !== 'https:') throw new Unreachable('other', 'The address is not an https:// address')
      try {
        const answer = await send(place, { method, dispatcher: agent, headers: { ...headers }, body: body ?? null, signal: AbortSignal.timeout(timeoutMs) })
        return { status: answer.statusCode, headers: flat(answer.headers), body: await readAll(answer.body, maxBytes, place.host) }
      } catch (error) {
        throw asUnreachable(error, place.host, timeoutMs)
      }
    },
    close: () => {
      closing.abort() // else an unanswered handshake would hold it up
      return agent.destroy()
    },
  }
}

/** No key has this pin: a handshake ends before anything of ours is sent. */
const NO_PIN = 'none'
const LOOK = 5_000

/** What a place shows of itself in a handshake, for a person to compare. Nothing is sent to it. @throws Unreachable */
export async function showCertificate(
  url: string,
  way: { readonly proxy?: ProxySettings | undefined; readonly useEnvProxy?: boolean } = {},
): Promise<{ readonly fingerprint: string; readonly pin: string }> {
  const client = httpsClient({ trust: { pin: NO_PIN }, ...way })
  try {
    await client.request({ method: 'GET', url, timeoutMs: LOOK })
  } catch (error) {
    if (error instanceof Unreachable && error.pin !== undefined && error.fingerprint !== undefined) return { fingerprint: error.fingerprint, pin: error.pin }
    throw error
  } finally {
    await client.close()
  }
  throw new Error('a certificate that nobody accepted was believed')
}

const flat = (headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]))

async function readAll(body: AsyncIterable<Buffer>, most: number, host: string): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of body) {
    size += part.length
    if (size > most) throw new Unreachable('other', `The answer of ${host} is longer than ${most} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

function asUnreachable(error: unknown, host: string, timeoutMs: number): Unreachable {
  if (error instanceof Unreachable) return error
  const slow = error instanceof Error && (error.name === 'TimeoutError' || error.name === 'HeadersTimeoutError' || error.name === 'BodyTimeoutError')
  return slow
    ? new Unreachable('timeout', `${host} has not answered within ${timeoutMs / 1000} s`, { cause: error })
    : new Unreachable('other', `The connection to ${host} broke: ${wordsOf(error)}`, { cause: error })
}
