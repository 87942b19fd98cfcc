import { execFile, spawn, type ChildProcess } from 'node:child_process'
import * as fs from 'node:fs'
import * as net from 'node:net'
import * as path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { linkLibraries } from './binaries.ts'
import { leash } from './leash.ts'
import { isOpen, type Owner } from './owner.ts'

const run = promisify(execFile)
const HOST = '127.0.0.1'

/** Memory is a laptop's, the buffers too small for the data so that there is I/O, and segments small so that there are checkpoints. */
const SETTINGS: Readonly<Record<string, string | number>> = {
  listen_addresses: HOST, unix_socket_directories: '', max_connections: 60, cluster_name: 'watchpost-demo',
  shared_preload_libraries: 'pg_stat_statements', 'pg_stat_statements.track': 'all', track_io_timing: 'on', track_wal_io_timing: 'on', track_functions: 'pl',
  shared_buffers: '6MB', work_mem: '512kB', maintenance_work_mem: '4MB', io_method: 'sync', max_parallel_workers_per_gather: 0, jit: 'off', huge_pages: 'off',
  checkpoint_timeout: '60s', min_wal_size: '8MB', max_wal_size: '32MB', max_wal_senders: 0, autovacuum_naptime: '20s', vacuum_cost_delay: '10ms', vacuum_cost_limit: 60,
  log_min_messages: 'fatal', log_min_error_statement: 'panic',
}

/** A running server with an empty cluster. */
export interface Cluster {
  readonly host: string
  readonly port: number
  /** Resolves when the server has ended, whoever ended it. */
  readonly ended: Promise<void>
  /** Ends it within seconds. */
  stop(): Promise<void>
}

export interface ClusterOptions {
  /** An empty folder, its owner's. */
  readonly place: string
  readonly native: string
  readonly owner: Owner | undefined
  /** Of the superuser `postgres`. */
  readonly password: string
}

/** Makes a cluster and starts its server; it may take connections some milliseconds later. Throws with the server's own words. */
export async function startCluster(o: ClusterOptions): Promise<Cluster> {
  linkLibraries(o.native)
  const bin = path.join(reachable(o), 'bin')
  const data = path.join(o.place, 'data')
  const as = { cwd: o.place, ...o.owner }
  const secret = path.join(o.place, 'password')
  fs.writeFileSync(secret, o.password, { mode: 0o600 })
  if (o.owner) fs.chownSync(secret, o.owner.uid, o.owner.gid)
  await run(path.join(bin, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${secret}`, '-E', 'UTF8', '--no-locale', '--wal-segsize=4', '--no-sync', '--no-instructions'], as)
  fs.rmSync(secret)
  const port = await freePort()
  const log = fs.openSync(path.join(o.place, 'log'), 'a', 0o600)
  const settings = Object.entries({ port, ...SETTINGS }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(path.join(bin, 'postgres'), ['-D', data, ...settings], { ...as, stdio: ['ignore', 'ignore', log], windowsHide: true })
  fs.closeSync(log)
  const untie = child.pid ? leash(child.pid, as) : undefined
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()).once('error', () => resolve())).then(untie)
  const stop = async (): Promise<void> => {
    // The immediate shutdown: the data are thrown away. Windows knows no signals; there the server's own tool does it.
    if (process.platform === 'win32') await run(path.join(bin, 'pg_ctl'), ['stop', '-D', data, '-m', 'immediate'], as).catch(() => child.kill())
    else child.kill('SIGQUIT')
    await ended
  }
  await ready(child, path.join(data, 'postmaster.pid')).catch(async (error: unknown) => {
    await stop()
    throw new Error(lastWords(path.join(o.place, 'log')) || String(error))
  })
  return { host: HOST, port, ended, stop }
}

/** The programs where their user can reach them: copied when a folder above is closed to others. */
function reachable(o: ClusterOptions): string {
  if (!o.owner || isOpen(o.native)) return o.native
  const copy = path.join(o.place, 'native')
  fs.cpSync(o.native, copy, { recursive: true, verbatimSymlinks: true })
  fs.chmodSync(copy, 0o755)
  return copy
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = net.createServer().once('error', reject)
    probe.listen(0, HOST, () => {
      const address = probe.address()
      probe.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject(new Error('There is no free port'))))
    })
  })
}

/** The eighth line of the postmaster's file says when it is ready. */
async function ready(child: ChildProcess, file: string): Promise<void> {
  for (let waited = 0; waited < 30_000; waited += 25) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('The server ended at once')
    if (fs.existsSync(file) && fs.readFileSync(file, 'utf8').split('\n')[7]?.trim() === 'ready') return
    await setTimeout(25)
  }
  throw new Error('The server was not ready within 30 s')
}

/** The end of what the server said. */
const lastWords = (file: string): string => fs.readFileSync(file, 'utf8').trim().split('\n').slice(-3).join(' ')
