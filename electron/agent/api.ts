import { routesFor } from '../kernel/route.ts'
import type { Request } from '../kernel/server.ts'
import { fail } from '../kernel/problem.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Connections } from './connections.ts'
import type { DeadLetters } from './dead-letters.ts'
import type { Answer } from './exchange.ts'
import type { LicenseKeys } from './license-keys.ts'
import type { Spool } from './spool.ts'
import type { State } from './state.ts'
import type { Uploader } from './upload.ts'
import type { UploadTarget } from './upload-server.ts'

/** `public`: anybody who reaches the port. `key`: the license key in the header `api-token`. */
export type AgentRight = 'public' | 'key'

export interface AgentCaller {
  /** The request carried the valid license key, needed or not. */
  readonly trusted: boolean
}

/** What the operations work on. */
export interface AgentApi {
  readonly version: string
  readonly server: string
  readonly port: () => number
  /** `YYYY-MM-DD HH:MI:SS`, UTC */
  readonly startTime: string
  readonly state: State
  readonly connections: Connections
  readonly target: UploadTarget
  readonly spool: Spool
  readonly deadLetters: DeadLetters
  readonly uploader: Uploader
  /** A round trip to the upload server with nothing in it. */
  readonly testUpload: () => Promise<Answer>
  /** Seconds until somebody without a key may test the upload again; 0 takes the turn. */
  readonly turn: () => number
  /** How far the platform's clock is ahead of this host's, ms. */
  readonly clockOffset: () => number
  /** Stores the port of the next start. */
  readonly setPort: (port: number) => void
  /** Stops the agent once the present request is answered. */
  readonly stopSoon: () => void
}

export const route = routesFor<AgentApi, AgentRight, AgentCaller>()

const HEADER = 'api-token'

/** Fails with a 401 unless the route is public or the key is right. */
export function identify(keys: LicenseKeys, right: string, request: Request): AgentCaller {
  const token = request.headers[HEADER]
  if (typeof token === 'string' && token !== '' && keys.accepts(token)) return { trusted: true }
  if (right === 'public') return { trusted: false }
  if (token === undefined || token === '') return fail('token.missing', { header: HEADER, what: "the agent's license key" })
  return fail('token.wrong', { header: HEADER, what: 'license key' })
}

/** One turn in `ms` for all together. */
export function createTurns(clock: Clock, ms: number): () => number {
  let next = -Infinity
  return () => {
    const wait = next - clock.mono()
    if (wait > 0) return Math.ceil(wait / 1000)
    next = clock.mono() + ms
    return 0
  }
}
