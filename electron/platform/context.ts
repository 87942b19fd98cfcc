import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { routesFor } from '../kernel/route.ts'
import type { Config, WriteHistory } from '../store/store.ts'
import type { Vault } from '../kernel/vault.ts'
import type { Access, BasicCaller, UserCaller } from './access.ts'
import type { Alerting } from './alerting/alerting.ts'
import type { Pool } from './agentless.ts'
import type { Agents } from './agents.ts'
import type { Contacts, EmbeddedPort } from './contacts.ts'
import type { Directory } from './directory.ts'
import type { Ingest } from './ingest.ts'
import type { AgentCaller, LicenseKeys } from './license-keys.ts'
import type { Relay } from './relay.ts'
import type { DemoPort } from './platform.ts'
import type { Desk } from './reports/desk.ts'
import type { Zone } from '../kernel/zone.ts'
import type { UserRight } from './rights.ts'
import type { SignIns } from './sign-ins.ts'
import type { Users } from './users.ts'

/** What every handler of the platform's interface works with. */
export interface PlatformApi {
  readonly config: Config
  readonly history: WriteHistory
  /** Answers what is asked of the history. */
  readonly desk: Desk
  readonly clock: Clock
  readonly log: Log
  readonly access: Access
  readonly signIns: SignIns
  readonly users: Users
  readonly directory: Directory
  /** undefined: this platform collects nothing by itself. */
  readonly pool: Pool | undefined
  readonly alerting: Alerting
  readonly vault: Vault
  readonly agents: Agents
  readonly keys: LicenseKeys
  readonly contacts: Contacts
  readonly ingest: Ingest
  readonly relay: Relay
  readonly version: string
  /** The platform's time zone. */
  readonly zone: () => Zone
  readonly demo: DemoPort | undefined
  /** undefined: this platform runs without an agent of its own. */
  readonly embedded: EmbeddedPort | undefined
  /** Told after a rotation: the first agent's key lies in a file for scripts. */
  readonly keyChanged: () => void
}

/*
 * What an operation needs is its right: nothing (`public`), a license key (`agent`), HTTP Basic credentials (`basic`), or an access token
 * whose user has the right. Each has its own caller, so that a handler cannot mistake one for another.
 */
export const publicRoute = routesFor<PlatformApi, 'public', undefined>()
export const agentRoute = routesFor<PlatformApi, 'agent', AgentCaller>()
export const basicRoute = routesFor<PlatformApi, 'basic', BasicCaller>()
export const route = routesFor<PlatformApi, UserRight, UserCaller>()
