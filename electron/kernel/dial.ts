import { lookup as resolve, type LookupAddress } from 'node:dns'
import * as net from 'node:net'
import * as tls from 'node:tls'
import { tunnel, type ProxySettings } from './proxy.ts'
import { identityOf } from './tls.ts'
import { Unreachable } from './unreachable.ts'

/** Whom to believe. A pin or fingerprint decides alone; else the CA, else the system's store. */
export interface Trust {
  /** PEM of the only authorities (or the very certificate) to believe. */
  readonly ca?: string
  /** sha256 base64 of the public key (SPKI): outlives renewals. */
  readonly pin?: string
  /** sha256 hex of the certificate, colons allowed: as it is shown in logs. */
  readonly fingerprint?: string
}

/** Never a place to send anything to: cloud metadata and the like live there. */
const LINK_LOCAL = new net.BlockList()
LINK_LOCAL.addSubnet('169.254.0.0', 16, 'ipv4')
LINK_LOCAL.addSubnet('fe80::', 10, 'ipv6')
// A BlockList knows ::ffff:169.254.0.1 as the IPv4 address that it is.
export const isLinkLocal = (address: string): boolean => LINK_LOCAL.check(address, net.isIPv6(address) ? 'ipv6' : 'ipv4')

/**
 * A TLS connection to a place whose identity has been proven: not a byte of ours but the handshake is sent before.
 * @throws Unreachable
 */
export async function dial(host: string, port: number, trust: Trust, proxy: ProxySettings | undefined, signal: AbortSignal): Promise<tls.TLSSocket> {
  if (net.isIP(host) !== 0 && isLinkLocal(host)) throw refusedAddress(host)
  const below = proxy === undefined ? await connect(host, port, signal) : await tunnel(proxy, host, port, signal)
  return secure(below, host, port, trust, signal)
}

function connect(host: string, port: number, signal: AbortSignal): Promise<net.Socket> {
  return new Promise((done, reject) => {
    const socket = net.connect({ host, port, noDelay: true, lookup })
    const abort = (): void => void socket.destroy(signal.reason instanceof Error ? signal.reason : undefined)
    signal.addEventListener('abort', abort, { once: true })
    socket.once('error', (cause) => {
      signal.removeEventListener('abort', abort)
      reject(signal.aborted ? cause : unreachable(cause, host, port))
    })
    socket.once('connect', () => {
      signal.removeEventListener('abort', abort)
      socket.removeAllListeners('error')
      done(socket)
    })
  })
}

/** The addresses of a name; one link-local address among them refuses the name, so that a second look-up cannot sneak it in. */
const lookup: net.LookupFunction = (host, options, callback) => {
  resolve(host, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    const bad = error ? undefined : addresses.find(({ address }) => isLinkLocal(address))
    const first = error ? undefined : addresses[0]
    if (first === undefined || bad !== undefined) callback(error ?? refusedAddress(bad?.address ?? host), [])
    else if (options.all === true) callback(null, addresses)
    else callback(null, first.address, first.family)
  })
}

const refusedAddress = (address: string): Unreachable => new Unreachable('other', `${address} is a link-local address; requests to such addresses are refused`)

function secure(below: net.Socket, host: string, port: number, trust: Trust, signal: AbortSignal): Promise<tls.TLSSocket> {
  return new Promise((done, reject) => {
    const socket = tls.connect({
      socket: below,
      ...(net.isIP(host) === 0 ? { servername: host } : {}),
      host,
      minVersion: 'TLSv1.2',
      ALPNProtocols: ['http/1.1'],
      ca: trust.ca ?? systemStore(),
      // Not off: `distrust` looks at the result (and at the pin) below, so that it can tell the fingerprint it saw.
      rejectUnauthorized: false,
    })
    const abort = (): void => void socket.destroy(signal.reason instanceof Error ? signal.reason : undefined)
    signal.addEventListener('abort', abort, { once: true })
    socket.once('error', (cause: Error) => {
      signal.removeEventListener('abort', abort)
      reject(signal.aborted ? cause : new Unreachable('tls', `${host}:${port} does not speak TLS as expected: ${cause.message}`, { cause }))
    })
    socket.once('secureConnect', () => {
      signal.removeEventListener('abort', abort)
      socket.removeAllListeners('error')
      const why = distrust(socket, host, port, trust)
      if (why === undefined) return done(socket)
      socket.destroy()
      reject(why)
    })
  })
}

/** Why the other side of a finished handshake is not believed; undefined when it is. */
function distrust(socket: tls.TLSSocket, host: string, port: number, trust: Trust): Unreachable | undefined {
  const shown = socket.getPeerX509Certificate()
  if (shown === undefined) return new Unreachable('tls', `${host}:${port} showed no certificate`)
  const seen = identityOf(shown.raw)
  const pinned = trust.pin !== undefined || trust.fingerprint !== undefined
  const wrong = (trust.pin !== undefined && trust.pin !== seen.pin) || (trust.fingerprint !== undefined && bare(trust.fingerprint) !== seen.fingerprint)
  if (pinned ? !wrong : socket.authorized) return undefined
  const cause = pinned ? 'it is not the pinned one' : wordsOf(socket.authorizationError)
  return new Unreachable('tls', `The certificate of ${host}:${port} is not trusted: ${cause}. Its SHA-256 fingerprint is ${seen.fingerprint}`, { seen })
}

const bare = (fingerprint: string): string => fingerprint.replaceAll(':', '').toLowerCase()
// Node's types say Error, its code sets the code as a string
const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

let store: string[] | undefined
/** Node's own list and what the administrators of this machine added. Read once: it takes tens of milliseconds. */
const systemStore = (): string[] => (store ??= [...new Set([...tls.getCACertificates('default'), ...tls.getCACertificates('system')])])

function unreachable(cause: NodeJS.ErrnoException, host: string, port: number): Unreachable {
  if (cause instanceof Unreachable) return cause
  // Several addresses were tried: the first failure speaks for all.
  const first: NodeJS.ErrnoException = cause instanceof AggregateError && cause.errors[0] instanceof Error ? cause.errors[0] : cause
  switch (first.code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new Unreachable('name', `The name ${host} cannot be resolved`, { cause })
    case 'ECONNREFUSED':
      return new Unreachable('refused', `${host}:${port} refuses the connection; nothing listens there or a firewall is between`, { cause })
    case 'ETIMEDOUT':
      return new Unreachable('timeout', `${host}:${port} does not answer`, { cause })
    default:
      return new Unreachable('other', `${host}:${port} cannot be reached: ${first.message}`, { cause })
  }
}
