/**
 * `npm run bench -- collect`: what one collection costs the monitored server, in ms of execution and planning by its own pg_stat_statements, side by side in
 * one run: ours, prometheus-postgres-exporter and PoWA, both from Debian's packages. 5,000 statements with long texts (nearly full), 1,000 tables, 2,000 indexes.
 *
 *   npm run bench -- collect [--minutes N]
 */
import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { startCluster, type Cluster } from '../electron/demo/postgres.ts'
import { systemClock } from '../electron/kernel/clock.ts'
import { type ConnectionSettings, USUAL_SETTINGS } from '../shared/model/server.ts'
import { startWatch, until } from '../test/help/watch.ts'

const STATEMENTS = 4_800
const CHANGED = 560
const TABLES = 1_000
const TEXT = 2_900
const ROUNDS = 5
const MINUTE = 60_000
const PACKAGES = ['prometheus-postgres-exporter', 'postgresql-15-powa']
const print = (line: string): boolean => process.stdout.write(`${line}\n`)
const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN

/** Debian's PostgreSQL 15 with its extensions, copied so that PoWA can lie beside them; undefined where the packages cannot be had. */
function peers(folder: string): string | undefined {
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

/** One long statement of its own shape per number. */
const statement = (i: number): string =>
  `select 1 as c${String(i)}${Array.from({ length: Math.floor(TEXT / 40) }, (_, k) => `, 1 as a_long_name_for_column_${String(k)}_${String(i)}`).join('')}`

async function fill(client: pg.Client): Promise<void> {
  await client.query(`do $$ begin for i in 1..${String(TABLES)} loop
    execute format('create table t%s (id int primary key, v int)', i); execute format('create index on t%s (v)', i); execute format('insert into t%s select g, g from generate_series(1, 20) g', i);
  end loop; end $$`)
  for (let i = 0; i < STATEMENTS; i += 100) await client.query(Array.from({ length: 100 }, (_, k) => statement(i + k)).join(';'))
  await client.query('analyze')
}

/** What a minute of work changes. */
async function work(client: pg.Client): Promise<void> {
  for (let i = 0; i < CHANGED; i += 80) await client.query(Array.from({ length: 80 }, (_, k) => statement(i + k)).join(';'))
  for (let i = 1; i <= 100; i++) await client.query(`select v from t${String(i)} where id = 3`)
}

interface Cost {
  readonly ms: number
  readonly parts: string
}

async function spent(client: pg.Client, user: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await client.query<{ queryid: string; ms: number }>(
    `select queryid::text, total_exec_time + total_plan_time as ms from pg_stat_statements(false) where userid = '${user}'::regrole and toplevel`,
  )
  return new Map(rows.map(({ queryid, ms }) => [queryid, ms]))
}

const difference = (before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): number =>
  [...after].reduce((sum, [id, ms]) => sum + ms - (before.get(id) ?? 0), 0)

async function ours(client: pg.Client, cluster: Cluster, minutes: number): Promise<Cost> {
  const settings: ConnectionSettings = {
    id: 'c',
    name: 'bench',
    host: cluster.host,
    port: cluster.port,
    user: 'watcher',
    password: 'watch me',
    database: 'postgres',
    sslmode: 'disable',
    tags: '',
    ...USUAL_SETTINGS,
  }
  const watched = startWatch(settings, { tablesLimit: 10 * TABLES })
  try {
    await until(() => watched.rows('indexes').length >= 2 * TABLES, 'the first reading', 60_000)
    await wait(2_000)
    const before = await spent(client, 'watcher')
    for (let minute = 0; minute < minutes; minute++) {
      await work(client)
      await wait(600)
      for (let sample = 0; sample < 6; sample++) {
        const [samples, statements] = [watched.blocks('sessions').length, watched.blocks('indexes').length]
        watched.clock.advance(MINUTE / 6)
        if (sample === 5) await until(() => watched.blocks('indexes').length > statements, 'a minute', 30_000)
        else await until(() => watched.blocks('sessions').length > samples, 'a sample', 30_000).catch(() => undefined)
      }
    }
    await wait(1_500)
    const ms = difference(before, await spent(client, 'watcher')) / minutes
    const { rows } = await client.query<{ queryid: string; head: string }>(
      `select queryid::text, left(regexp_replace(query, '\\s+', ' ', 'g'), 90) as head from pg_stat_statements where userid = 'watcher'::regrole and toplevel`,
    )
    const after = await spent(client, 'watcher')
    const parts = rows
      .map(({ queryid, head }) => ({ head, ms: ((after.get(queryid) ?? 0) - (before.get(queryid) ?? 0)) / minutes }))
      .sort((a, b) => b.ms - a.ms)
    return {
      ms,
      parts: parts
        .slice(0, 30)
        .map(({ head, ms: each }) => `\n           ${each.toFixed(2).padStart(6)} ${head}`)
        .join(''),
    }
  } finally {
    await watched.watch.stop()
  }
}

/** Columns were renamed in PostgreSQL 13; the file that is shipped has the old names. */
const corrected = (yaml: string): string => yaml.replace(/(?<!as )\b(total|min|max|mean|stddev)_time \/ 1000/g, '$1_exec_time / 1000')

async function exporter(client: pg.Client, cluster: Cluster, folder: string, withQueries: boolean): Promise<Cost> {
  const [port, file] = [cluster.port + 1, join(folder, 'queries.yaml')]
  writeFileSync(file, corrected(readFileSync(join(folder, 'usr/share/doc/prometheus-postgres-exporter/examples/queries.yaml'), 'utf8')))
  const child = spawn(
    join(folder, 'usr/bin/prometheus-postgres-exporter'),
    [`--web.listen-address=127.0.0.1:${String(port)}`, ...(withQueries ? [`--extend.query-path=${file}`] : [])],
    {
      env: { PATH: '/usr/bin:/bin', DATA_SOURCE_NAME: `postgresql://exporter:watch@${cluster.host}:${String(cluster.port)}/postgres?sslmode=disable` },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-4_000)))
  try {
    const scrape = async (): Promise<string> => (await fetch(`http://127.0.0.1:${String(port)}/metrics`)).text()
    await until(
      () =>
        scrape().then(
          (text) => text.includes('pg_up 1'),
          () => false,
        ),
      'the exporter',
      60_000,
    ).catch(() => Promise.reject(new Error(`the exporter does not answer: ${said}`)))
    const costs: number[] = []
    let bytes = 0
    for (let round = 0; round < ROUNDS; round++) {
      await work(client)
      const before = await spent(client, 'exporter')
      bytes = (await scrape()).length
      costs.push(difference(before, await spent(client, 'exporter')))
    }
    return {
      ms: median(costs),
      parts: `${(bytes / 1e6).toFixed(1)} MB of metrics a scrape; ${String(ROUNDS)} scrapes: ${costs.map((ms) => ms.toFixed(1)).join(', ')}`,
    }
  } finally {
    child.kill()
  }
}

