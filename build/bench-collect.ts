/**
 * `npm run bench -- collect`: what one collection costs the monitored server, in ms of execution and planning by its own pg_stat_statements, side by side in
 * one run: ours, prometheus-postgres-exporter and PoWA, both from Debian's packages. 5,000 statements with long texts (nearly full), 1,000 tables, 2,000 indexes.
 * Gated are the readings that all of them, or one of them, make; every further reading of ours is printed with its own cost.
 *
 *   npm run bench -- collect [--minutes N]
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startCluster, type Cluster } from '../electron/demo/postgres.ts'
import { systemClock } from '../electron/kernel/clock.ts'
import { fill } from './bench/collect-load.ts'
import { ours } from './bench/collect-ours.ts'
import { PACKAGES, peers, powa, startExporter, type Exporter } from './bench/collect-peers.ts'

const SETTINGS = {
  shared_preload_libraries: 'pg_stat_statements,powa',
  // More than there ever are: what the server forgot would have cost nothing.
  'pg_stat_statements.max': '6000',
  'pg_stat_statements.track_planning': 'on',
  'powa.frequency': '-1',
  fsync: 'off',
  track_io_timing: 'on',
  autovacuum: 'off',
  max_locks_per_transaction: '4096',
}
const print = (line: string): boolean => process.stdout.write(`${line}\n`)
const ms = (value: number): string => `${value.toFixed(2).padStart(8)} ms`

/** Prints the costs and their relations; false when a gate is not met. */
export async function bench(args: readonly string[]): Promise<boolean> {
  const minutes = Number(args[args.indexOf('--minutes') + 1] ?? NaN) || 20
  const folder = mkdtempSync(join(tmpdir(), 'watchpost-bench-'))
  chmodSync(folder, 0o755)
  let cluster: Cluster | undefined
  const exporters: Exporter[] = []
  try {
    const binaries = peers(folder)
    if (binaries === undefined) {
      print(`The peers cannot be had here: it takes Debian's postgresql-15 and apt-get download ${PACKAGES.join(' ')}`)
      return false
    }
    cluster = await startCluster({ binaries, clock: systemClock, settings: SETTINGS })
    const client = new pg.Client({ host: cluster.host, port: cluster.port, user: cluster.user, password: cluster.password, database: 'postgres' })
    client.on('error', () => undefined)
    await client.connect()
    await client.query(
      `create extension pg_stat_statements; create role watcher login password 'watch me' in role pg_monitor; create role exporter superuser login password 'watch'; create role exporter_queries superuser login password 'watch'`,
    )
    const filled = await fill(client)
    print(
      `${String(filled.statements)} statements of ${String(filled.text)} characters on average; ${String(minutes)} minutes of ours, the middle half of them and of the peers' collections`,
    )
    for (const withQueries of [false, true]) exporters.push(await startExporter(client, cluster, folder, withQueries))
    // In turns, because the machine is now faster, now slower.
    const own = await ours(client, cluster, minutes, filled.text, async (minute) => {
      for (const exporter of exporters) await exporter.scrape(minute)
    })
    const [bare, queries] = exporters.map((exporter) => exporter.cost())
    if (bare === undefined || queries === undefined) throw new Error('an exporter is missing')
    const snapshot = await powa(client)
    await client.end()

    for (const [name, cost] of own.counted) print(`${ms(cost)}   ${name}`)
    print(`${ms(own.ms)} a minute: ours, the readings above`)
    print(`${ms(bare.ms)} a collection: the exporter's bare defaults; ${bare.note}`)
    print(`${ms(queries.ms)} a collection: the exporter with its query file; ${queries.note}`)
    print(`${ms(snapshot.ms)} a collection: PoWA; ${snapshot.note}`)
    print('Further readings of ours, each a minute:')
    for (const [name, cost] of own.further) print(`${ms(cost)}   ${name}`)
    print(
      `${ms(own.agentMs)} CPU of the agent a minute; ${(own.bytes / 1024).toFixed(0)} KB down; select * from pg_stat_statements: ${(own.naive / 1024).toFixed(0)} KB`,
    )
    const gates = [
      ['of the exporter with its query file', own.ms / queries.ms, 0.2, 0.12],
      ["of the exporter's bare defaults", own.ms / bare.ms, 1.1, 0.8],
      ['of a PoWA snapshot', own.ms / snapshot.ms, 0.08, 0.05],
      ['of the bytes of select * from pg_stat_statements, all readings counted', own.bytes / own.naive, 0.012, 0.006],
    ] as const
    for (const [name, share, gate, goal] of gates)
      print(
        `${share.toFixed(4)} ${name}   gate ${String(gate)} ${share <= gate ? 'met' : 'NOT MET'}, goal ${String(goal)} ${share <= goal ? 'met' : 'not met'}`,
      )
    return gates.every(([, share, gate]) => share <= gate)
  } finally {
    for (const exporter of exporters) exporter.stop()
    await cluster?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
