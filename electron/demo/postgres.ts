/** A PostgreSQL server of our own, from a folder of programs: for the demo and for tests. */
import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Clock } from '../kernel/clock.ts'
import { leash } from './leash.ts'
import { reachable, serverLogin, usableBinaries, type Login } from './programs.ts'

export interface ClusterOptions {
  /** Folder that holds initdb and postgres. */
  readonly binaries: string
  readonly clock: Clock
  /** Where the cluster lies. Absent: a new folder for temporary files. */
  readonly folder?: string
  /** Keeps the files when stopped; a later start with the same folder goes on with them (and with the first start's password). */
  readonly lasting?: boolean
  /** Of the superuser `postgres`; a random one when absent. */
  readonly password?: string
  /** Server settings by name, besides ours. */
  readonly settings?: Readonly<Record<string, string>>
}

/** `smart` waits for sessions to end, `fast` ends them, `immediate` is a crash. */
type StopMode = 'smart' | 'fast' | 'immediate'

export interface Cluster {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string
  readonly database: string
  readonly folder: string
  /** Major version, from the cluster itself. */
  readonly version: number
  /** Ends the server; removes the files unless lasting. A second call does nothing. */
  stop(mode?: StopMode): Promise<void>
  /** Ends the server and starts it again on the same port with the same files; `meanwhile` runs while it is down. */
  restart(mode?: StopMode, meanwhile?: () => Promise<void>): Promise<void>
  /** The last lines the server logged. */
  log(): string
  /** Resolves when the present server has ended, whoever ended it. */
  ended(): Promise<unknown>
}

const SIGNALS: Readonly<Record<StopMode, NodeJS.Signals>> = { smart: 'SIGTERM', fast: 'SIGINT', immediate: 'SIGQUIT' }
const READY_MS = 30_000
const STOP_MS = 10_000
const LOG_LENGTH = 16_384