async function powa(client: pg.Client): Promise<Cost> {
  const notices: string[] = []
  client.on('notice', ({ message }) => notices.push(message ?? ''))
  await client.query('create extension if not exists btree_gist; create extension if not exists powa')
  const costs: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    await work(client)
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
  return { ms: median(costs), parts: `${costs.map((ms) => ms.toFixed(1)).join(', ')} ${[...new Set(notices)].slice(0, 8).join(' | ')}` }
}

/** Prints the costs and their relations; false when a gate is not met. */
export async function bench(args: readonly string[]): Promise<boolean> {
  const minutes = Number(args[args.indexOf('--minutes') + 1] ?? NaN) || 10
  const folder = mkdtempSync(join(tmpdir(), 'watchpost-bench-'))
  chmodSync(folder, 0o755)
  let cluster: Cluster | undefined
  try {
    const binaries = peers(folder)
    if (binaries === undefined) {
      print(`The peers cannot be had here: it takes Debian's postgresql-15 and apt-get download ${PACKAGES.join(' ')}`)
      return false
    }
    const settings = {
      shared_preload_libraries: 'pg_stat_statements,powa',
      'pg_stat_statements.max': '5000',
      'pg_stat_statements.track_planning': 'on',
      'powa.frequency': '-1',
    }
    cluster = await startCluster({
      binaries,
      clock: systemClock,
      settings: { ...settings, fsync: 'off', track_io_timing: 'on', autovacuum: 'off', max_locks_per_transaction: '4096' },
    })
    const client = new pg.Client({ host: cluster.host, port: cluster.port, user: cluster.user, password: cluster.password, database: 'postgres' })
    client.on('error', () => undefined)
    await client.connect()
    await client.query(
      `create extension pg_stat_statements; create role watcher login password 'watch me' in role pg_monitor; create role exporter superuser login password 'watch'`,
    )
    await fill(client)
    const own = await ours(client, cluster, minutes)
    const costs = {
      ours: own,
      bare: await exporter(client, cluster, folder, false),
      queries: await exporter(client, cluster, folder, true),
      powa: await powa(client),
    }
    await client.end()
    for (const [name, { ms, parts }] of Object.entries(costs)) print(`${name.padEnd(8)} ${ms.toFixed(1).padStart(7)} ms a collection   ${parts}`)
    const gates = [
      ['of the exporter with its query file', costs.queries.ms, 0.2, 0.12],
      ["of the exporter's bare defaults", costs.bare.ms, 1.1, 0.8],
      ['of a PoWA snapshot', costs.powa.ms, 0.08, 0.05],
    ] as const
    const shares = gates.map(([name, against, gate, goal]) => ({ name, share: costs.ours.ms / against, gate, goal }))
    for (const { name, share, gate, goal } of shares)
      print(
        `${share.toFixed(3)} ${name}   gate ${String(gate)} ${share <= gate ? 'met' : 'NOT MET'}, goal ${String(goal)} ${share <= goal ? 'met' : 'not met'}`,
      )
    return shares.every(({ share, gate }) => share <= gate)
  } finally {
    await cluster?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
