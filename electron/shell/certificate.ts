import { X509Certificate } from 'node:crypto'

/** The answers of Chromium's certificate check: it is good, and it is not. */
export const TRUSTED = 0
export const REFUSED = -2

export interface Pinned {
  /** Host of the platform's address. */
  readonly host: string
  /** sha256 hex of its certificate. */
  readonly fingerprint: string
}

/**
 * The window talks to one server, and that one's certificate is known: exactly it is accepted there, and nothing anywhere else, not even what the system trusts.
 * @param pem the certificate that was presented
 */
export function decideCertificate(host: string, pem: string, pinned: Pinned | undefined): typeof TRUSTED | typeof REFUSED {
  if (pinned?.host !== host) return REFUSED
  try {
    const presented = new X509Certificate(pem).fingerprint256.replaceAll(':', '').toLowerCase()
    return presented === pinned.fingerprint.replaceAll(':', '').toLowerCase() ? TRUSTED : REFUSED
  } catch {
    return REFUSED
  }
}
