import type { Clock } from '../kernel/clock.ts'
import type { Log, Secret } from '../kernel/log.ts'
import type { Tls } from '../kernel/tls.ts'
import type { Trust } from '../kernel/client.ts'
import type { Vault } from '../kernel/vault.ts'

/** What an agent is made of. */
export interface AgentOptions {
  /** The agent's own folder (`<data>/agent`), made when it is missing. */
  readonly folder: string
  readonly host: string
  /** From a flag: beats the stored port. 0 takes any free one. */
  readonly port?: number
  /** Name of this host, the `server` of everything it uploads. */
  readonly server: string
  readonly version: string
  readonly clock: Clock
  readonly log: Log
  readonly vault: Vault
  readonly tls: Tls
  readonly licenseKey: Secret
  /** Overrides the stored upload server at every start. */
  readonly uploadServer?: { readonly host: string; readonly port: number }
  readonly trust: Trust
  /** Called when the agent has stopped because of `PUT stop` or a change of the port, after the answer was sent. */
  readonly stopped?: () => void
}

export interface DeclaredConnection {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string
  readonly tags: string
  readonly database?: string
}

export interface Agent {
  /** Listens and collects. After a stop it may be started again; a port in use is a PortInUse error. */
  start(): Promise<void>
  /** Ends collection and closes the listener; what was spooled stays. */
  stop(): Promise<void>
  readonly running: boolean
  readonly url: string
  readonly port: number
  readonly fingerprint: string
  /** Declares a connection if none of that name exists. */
  declare(name: string, connection: DeclaredConnection): Promise<void>
  /** Resolves when the connection is connected, or after `ms` with the cause why it is not. */
  settled(name: string, ms: number): Promise<{ connected: boolean; cause: string }>
}

export declare function createAgent(o: AgentOptions): Agent
