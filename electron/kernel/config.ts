import type { LogLevel, Secret } from './log.ts'

export type Role = 'headless' | 'agent' | 'platform'
export interface HostPort {
  readonly host: string
  readonly port: number
}
export interface Settings {
  readonly role: Role
  readonly dataDir: string
  /** undefined: not given, the stored one or 8282 counts. */
  readonly agentPort: number | undefined
  readonly platformPort: number
  /** Whether somebody chose the platform's port (else the desktop may take another one). */
  readonly platformPortGiven: boolean
  readonly agentHost: string
  readonly platformHost: string
  readonly demo: boolean
  readonly uploadServer?: HostPort
  readonly licenseKeyFile?: string
  readonly caFile?: string
  readonly fingerprint?: string
  readonly logLevel: LogLevel
  /** From the environment only: the key of the vault, base64. */
  readonly vaultKey?: Secret
}
export declare function readSettings(
  role: Role,
  argv: readonly string[],
  env?: Readonly<Record<string, string | undefined>>,
): Settings | { readonly help: string } | { readonly version: string } | { readonly error: string }
