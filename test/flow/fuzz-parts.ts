/** Requests that nobody in their right mind sends, from a seed; and what a server must still be after them. */
import { readdirSync } from 'node:fs'
import * as tls from 'node:tls'
import type { AnyRoute } from '../../electron/kernel/route.ts'

/** mulberry32: small, seeded, the same everywhere. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let x = Math.imul(state ^ (state >>> 15), state | 1)
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61)
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32
  }
}

export interface Wild {
  readonly bytes: Buffer
  /** Whole and framed rightly: it must be answered. Else the server may wait for the rest. */
  readonly whole: boolean
  /** Its answer has no body. */
  readonly head: boolean
}

const NAMES = [
  'main', 'nobody', '', '.', '..', '%2e%2e', '%2F', 'a%2Fb', '%00', '%', '%zz', '%c3%28', 'a'.repeat(129), 'x'.repeat(3000), ' ', '%20', 'é', '%C3%A9', "'; drop table agent; --",
  '${7*7}', '../../etc/passwd', '..%5c..%5cwindows', '__proto__', 'constructor', '%F0%9F%92%A9', 'a@b', '0', '-1', '1e3', '0x10', '99999999999999999999', 'NaN', '5', '65535', '65536', '\u202e', ';', '#', '*', '%0d%0aX: y',
] // prettier-ignore
const VALUES: readonly unknown[] = [
  null, true, false, 0, -1, 1, 1.5, 5432, 65536, 1e308, -0, '', 'x', 'host', '127.0.0.1', '\u0000', '\ud800', 'a=1,b=2', 'a=1,a=2', 'server=x', 'é'.repeat(300), 'z'.repeat(5000), [], {}, [[]], { toString: 1 },
] // prettier-ignore
const FIELDS = ['host', 'port', 'user', 'password', 'tags', 'database', 'sslmode', 'name', 'url', 'license_key', 'fingerprint', 'grace_hours', 'from', 'to', 'limit', 'filters', 'collection_rate', '__proto__', 'constructor', 'more'] // prettier-ignore
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'CONNECT', 'PROPFIND', 'get', 'G\u0000T', 'FOO']
const HEADERS = [
  'Content-Type: application/json', 'Content-Type: text/html; charset=utf-7', 'Content-Type: ', 'Content-Encoding: gzip', 'Content-Encoding: zstd', 'Accept-Encoding: *;q=0', 'Range: bytes=0-', 'Cookie: a=b',
  'Origin: https://evil', 'If-None-Match: *', 'Authorization: Basic ====', 'Authorization: Basic YTpi', 'X-Forwarded-For: 127.0.0.1', `X-Long: ${'y'.repeat(20_000)}`,
] // prettier-ignore
/** Headers that change how a request is framed or spoken: what the server waits for then is its business. */
const RAGGED = [
  'Expect: 100-continue', 'Expect: tea', 'Transfer-Encoding: chunked', 'Transfer-Encoding: gzip, chunked', 'Content-Length: 5', 'Content-Length: -1', 'Content-Length: 99999999999', 'Upgrade: websocket', 'Connection: upgrade',
  'Host: evil', 'Host:', 'X: \u0000', `X-Long: ${'y'.repeat(40_000)}`, ' folded: x', 'no colon', ':',
] // prettier-ignore

