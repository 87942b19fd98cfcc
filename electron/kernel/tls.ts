import type { Clock } from './clock.ts'

export interface Tls {
  /** PEM. */
  readonly key: string
  /** PEM, the chain if there is one. */
  readonly cert: string
  /** sha256 of the certificate's DER, 64 lower-case hex digits. */
  readonly fingerprint: string
  /** sha256 of the public key (SPKI), base64: what pins are. */
  readonly pin: string
}
export declare function ownTls(folder: string, name: 'agent' | 'platform', clock: Clock): Promise<Tls>