/**
 * Makes a cluster (unless a lasting one is there) and starts its server on a free port of 127.0.0.1, in our own process group.
 * As root it runs as another user, in a folder of that user's. Resolves when it accepts connections; throws with the server's last words.
 */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const login = serverLogin()
  const folder = ownFolder(options.folder, login)
  const data = path.join(folder, 'data')
  const password = options.password ?? randomBytes(18).toString('base64url')
  try {
    const binaries = usableBinaries(options.binaries, folder, login)
    if (!existsSync(path.join(data, 'PG_VERSION'))) await initdb(binaries, folder, data, password, options.lasting === true, login)
    const settings = { listen_addresses: '127.0.0.1', unix_socket_directories: process.platform === 'win32' ? '' : folder, ...options.settings }
    const start = (port: number): Promise<Running> =>
      launch(path.join(binaries, 'postgres'), folder, data, { ...settings, port: String(port) }, login, options.clock)

    const { port, ...first } = await firstStart(start)
    let running = first.running
    let stopped = false
    return {
      host: '127.0.0.1',
      port,
      user: 'postgres',
      password,
      database: 'postgres',
      folder,
      version: parseInt(readFileSync(path.join(data, 'PG_VERSION'), 'utf8'), 10),
      log: () => running.log(),
      ended: () => running.ended,
      restart: async (mode = 'fast', meanwhile) => {
        await end(running, mode, options.clock)
        await meanwhile?.()
        running = await start(port)
      },
      stop: async (mode = 'fast') => {
        if (stopped) return
        stopped = true
        await end(running, mode, options.clock)
        if (options.lasting !== true) rmSync(folder, { recursive: true, force: true })
      },
    }
  } catch (error) {
    if (options.lasting !== true) rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

/** The postmaster that runs on this very folder; the number in its file may belong to somebody else by now. */
export function postmasterOf(folder: string): number | undefined {
  const file = path.join(folder, 'data', 'postmaster.pid')
  const pid = existsSync(file) ? parseInt(readFileSync(file, 'utf8'), 10) : 0
  return pid > 0 && runsOn(pid, folder) ? pid : undefined
}

/** Ends a server that a killed process of ours left behind in this folder, and removes the folder. */
export async function clearCluster(folder: string, clock: Clock): Promise<void> {
  for (let waited = 0; waited < STOP_MS; waited += 100) {
    const pid = postmasterOf(folder)
    if (pid === undefined) break
    process.kill(pid, waited < STOP_MS / 2 ? 'SIGQUIT' : 'SIGKILL')
    await clock.sleep(100)
  }
  rmSync(folder, { recursive: true, force: true })
}

function runsOn(pid: number, folder: string): boolean {
  try {
    process.kill(pid, 0)
    return process.platform !== 'linux' || readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(path.join(folder, 'data'))
  } catch {
    return false
  }
}

function ownFolder(wanted: string | undefined, login: Login | undefined): string {
  const folder = wanted ?? mkdtempSync(path.join(tmpdir(), 'watchpost-pg-'))
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (login === undefined) return folder
  if (!reachable(path.dirname(folder)))
    throw new Error(`The user that runs PostgreSQL cannot look into ${path.dirname(folder)}; choose a folder that everybody may pass`)
  chownSync(folder, login.uid, login.gid)
  // the copied programs inside must stay readable to that user, and to no one else
  chmodSync(folder, 0o700)
  return folder
}

async function initdb(binaries: string, folder: string, data: string, password: string, sync: boolean, login: Login | undefined): Promise<void> {
  const secret = path.join(folder, 'password')
  writeFileSync(secret, password, { mode: 0o600 })
  if (login) chownSync(secret, login.uid, login.gid)
  const args = ['-D', data, '-U', 'postgres', '--auth=scram-sha-256', `--pwfile=${secret}`, '--encoding=UTF8', '--locale=C', ...(sync ? [] : ['--no-sync'])]
  const child = spawn(path.join(binaries, 'initdb'), args, { ...login, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  const said = collect(child)
  const code = await new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
  rmSync(secret)
  if (code !== 0) throw new Error(`initdb failed (${code ?? 'killed'}): ${said()}`)
}

interface Running {
  readonly child: ChildProcess
  readonly ended: Promise<unknown>
  log(): string
}

async function firstStart(start: (port: number) => Promise<Running>): Promise<{ port: number; running: Running }> {
  for (let attempt = 1; ; attempt++) {
    const port = await freePort()
    try {
      return { port, running: await start(port) }
    } catch (error) {
      // somebody may take the port between our look and the server's
      if (attempt === 3 || !(error instanceof Error && error.message.includes('could not bind'))) throw error
    }
  }
}

async function launch(
  postgres: string,
  folder: string,
  data: string,
  settings: Readonly<Record<string, string>>,
  login: Login | undefined,
  clock: Clock,
): Promise<Running> {
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(postgres, ['-D', data, ...flags], { ...login, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
  const log = collect(child)
  const untie = child.pid === undefined ? undefined : leash(child.pid, login)
  const ended = new Promise((resolve) => child.once('error', resolve).once('close', resolve)).then(untie)
  const ready = new Promise<true>((resolve) => {
    child.stderr.on('data', () => {
      if (log().includes('ready to accept')) resolve(true)
      // From then on it says everything to its own file.
      else if (log().includes('redirecting log output'))
        void saysReady(path.join(data, 'postmaster.pid'), child, clock).then(() => {
          resolve(true)
        })
    })
  })
  const late = new AbortController()
  const outcome = await Promise.race([ready, ended.then(() => 'ended' as const), clock.sleep(READY_MS, late.signal).then(() => 'late' as const)])
  late.abort()
  if (outcome === true) return { child, ended, log }
  child.kill('SIGKILL')
  throw new Error(`PostgreSQL ${outcome === 'late' ? `was not ready after ${READY_MS / 1000} s` : 'ended while starting'}: ${log()}`)
}

/** Resolves when this very server has noted that it accepts connections, or has ended. */
async function saysReady(file: string, child: ChildProcess, clock: Clock): Promise<void> {
  while (child.exitCode === null) {
    const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
    if (Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready') return
    await clock.sleep(20)
  }
}

/** Keeps the last of what a process says. */
function collect(child: ChildProcess): () => string {
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-LOG_LENGTH)))
  return () => said
}

async function end({ child, ended }: Running, mode: StopMode, clock: Clock): Promise<void> {
  for (const signal of [SIGNALS[mode], 'SIGQUIT', 'SIGKILL'] as const) {
    child.kill(signal)
    const patience = new AbortController()
    const gone = await Promise.race([ended.then(() => true), clock.sleep(STOP_MS, patience.signal).then(() => false)])
    patience.abort()
    if (gone) return
  }
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => (address !== null && typeof address === 'object' ? resolve(address.port) : reject(new Error('no free port'))))
    })
  })