/** Makes requests for the routes of an interface. `auth`: header lines that would let a request in. */
export function wildFor(routes: readonly AnyRoute[], auth: readonly string[], forbidden: RegExp, random: () => number) {
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T
  const chance = (p: number): boolean => random() < p
  const noise = (length: number): Buffer => Buffer.from(Array.from({ length }, () => Math.floor(random() * 256)))

  const value = (depth: number): unknown => {
    if (depth > 0 && chance(0.2)) return Object.fromEntries(Array.from({ length: 3 }, () => [pick(FIELDS), value(depth - 1)]))
    if (depth > 0 && chance(0.1)) return Array.from({ length: 3 }, () => value(depth - 1))
    return pick(VALUES)
  }
  const body = (): Buffer => {
    if (chance(0.35)) return Buffer.alloc(0)
    if (chance(0.1)) return noise(Math.floor(random() * 200))
    if (chance(0.02)) return Buffer.from('['.repeat(200_000))
    if (chance(0.02)) return Buffer.alloc(1_100_000, ' ')
    if (chance(0.1)) return Buffer.from(pick(['{', '[', '"', '{"host":', 'null', 'true', '1', '""', '\ufeff{}', '{"a":1,}', "{'a':1}", '{}{}', '\u0000']))
    const text = JSON.stringify(Object.fromEntries(Array.from({ length: Math.floor(random() * 6) }, () => [pick(FIELDS), value(2)])))
    return Buffer.from(chance(0.1) ? text.slice(0, -1) : text, chance(0.1) ? 'utf16le' : 'utf8')
  }
  const path = (route = pick(routes)): string => {
    if (chance(0.12))
      return pick([
        '/',
        '*',
        '',
        '//',
        '/\\',
        '/%',
        '/?',
        '/api',
        '/ds-api',
        '/openapi.json',
        'http://evil/',
        `/${'a/'.repeat(500)}`,
        `/${noise(20).toString('latin1')}`,
        '/assets/../../../etc/passwd',
        '/%2e%2e/%2e%2e/etc/passwd',
      ])
    const filled = route.path.replace(/:\w+/g, () => (chance(0.6) ? encodeURIComponent(pick(['main', 'nobody', '5', '30'])) : pick(NAMES)))
    return chance(0.15) ? `${filled}${pick(['/', '?', '?a=b', '?user-token=x', '?a[b]=c&__proto__=d', '//', '%2F', ';x=1', '#f'])}` : filled
  }

  const whole = (): Wild => {
    const route = pick(routes)
    const method = chance(0.6) ? route.method : pick(METHODS.slice(0, 7))
    const content = body()
    const lines = [`${method} ${path(route).replace(/[^\x21-\xff]/g, '')} HTTP/1.1`, 'Host: localhost', credentials()]
    while (chance(0.3)) lines.push(pick(HEADERS))
    lines.push(`Content-Length: ${String(content.length)}`, '', '')
    return { bytes: Buffer.concat([Buffer.from(lines.join('\r\n'), 'latin1'), content]), whole: true, head: method === 'HEAD' }
  }
  const ragged = (): Wild => {
    const method = pick(METHODS)
    const lines = [`${method} ${path()} HTTP/${pick(['1.1', '1.0', '2.0', '9'])}`, credentials()]
    if (chance(0.8)) lines.push('Host: localhost')
    while (chance(0.6)) lines.push(pick([...RAGGED, ...HEADERS]))
    const head = Buffer.from([...lines, '', ''].join(chance(0.9) ? '\r\n' : '\n'), 'latin1')
    const bytes = chance(0.1) ? noise(300) : Buffer.concat([head, body()])
    return { bytes: chance(0.4) ? bytes.subarray(0, Math.floor(random() * bytes.length)) : bytes, whole: false, head: method === 'HEAD' }
  }
  const credentials = (): string =>
    chance(0.8) ? pick(auth) : `${pick(['api-token', 'user-token'])}: ${pick(['', 'x', 'y'.repeat(500), '\u00ff', 'undefined'])}`
  return (): Wild => {
    for (;;) {
      const wild = chance(0.9) ? whole() : ragged()
      if (!forbidden.test(wild.bytes.toString('latin1', 0, 4_000))) return wild
    }
  }
}

export interface Told {
  readonly status: number
  readonly text: string
}

/** A connection that lasts as long as the server lets it; another one is opened then. */
export function lineTo(port: number, patience: number) {
  let socket: tls.TLSSocket | undefined
  const open = (): Promise<tls.TLSSocket> =>
    new Promise((resolve, reject) => {
      const made = tls.connect({ port, host: '127.0.0.1', rejectUnauthorized: false }, () => {
        resolve(made)
      })
      made.once('error', reject)
    })
  /** The answer, '' when the server hung up; fails when it says nothing at all. */
  const send = async ({ bytes, whole, head }: Wild): Promise<Told> => {
    const line = whole && socket?.writable === true ? socket : await open()
    let text = ''
    return new Promise((resolve, reject) => {
      const done = (keep: boolean): void => {
        clearTimeout(timer)
        for (const event of ['data', 'close', 'error']) line.removeAllListeners(event)
        line.on('error', () => undefined)
        if (!keep || !whole) line.destroy()
        if (whole) socket = keep ? line : undefined
        resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), text })
      }
      const timer = setTimeout(
        () => {
          if (!whole) return done(false)
          line.destroy()
          reject(new Error(`no answer within ${String(patience)} ms to ${bytes.toString('latin1', 0, 300)}`))
        },
        whole ? patience : 30,
      )
      line.on('data', (part: Buffer) => {
        text += part.toString('latin1')
        const end = text.indexOf('\r\n\r\n')
        if (end < 0) return
        const length = Number(/\r\ncontent-length: (\d+)/i.exec(text.slice(0, end))?.[1] ?? 0)
        const chunked = /\r\ntransfer-encoding: chunked/i.test(text.slice(0, end))
        const complete = head || (chunked ? text.endsWith('0\r\n\r\n') : text.length >= end + 4 + length)
        if (complete) done(!/\r\nconnection: close/i.test(text.slice(0, end)))
      })
      line.on('error', () => undefined)
      line.on('close', () => {
        done(false)
      })
      line.write(bytes)
    })
  }
  return { send, close: () => socket?.destroy() }
}

/** Open files and sockets of this process; NaN where the system does not tell. */
export function handles(): number {
  try {
    return readdirSync('/proc/self/fd').length
  } catch {
    return NaN
  }
}
