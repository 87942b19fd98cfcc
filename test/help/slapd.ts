/** A real directory server for tests: Debian's slapd, the installed one, or else its packages unpacked in a folder of their own, without installing anything. */
import 'reflect-metadata'
import * as x509 from '@peculiar/x509'
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { createPrivateKey } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PACKAGES = ['slapd', 'libltdl7', 'libwrap0', 'libodbc2', 'libargon2-1']

/** Where usr/sbin/slapd is; fetched once per machine. A machine that has no such packages fails the test, in words. */
function rootOf(): string {
  if (existsSync('/usr/sbin/slapd')) return '/'
  const root = join(tmpdir(), 'watchpost-test-slapd')
  if (existsSync(join(root, 'complete'))) return root
  const packages = mkdtempSync(join(tmpdir(), 'slapd-packages-'))
  try {
    execFileSync('apt-get', ['download', ...PACKAGES], { cwd: packages, stdio: ['ignore', 'ignore', 'pipe'] })
    mkdirSync(root, { recursive: true })
    for (const one of readdirSync(packages)) execFileSync('dpkg', ['-x', join(packages, one), root])
    writeFileSync(join(root, 'complete'), '')
    return root
  } catch (cause) {
    throw new Error('There is no slapd here and its Debian packages cannot be fetched; install slapd (apt-get install slapd)', { cause })
  } finally {
    rmSync(packages, { recursive: true, force: true })
  }
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = net.createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

/** A private authority, and a certificate of it for 127.0.0.1 and localhost; all PEM. */
export async function privateCa(): Promise<{ readonly ca: string; readonly cert: string; readonly key: string }> {
  const [caKeys, keys] = await Promise.all([1, 2].map(() => crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])))
  if (caKeys === undefined || keys === undefined) throw new Error('no keys')
  const notAfter = new Date(Date.now() + 86_400_000)
  const ca = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=Private CA',
    notAfter,
    signingAlgorithm: ALGORITHM,
    keys: caKeys,
    extensions: [new x509.BasicConstraintsExtension(true, undefined, true)],
  })
  const cert = await x509.X509CertificateGenerator.create({
    subject: 'CN=localhost',
    issuer: ca.subject,
    notAfter,
    signingAlgorithm: ALGORITHM,
    publicKey: keys.publicKey,
    signingKey: caKeys.privateKey,
    extensions: [
      new x509.SubjectAlternativeNameExtension([
        { type: 'dns', value: 'localhost' },
        { type: 'ip', value: '127.0.0.1' },
      ]),
    ],
  })
  const der = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey))
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }).export({ type: 'pkcs8', format: 'pem' }).toString()
  return { ca: ca.toString('pem'), cert: cert.toString('pem'), key }
}

export interface Slapd {
  /** ldap://127.0.0.1:port, with StartTLS */
  readonly url: string
  readonly secureUrl: string
  /** PEM of the authority that signed its certificate. */
  readonly ca: string
  readonly stop: () => Promise<void>
}

export const SUFFIX = 'dc=example,dc=org'
export const SEARCHER = { dn: `cn=searcher,${SUFFIX}`, password: 'search me' }

/** Starts a directory with the people given: uid, mail, password. Nobody may search without signing in. */
export async function startSlapd(people: readonly { readonly uid: string; readonly mail: string; readonly password: string }[]): Promise<Slapd> {
  const root = rootOf()
  const folder = mkdtempSync(join(tmpdir(), 'slapd-'))
  const file = (name: string): string => join(folder, name)
  const { ca, cert, key } = await privateCa()
  writeFileSync(file('ca.pem'), ca)
  writeFileSync(file('cert.pem'), cert)
  writeFileSync(file('key.pem'), key, { mode: 0o600 })
  mkdirSync(file('data'))
  const schema = join(root, 'etc/ldap/schema')
  writeFileSync(
    file('slapd.conf'),
    `${['core', 'cosine', 'inetorgperson'].map((name) => `include ${schema}/${name}.schema`).join('\n')}
modulepath ${join(root, 'usr/lib/ldap')}
moduleload back_mdb
pidfile ${file('pid')}
TLSCACertificateFile ${file('ca.pem')}
TLSCertificateFile ${file('cert.pem')}
TLSCertificateKeyFile ${file('key.pem')}
database mdb
maxsize 10485760
suffix "${SUFFIX}"
rootdn "${SEARCHER.dn}"
rootpw "${SEARCHER.password}"
directory ${file('data')}
access to attrs=userPassword by anonymous auth by * none
access to * by users read by anonymous auth
`,
  )
  const entries = people.map(
    ({ uid, mail, password }) => `dn: uid=${uid.replace(/[\\,+"<>;=]/g, '\\$&')},ou=people,${SUFFIX}
objectClass: inetOrgPerson
uid: ${uid}
cn: ${uid}
sn: ${uid}
mail: ${mail}
userPassword: ${password}
`,
  )
  writeFileSync(
    file('init.ldif'),
    [
      `dn: ${SUFFIX}\nobjectClass: dcObject\nobjectClass: organization\no: Example\ndc: example\n`,
      `dn: ou=people,${SUFFIX}\nobjectClass: organizationalUnit\nou: people\n`,
      ...entries,
    ].join('\n'),
  )
  const env = { ...process.env, LD_LIBRARY_PATH: `${join(root, 'usr/lib/x86_64-linux-gnu')}:${join(root, 'usr/lib')}` }
  const program = join(root, 'usr/sbin/slapd')
  execFileSync(program, ['-T', 'add', '-f', file('slapd.conf'), '-l', file('init.ldif')], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  const [plain, secure] = await Promise.all([freePort(), freePort()])
  const child: ChildProcess = spawn(
    program,
    ['-d', '0', '-f', file('slapd.conf'), '-h', `ldap://127.0.0.1:${String(plain)}/ ldaps://127.0.0.1:${String(secure)}/`],
    {
      env,
      stdio: 'ignore',
    },
  )
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await listening(plain)
  return {
    url: `ldap://127.0.0.1:${String(plain)}`,
    secureUrl: `ldaps://127.0.0.1:${String(secure)}`,
    ca,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function listening(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const up = await new Promise<boolean>((resolve) => {
      const socket = net.connect(port, '127.0.0.1', () => {
        socket.destroy()
        resolve(true)
      })
      socket.once('error', () => resolve(false))
    })
    if (up) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('slapd does not listen')
}
