export type UnreachableReason = 'name' | 'refused' | 'tls' | 'proxy' | 'timeout' | 'other'

/** Nobody answered over HTTPS, and why. For `tls`, what the other side showed, so that a person can compare and accept it. */
export class Unreachable extends Error {
  readonly reason: UnreachableReason
  /** sha256 hex of the certificate seen. */
  readonly fingerprint: string | undefined
  /** sha256 base64 of the public key seen. */
  readonly pin: string | undefined
  constructor(
    reason: UnreachableReason,
    message: string,
    more: { readonly cause?: unknown; readonly seen?: { readonly fingerprint: string; readonly pin: string } | undefined } = {},
  ) {
    super(message, { cause: more.cause })
    this.name = 'Unreachable'
    this.reason = reason
    this.fingerprint = more.seen?.fingerprint
    this.pin = more.seen?.pin
  }
}
