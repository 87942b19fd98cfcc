/** Other people's collectors, from Debian's packages, each over the same server. */
import { execFileSync, spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { cpSync, existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import type { Cluster } from '../../electron/demo/postgres.ts'
import { until } from '../../test/help/watch.ts'
import { IDLE_MS, work } from './collect-load.ts'
import { difference, spent, usual } from './collect-spent.ts'

export const PACKAGES = ['prometheus-postgres-exporter', 'postgresql-15-powa']
const ROUNDS = 5

export interface PeerCost {
  /** Execution plus planning of one collection, ms, the mean of the middle half of some. */
  readonly ms: number
  readonly note: string
}

/** Debian's PostgreSQL 15 with its extensions, copied so that PoWA can lie beside them; undefined where the packages cannot be had. */
export function peers(folder: string): string | undefined {
  if (!existsSync('/usr/lib/postgresql/15/bin/postgres')) return undefined
  for (const part of ['usr/lib/postgresql/15', 'usr/share/postgresql/15']) cpSync(join('/', part), join(folder, part), { recursive: true, dereference: true })
  try {
    execFileSync('apt-get', ['download', ...PACKAGES], { cwd: folder, stdio: 'ignore' })
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.deb'))) execFileSync('dpkg', ['-x', file, '.'], { cwd: folder })
  } catch {
    return undefined
  }
  return join(folder, 'usr/lib/postgresql/15/bin')
}

/** Columns were renamed in PostgreSQL 13; the file that is shipped has the old names. */
const corrected = (yaml: string): string => yaml.replace(/(?<!as )\b(total|min|max|mean|stddev)_time \/ 1000/g, '$1_exec_time / 1000')

/** An exporter that runs. */
export interface Exporter {
  /** One scrape, after the work of that minute. */
  scrape(minute: number): Promise<void>
  cost(): PeerCost
  stop(): void
}

export async function startExporter(client: pg.Client, cluster: Cluster, folder: string, withQueries: boolean): Promise<Exporter> {
  const [port, file, user] = [cluster.port + (withQueries ? 2 : 1), join(folder, 'queries.yaml'), withQueries ? 'exporter_queries' : 'exporter']
  writeFileSync(file, corrected(readFileSync(join(folder, 'usr/share/doc/prometheus-postgres-exporter/examples/queries.yaml'), 'utf8')))
  const child = spawn(
    join(folder, 'usr/bin/prometheus-postgres-exporter'),
    [`--web.listen-address=127.0.0.1:${String(port)}`, ...(withQueries ? [`--extend.query-path=${file}`] : [])],
    {
      env: { PATH: '/usr/bin:/bin', DATA_SOURCE_NAME: `postgresql://${user}:watch@${cluster.host}:${String(cluster.port)}/postgres?sslmode=disable` },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-4_000)))
  const metrics = async (): Promise<string> => (await fetch(`http://127.0.0.1:${String(port)}/metrics`)).text()
  await until(
    () =>
      metrics().then(
        (text) => text.includes('pg_up 1'),
        () => false,
      ),
    'the exporter',
    60_000,
  ).catch(() => {
    child.kill()
    throw new Error(`the exporter does not answer: ${said}`)
  })
  const costs: number[] = []
  let bytes = 0
  return {
    scrape: async (minute) => {
      const before = await spent(client, user)
      await work(client, minute)
      await wait(IDLE_MS)
      bytes = (await metrics()).length
      costs.push(difference(before, await spent(client, user)))
    },
    cost: () => ({
      ms: usual(costs),
      note: `${(bytes / 1e6).toFixed(1)} MB of metrics a scrape; ${String(costs.length)} scrapes: ${costs.map((ms) => ms.toFixed(1)).join(', ')}`,
    }),
    stop: () => void child.kill(),
  }
}

export async function powa(client: pg.Client): Promise<PeerCost> {
  await client.query('create extension if not exists btree_gist; create extension if not exists powa')
  const costs: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    await work(client, 100 + round)
    await wait(IDLE_MS)
    const read = async (): Promise<number> => {
      const { rows } = await client.query<{ ms: number | null }>(
        `select sum(total_exec_time + total_plan_time) as ms from pg_stat_statements where query = 'select powa_take_snapshot()' and toplevel`,
      )
      return rows[0]?.ms ?? 0
    }
    const before = await read()
    await client.query('select powa_take_snapshot()')
    costs.push((await read()) - before)
  }
  return { ms: usual(costs), note: `${String(ROUNDS)} snapshots: ${costs.map((ms) => ms.toFixed(1)).join(', ')}` }
}
