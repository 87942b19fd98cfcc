import 'reflect-metadata'
import * as x509 from '@peculiar/x509'
import { createHash, createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto'
import * as fs from 'node:fs'
import * as os from 'node:os'
import * as path from 'node:path'
import { expect, test } from 'vitest'
import { systemClock, type Clock } from '../../../electron/kernel/clock.ts'
import { ownTls } from '../../../electron/kernel/tls.ts'
import { folder } from './serving.ts'

const DAY = 86_400_000
const inDays = (days: number): Clock => ({ ...systemClock, now: () => systemClock.now() + days * DAY })

test('a certificate is made once: ECDSA P-256, two years, for the names and addresses of this machine', async () => {
  const dir = path.join(folder(), 'certs')
  const first = await ownTls(dir, 'platform', systemClock)
  expect(await ownTls(dir, 'platform', systemClock)).toEqual(first)
  const cert = new X509Certificate(first.cert)
  expect(cert.publicKey.asymmetricKeyDetails?.namedCurve).toBe('prime256v1')
  expect(cert.checkHost('localhost')).toBe('localhost')
  expect(cert.checkHost(os.hostname())).toBe(os.hostname())
  expect(cert.checkIP('127.0.0.1')).toBe('127.0.0.1')
  expect(cert.checkIP('::1')).toBe('::1')
  expect((new Date(cert.validTo).getTime() - systemClock.now()) / DAY).toBeCloseTo(730, 0)
  expect(cert.ca).toBe(false)
})

test('the fingerprint is the SHA-256 of the certificate, the pin that of its public key', async () => {
  const { fingerprint, pin, cert } = await ownTls(folder(), 'agent', systemClock)
  expect(createHash('sha256').update(new X509Certificate(cert).raw).digest('hex')).toBe(fingerprint)
  expect(
    createHash('sha256')
      .update(createPublicKey(cert).export({ type: 'spki', format: 'der' }))
      .digest('base64'),
  ).toBe(pin)
})

test('the private key is for its owner only', async () => {
  const dir = path.join(folder(), 'certs')
  await ownTls(dir, 'agent', systemClock)
  expect(fs.statSync(path.join(dir, 'agent.key')).mode & 0o777).toBe(0o600)
  expect(fs.statSync(dir).mode & 0o777).toBe(0o700)
})

test('renewal comes in time and keeps the key, so that pins stay true', async () => {
  const dir = folder()
  const first = await ownTls(dir, 'agent', systemClock)
  expect((await ownTls(dir, 'agent', inDays(300))).fingerprint).toBe(first.fingerprint)
  const second = await ownTls(dir, 'agent', inDays(400))
  expect(second.fingerprint).not.toBe(first.fingerprint)
  expect(second.pin).toBe(first.pin)
  expect(new Date(new X509Certificate(second.cert).validTo).getTime()).toBeGreaterThan(inDays(1_000).now())
})

test('a crash between key and certificate is mended', async () => {
  const dir = folder()
  const first = await ownTls(dir, 'agent', systemClock)
  fs.unlinkSync(path.join(dir, 'agent.pem'))
  expect((await ownTls(dir, 'agent', systemClock)).pin).toBe(first.pin)
})

test('files of the administrator are used and never touched, expired or not', async () => {
  const dir = folder()
  const [key, cert] = [path.join(dir, 'platform.key'), path.join(dir, 'platform.pem')]
  const algorithm = { name: 'ECDSA', namedCurve: 'P-384', hash: 'SHA-384' }
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const theirs = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=mine',
    notAfter: new Date(inDays(3).now()),
    signingAlgorithm: algorithm,
    keys,
  })
  fs.writeFileSync(cert, theirs.toString('pem'))
  const der = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey))
  fs.writeFileSync(key, createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }).export({ type: 'pkcs8', format: 'pem' }))
  const text = fs.readFileSync(cert, 'utf8')
  expect((await ownTls(dir, 'platform', inDays(10))).cert).toBe(text)
  expect(fs.readFileSync(cert, 'utf8')).toBe(text)
})

test('files that do not belong together, or are not readable, are named', async () => {
  const [one, other] = [folder(), folder()]
  await ownTls(one, 'agent', systemClock)
  await ownTls(other, 'agent', systemClock)
  fs.copyFileSync(path.join(other, 'agent.key'), path.join(one, 'agent.key'))
  await expect(ownTls(one, 'agent', systemClock)).rejects.toThrow(path.join(one, 'agent.key'))
  fs.writeFileSync(path.join(other, 'agent.pem'), 'nonsense')
  await expect(ownTls(other, 'agent', systemClock)).rejects.toThrow(path.join(other, 'agent.pem'))
})
