/** What a minute of our own collection costs the server, by what is read, and what it costs the agent. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { probes } from '../../electron/catalog/probes/_all.generated.ts'
import type { Probe } from '../../electron/catalog/define.ts'
import type { Cluster } from '../../electron/demo/postgres.ts'
import { USUAL_SETTINGS, type ConnectionSettings } from '../../shared/model/server.ts'
import { startWatch, until, type Watched } from '../../test/help/watch.ts'
import { IDLE_MS, NEW_EACH_MINUTE, TABLES, work } from './collect-load.ts'
import { holdClock } from '../../test/help/clock.ts'
import { byPurpose, spent, usual, type Spent } from './collect-spent.ts'

const MINUTE = 60_000
const SAMPLES = 6
const BATCH_MS = IDLE_MS / SAMPLES
/** Minutes that do not count: until all texts are known, and everything goes over the session that lasts. */
const WARM = 10
const HOUR = 60

/** Of the probes, those that are no part of the comparison: no peer reads them in its usual setting, or not all of what they read. What has no probe is counted. */
const COUNTED = [
  'statements',
  'tables',
  'indexes',
  'sessions',
  'database',
  'database-size',
  'background',
  'wal',
  'archiver',
  'replication',
  'slots',
  'locks',
  'wraparound',
  'instance',
  'settings',
]
/** In how many minutes texts of new statements are read, that take so long, by the rule of the collector where they make little of the time: a ninety-thousandth of the time, but once in an hour. */
const textsShare = (ms: number): number => Math.min(1, Math.max(MINUTE / 90_000 / ms, 1 / 60))

/** How the collector calls what looks at files of what moved, each ten minutes. */
const SIZES = ' sizes'

const isHourly = (what: string): boolean => probeOf(what)?.every === 3600 || wholeEvery(probeOf(what)) === 3600

const probeOf = (what: string): Probe | undefined => (probes as readonly Probe[]).find(({ id }) => id === what)

/** As the peers' collections are reckoned, by the middle half of the minutes; what is done once in ten minutes makes one of them the dearest by far, which counts for a tenth. */
function usualMinute(what: string, costs: readonly number[]): number {
  const most = usual(costs)
  const { every } = probeOf(what) ?? {}
  return every === 600 || what.endsWith(SIZES) ? most + Math.max(0, Math.max(...costs) - most) / 10 : most
}

export interface OwnCost {
  /** ms a minute of what is compared. */
  readonly ms: number
  readonly counted: readonly (readonly [what: string, ms: number])[]
  readonly further: readonly (readonly [what: string, ms: number])[]
  /** CPU of the agent, ms a minute. */
  readonly agentMs: number
  /** Bytes from the server, a minute, with a part of the first reading of everything, which comes again each six hours, and of what is read hourly. */
  readonly bytes: number
  /** Bytes of everything pg_stat_statements tells, read once. */
  readonly naive: number
}

/** `text` is the length of a statement; `peers` collect after each minute of ours. */
export async function ours(client: pg.Client, cluster: Cluster, minutes: number, text: number, peers: (minute: number) => Promise<void>): Promise<OwnCost> {
  const sockets: Socket[] = []
  const remember = (message: unknown): void => {
    const { socket } = message as { readonly socket: Socket }
    // Others go to an exporter.
    socket.once('connect', () => socket.remotePort === cluster.port && sockets.push(socket))
  }
  subscribe('net.client.socket', remember)
  const received = (): number => sockets.reduce((sum, { bytesRead }) => sum + bytesRead, 0)
  const watched = startWatch(settingsFor(cluster), { tablesLimit: 10 * TABLES, clock: holdClock(undefined, true) })
  try {
    await until(() => watched.rows('indexes').length >= 2 * TABLES, 'the first reading', 60_000)
    await wait(2_000)
    const whole = received()
    const warm = [await spent(client, 'watcher')]
    const first = await byPurpose(client, new Map(), warm[0] ?? new Map())
    let end = watched.clock.mono()
    for (let minute = 0; minute < WARM; minute++) {
      await work(client, minute)
      await oneMinute(watched, (end += MINUTE))
      warm.push(await spent(client, 'watcher'))
    }
    const texts = await least(client, warm, 'texts')
    const readings = warm.slice(-1)
    const bytes = received()
    let agentMs = 0
    for (let minute = 0; minute < minutes; minute++) {
      await work(client, WARM + minute)
      const cpu = process.cpuUsage()
      await oneMinute(watched, (end += MINUTE))
      const { user, system } = process.cpuUsage(cpu)
      agentMs += (user + system) / 1000
      readings.push(await spent(client, 'watcher'))
      await peers(WARM + minute)
    }
    const down = received() - bytes
    const each: ReadonlyMap<string, number>[] = []
    for (const [n, after] of readings.entries()) if (n > 0) each.push(await byPurpose(client, readings[n - 1] ?? after, after))
    const hour = await restOfHour(client, watched, end, WARM + minutes, received)
    const perMinute = [...new Set(['texts', ...each.flatMap((minute) => [...minute.keys()])])].map((what) => {
      if (what === 'texts') return [what, texts * textsShare(texts)] as const
      const costs = each.map((minute) => minute.get(what) ?? 0)
      const whole = (isHourly(what) ? hour.costs : first).get(what) ?? 0
      const cost = probeOf(what)?.every === 3600 ? whole / HOUR : usualMinute(what, costs) + (whole * MINUTE) / 1000 / wholeEvery(probeOf(what))
      return [what, cost] as const
    })
    const isFurther = (what: string): boolean => (probes as readonly Probe[]).some(({ id }) => id === what) && !COUNTED.includes(what)
    const sorted = perMinute.filter(([, ms]) => ms > 0).sort(([, a], [, b]) => b - a)
    const counted = sorted.filter(([what]) => !isFurther(what))
    return {
      ms: counted.reduce((sum, [, ms]) => sum + ms, 0),
      counted,
      further: sorted.filter(([what]) => isFurther(what)),
      agentMs: agentMs / minutes,
      bytes: down / minutes + whole / 360 + (hour.bytes - (hour.minutes * down) / minutes) / HOUR + NEW_EACH_MINUTE * text,
      naive: await bytesOf(client, 'select * from pg_stat_statements'),
    }
  } finally {
    unsubscribe('net.client.socket', remember)
    await watched.watch.stop()
  }
}

