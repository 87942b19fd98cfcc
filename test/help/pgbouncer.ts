/** A real pooler for tests: Debian's PgBouncer, the installed one, or else its packages unpacked in a folder of their own, without installing anything. */
import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serverLogin } from '../../electron/demo/programs.ts'

const PACKAGES = ['pgbouncer', 'libevent-2.1-7', 'libc-ares2']

/** The folder that holds usr/sbin/pgbouncer, fetched once per machine; undefined where it cannot be had. */
export function pgbouncerRoot(): string | undefined {
  if (existsSync('/usr/sbin/pgbouncer')) return '/'
  const root = join(tmpdir(), 'watchpost-test-pgbouncer')
  if (existsSync(join(root, 'complete'))) return root
  const packages = mkdtempSync(join(tmpdir(), 'pgbouncer-packages-'))
  try {
    execFileSync('apt-get', ['download', ...PACKAGES], { cwd: packages, stdio: 'ignore' })
    mkdirSync(root, { recursive: true })
    for (const one of readdirSync(packages)) execFileSync('dpkg', ['-x', join(packages, one), root])
    writeFileSync(join(root, 'complete'), '')
    return root
  } catch {
    return undefined
  } finally {
    rmSync(packages, { recursive: true, force: true })
  }
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => {
        resolve(address !== null && typeof address === 'object' ? address.port : 0)
      })
    })
  })

export interface PgBouncer {
  readonly port: number
  log(): string
  stop(): Promise<void>
}

/** In transaction mode before the server on this port, with as many server sessions as given; clients share them. */
export async function startPgBouncer(root: string, to: number, user: string, password: string, sessions: number): Promise<PgBouncer> {
  const login = serverLogin()
  const folder = mkdtempSync(join(tmpdir(), 'pgbouncer-'))
  const port = await freePort()
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text)
    if (login) chownSync(join(folder, name), login.uid, login.gid)
    return join(folder, name)
  }
  const users = file('users.txt', `"${user}" "${password}"\n`)
  const settings = [
    `[databases]\n* = host=127.0.0.1 port=${String(to)}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${String(port)}\nunix_socket_dir =`,
    `auth_type = scram-sha-256\nauth_file = ${users}\npool_mode = transaction\ndefault_pool_size = ${String(sessions)}\n`,
  ]
  if (login) chownSync(folder, login.uid, login.gid)
  chmodSync(folder, 0o755)
  const libraries = ['usr/lib/x86_64-linux-gnu', 'usr/lib/aarch64-linux-gnu', 'usr/lib'].map((one) => join(root, one)).join(':')
  const child = spawn(join(root, 'usr/sbin/pgbouncer'), [file('pgbouncer.ini', settings.join('\n'))], {
    ...login,
    env: { ...process.env, LD_LIBRARY_PATH: libraries },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  for (let tries = 0; tries < 200 && !(await answers(port)); tries++) await new Promise((resolve) => setTimeout(resolve, 50))
  if (!(await answers(port))) throw new Error(`PgBouncer does not listen: ${said}`)
  return {
    port,
    log: () => said,
    stop: async () => {
      child.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => {
      resolve(false)
    })
  })
