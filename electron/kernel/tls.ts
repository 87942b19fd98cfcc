import 'reflect-metadata' // tsyringe inside @peculiar/x509 throws without it: must stay the first import
import * as x509 from '@peculiar/x509'
import { createHash, createPrivateKey, randomBytes, webcrypto, X509Certificate } from 'node:crypto'
import * as fs from 'node:fs'
import * as os from 'node:os'
import * as path from 'node:path'
import type { Clock } from './clock.ts'
import { writeAtomic } from './files.ts'

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

const EC = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const
const DAY = 86_400_000
const LIFE = 730 * DAY
/** Early enough that a process which then runs for a year is never caught by the expiry. */
const RENEW_BEFORE = 365 * DAY
/** Marks the certificates we made: only these are renewed. */
const ORGANIZATION = 'Watchpost own certificate'

/**
 * The certificate of one interface: `<name>.pem` and its private key `<name>.key` in a folder, which is made.
 * Made on first use and renewed with the same key, so that pins stay true. Other files put in their place are used as they are and never touched.
 */
export async function ownTls(folder: string, name: 'agent' | 'platform', clock: Clock): Promise<Tls> {
  const files = { cert: path.join(folder, `${name}.pem`), key: path.join(folder, `${name}.key`) }
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (fs.existsSync(files.cert)) {
    const kept = readPair(files)
    const end = new Date(new X509Certificate(kept.cert).validTo).getTime()
    if (!isOurs(kept.cert) || end - clock.now() > RENEW_BEFORE) return kept
  } else if (!fs.existsSync(files.key)) {
    const pair = await webcrypto.subtle.generateKey(EC, true, ['sign', 'verify'])
    writeAtomic(files.key, toPem('PRIVATE KEY', await webcrypto.subtle.exportKey('pkcs8', pair.privateKey)))
  }
  // The key is durable before its certificate: a crash in between leaves a key that the next start takes up.
  writeAtomic(files.cert, await selfSigned(fs.readFileSync(files.key, 'utf8'), name, clock))
  return readPair(files)
}

/** What a certificate is known by, from its PEM or DER. */
export function identityOf(certificate: string | Buffer): { readonly fingerprint: string; readonly pin: string } {
  const parsed = new X509Certificate(certificate)
  const spki = parsed.publicKey.export({ type: 'spki', format: 'der' })
  return { fingerprint: parsed.fingerprint256.replaceAll(':', '').toLowerCase(), pin: createHash('sha256').update(spki).digest('base64') }
}

function readPair(files: { readonly cert: string; readonly key: string }): Tls {
  const cert = fs.readFileSync(files.cert, 'utf8')
  const key = fs.readFileSync(files.key, 'utf8')
  let fits: boolean
  try {
    fits = new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))
  } catch (cause) {
    throw new Error(`The certificate ${files.cert} or its key ${files.key} is not readable PEM; put the right files there, or remove both for a new pair`, {
      cause,
    })
  }
  if (!fits) throw new Error(`The key ${files.key} does not belong to the certificate ${files.cert}; put the right pair there, or remove both for a new one`)
  return { key, cert, ...identityOf(cert) }
}

const isOurs = (cert: string): boolean => new X509Certificate(cert).subject.includes(`O=${ORGANIZATION}`)

async function selfSigned(keyPem: string, name: string, clock: Clock): Promise<string> {
  const keys = await keyPair(keyPem)
  const { dns, addresses } = ownNames()
  const serial = randomBytes(16)
  serial.writeUInt8(serial.readUInt8(0) & 0x7f, 0) // a serial number is positive
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: serial.toString('hex'),
    name: [{ CN: [`Watchpost ${name} on ${os.hostname()}`.slice(0, 64)] }, { O: [ORGANIZATION] }], // 64: the standard's limit for a common name
    notBefore: new Date(clock.now() - DAY),
    notAfter: new Date(clock.now() + LIFE),
    signingAlgorithm: EC,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension([
        ...dns.map((value) => ({ type: 'dns' as const, value })),
        ...addresses.map((value) => ({ type: 'ip' as const, value })),
      ]),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  return `${certificate.toString('pem')}\n`
}

async function keyPair(pem: string): Promise<webcrypto.CryptoKeyPair> {
  const der = createPrivateKey(pem).export({ type: 'pkcs8', format: 'der' })
  const privateKey = await webcrypto.subtle.importKey('pkcs8', der, EC, true, ['sign'])
  const { d: _private, key_ops: _operations, ...open } = await webcrypto.subtle.exportKey('jwk', privateKey)
  return { privateKey, publicKey: await webcrypto.subtle.importKey('jwk', open, EC, true, ['verify']) }
}

/** What this machine may be called by. Link-local addresses carry a zone that certificates cannot name. */
function ownNames(): { readonly dns: readonly string[]; readonly addresses: readonly string[] } {
  const found = Object.values(os.networkInterfaces()).flatMap((one) => one ?? [])
  const addresses = new Set(['127.0.0.1', '::1', ...found.map((one) => one.address).filter((address) => !address.startsWith('fe80'))])
  const dns = new Set(['localhost', os.hostname()].filter((name) => /^[\w.-]+$/.test(name)))
  return { dns: [...dns], addresses: [...addresses] }
}

const toPem = (label: string, der: ArrayBuffer): string =>
  `-----BEGIN ${label}-----\n${Buffer.from(der)
    .toString('base64')
    .replace(/.{64}(?=.)/g, '$&\n')}\n-----END ${label}-----\n`
