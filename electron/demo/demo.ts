import { randomBytes } from 'node:crypto'
import { rmdirSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { wordsOf } from '../kernel/words.ts'
import { serverLogin } from './programs.ts'
import { furnish } from './furnish.ts'
import { findBinaries } from './binaries.ts'
import { placeOf, prepare, sweep } from './place.ts'
import { clearCluster, startCluster, type Cluster } from './postgres.ts'
import { SETTINGS } from './settings.ts'
import type { WorkloadData, WorkloadNews } from './workload-thread.ts'

/** Where the demo's server listens, and the login of the role that watches it. */
export interface DemoLogin {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string
  readonly database: string
}

/** A PostgreSQL server of our own with a made-up, lively load. */
export interface DemoServer {
  /** Whether it can be started on this machine; if not, why. */
  available(): { readonly available: boolean; readonly reason: string }
  /** Resolves when it answers and the load begins. Every start makes a new server; a second call while it runs shares the first. */
  start(): Promise<DemoLogin>
  /** Ends the load and the server and removes its files. */
  stop(): Promise<void>
  running(): boolean
}

export interface DemoOptions {
  /** Holds the cluster while it runs, unless PostgreSQL must run as another user who cannot look into it. */
  readonly folder: string
  readonly clock: Clock
  readonly log: Log
}

const SEED = 20_260_401

export function createDemo({ folder, clock, log }: DemoOptions): DemoServer {
  let started: Promise<DemoLogin> | undefined
  let cluster: Cluster | undefined
  let worker: Worker | undefined
  let place = ''

  const open = async (): Promise<DemoLogin> => {
    const found = findBinaries()
    if ('missing' in found) throw new Error(found.missing)
    const login = serverLogin()
    await sweep(login, clock)
    place = placeOf(folder, login)
    await prepare(place, login, clock)
    const server = await startCluster({ binaries: found.binaries, folder: place, clock, settings: SETTINGS })
    cluster = server
    void server.ended().then(() => {
      if (cluster !== server) return
      log.warn('The demo database ended by itself; start it again')
      cluster = undefined
      started = undefined
      void worker?.terminate()
    })
    const passwords = { workers: newPassword(), watcher: newPassword() }
    await furnish(server, passwords)
    worker = startWorkload({ host: server.host, port: server.port, password: passwords.workers, seed: SEED }, log)
    log.info({ port: server.port }, 'The demo database runs')
    return { host: server.host, port: server.port, user: 'watchpost', password: passwords.watcher, database: 'postgres' }
  }

  const close = async (): Promise<void> => {
    const server = cluster
    cluster = undefined
    started = undefined
    await worker?.terminate()
    worker = undefined
    await server?.stop('immediate')
    if (place) await clearCluster(place, clock)
    try {
      rmdirSync(folder)
    } catch {
      // Not empty, or never made: then it is not ours to remove.
    }
  }

  return {
    available: () => {
      const found = findBinaries()
      return 'missing' in found ? { available: false, reason: found.missing } : { available: true, reason: '' }
    },
    start: () =>
      (started ??= open().catch(async (error: unknown) => {
        await close()
        throw new Error(wordsOf(error), { cause: error })
      })),
    stop: async () => {
      await started?.catch(() => undefined)
      await close()
    },
    running: () => cluster !== undefined,
  }
}

const newPassword = (): string => randomBytes(18).toString('base64url')

/** A thread of its own keeps the core's latency clean, ends with us however we end, and needs no second executable (inside Electron there is none to fork). */
function startWorkload(data: WorkloadData, log: Log): Worker {
  const worker = new Worker(new URL('./workload-thread.ts', import.meta.url), { workerData: data, resourceLimits: { maxOldGenerationSizeMb: 64 } })
  worker.on('message', (news: WorkloadNews) => log.debug(news, 'A demo session failed and goes on'))
  worker.on('error', (error) => log.error({ cause: wordsOf(error) }, 'The demo load ended; the demo database goes on without it'))
  return worker
}