interface Hour {
  /** ms of what is done once in it. */
  readonly costs: ReadonlyMap<string, number>
  /** Its last minutes, and what came in them. */
  readonly minutes: number
  readonly bytes: number
}

/** The hour to its end, when everything hourly is done again. Its last minutes have their work like those that were counted, so that caches are no warmer. */
async function restOfHour(client: pg.Client, watched: Watched, from: number, minute: number, received: () => number): Promise<Hour> {
  const idle = Math.max(0, HOUR - 2 - minute)
  let end = from
  for (let n = 0; n < idle; n++) await oneMinute(watched, (end += MINUTE))
  const [bytes, minutes] = [received(), 5]
  const each: ReadonlyMap<string, number>[] = []
  for (let n = 0; n < minutes; n++) {
    await work(client, minute + n)
    const before = await spent(client, 'watcher')
    await oneMinute(watched, (end += MINUTE))
    each.push(await byPurpose(client, before, await spent(client, 'watcher')))
  }
  if (
    !watched
      .blocks('indexes')
      .slice(-minutes)
      .some(({ rows }) => rows >= 2 * TABLES)
  )
    throw new Error('the hour has ended without a whole reading')
  const names = [...new Set(each.flatMap((one) => [...one.keys()]))]
  return { costs: new Map(names.map((what) => [what, Math.max(...each.map((one) => one.get(what) ?? 0))])), minutes, bytes: received() - bytes }
}

/** The least that a minute cost in which it was done. */
async function least(client: pg.Client, readings: readonly Spent[], what: string): Promise<number> {
  const costs: number[] = []
  for (const [n, after] of readings.entries()) if (n > 0) costs.push((await byPurpose(client, readings[n - 1] ?? after, after)).get(what) ?? 0)
  return Math.min(...costs.filter((ms) => ms > 0))
}

const settingsFor = ({ host, port }: Cluster): ConnectionSettings => ({
  ...USUAL_SETTINGS,
  ...{ id: 'c', name: 'bench', host, port, user: 'watcher', password: 'watch me', database: 'postgres', sslmode: 'disable', tags: '' },
})

/** Six samples and one reading of everything. A minute is as long as a minute: what passed by itself meanwhile is a part of it. */
async function oneMinute(watched: Watched, end: number): Promise<void> {
  const indexes = watched.blocks('indexes').length
  for (let sample = 0; sample < SAMPLES; sample++) {
    watched.clock.advance(Math.max(0, end - ((SAMPLES - 1 - sample) * MINUTE) / SAMPLES - watched.clock.mono()))
    await wait(BATCH_MS)
  }
  // A round that found the one before still busy comes a little later.
  const round = async (): Promise<boolean> => {
    if (watched.blocks('indexes').length > indexes) return true
    await wait(BATCH_MS)
    watched.clock.advance(1_000)
    return false
  }
  await until(round, 'a minute', 60_000)
  await wait(BATCH_MS)
}

/** Seconds between two readings of everything; infinite where every reading is one. */
const wholeEvery = (probe: Probe | undefined): number => Math.min(probe?.wholeEvery ?? Infinity, probe?.marked?.wholeEvery ?? Infinity)

async function bytesOf(client: pg.Client, sql: string): Promise<number> {
  const { stream } = (client as unknown as { readonly connection: { readonly stream: Socket } }).connection
  const before = stream.bytesRead
  await client.query(sql)
  return stream.bytesRead - before
}
