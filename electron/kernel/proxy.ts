import * as http from 'node:http'
import type { Socket } from 'node:net'
import { environment } from './config.ts'
import { Unreachable } from './unreachable.ts'

/** An HTTP proxy that tunnels with CONNECT. No user: no credentials are sent. */
export interface ProxySettings {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string
}

/** A tunnel to `host:port`. What the proxy refuses is told apart from what lies behind it. */
export function tunnel(proxy: ProxySettings, host: string, port: number, signal: AbortSignal): Promise<Socket> {
  const place = `${proxy.host}:${proxy.port}`
  const target = `${host.includes(':') ? `[${host}]` : host}:${port}`
  const login = proxy.user === '' ? {} : { 'proxy-authorization': `Basic ${Buffer.from(`${proxy.user}:${proxy.password}`).toString('base64')}` }
  return new Promise((resolve, reject) => {
    const request = http.request({
      host: proxy.host,
      port: proxy.port,
      method: 'CONNECT',
      path: target,
      headers: { host: target, ...login },
      agent: false,
      signal,
    })
    request.once('connect', (response, socket: Socket) => {
      if (response.statusCode === 200) return resolve(socket)
      socket.destroy()
      reject(refusal(place, target, response.statusCode ?? 0))
    })
    request.once('response', (response) => {
      response.destroy()
      reject(refusal(place, target, response.statusCode ?? 0))
    })
    request.once('error', (cause) => {
      reject(signal.aborted ? cause : new Unreachable('proxy', `The proxy ${place} does not answer: ${cause.message}`, { cause }))
    })
    request.end()
  })
}

const refusal = (place: string, target: string, status: number): Unreachable =>
  new Unreachable(
    'proxy',
    status === 407
      ? `The proxy ${place} refuses the user name or password (407); correct the proxy's settings`
      : `The proxy ${place} does not connect to ${target} (${status})`,
  )

/** The proxy that the environment names for this address: HTTPS_PROXY, unless NO_PROXY names the host or a domain above it. */
export function envProxy(url: URL, env: Readonly<Record<string, string | undefined>> = environment): ProxySettings | undefined {
  const named = env['https_proxy'] ?? env['HTTPS_PROXY'] ?? ''
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = url.port === '' ? '443' : url.port
  const excluded = (env['no_proxy'] ?? env['NO_PROXY'] ?? '').split(/[\s,]+/).some((entry) => {
    const [, name = '', only] = /^\*?\.?(.*?)(?::(\d+))?$/.exec(entry) ?? []
    return entry === '*' || (name !== '' && (only === undefined || only === port) && (host === name || host.endsWith(`.${name}`)))
  })
  if (named === '' || excluded) return undefined
  const proxy = URL.parse(named.includes('://') ? named : `http://${named}`)
  if (proxy?.protocol !== 'http:')
    throw new Unreachable('proxy', 'The proxy that HTTPS_PROXY names is not an http:// address; correct it or set the proxy here')
  return {
    host: proxy.hostname,
    port: Number(proxy.port === '' ? '80' : proxy.port),
    user: decodeURIComponent(proxy.username),
    password: decodeURIComponent(proxy.password),
  }
}
