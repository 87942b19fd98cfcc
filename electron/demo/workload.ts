import pg from 'pg'
import type { Clock } from '../kernel/clock.ts'
import { analytics } from './analytics.ts'
import { billing } from './billing.ts'
import { copyIn } from './copy-in.ts'
import type { Crew, Range, Step, Transaction } from './crews.ts'
import { createRandom, type Random } from './random.ts'
import { intensity } from './rhythm.ts'
import { shop } from './shop.ts'

export const crews: readonly Crew[] = [...shop, ...billing, ...analytics]

export interface WorkloadOptions {
  readonly host: string
  readonly port: number
  /** Of every working role. */
  readonly password: string
  readonly seed: number
  readonly clock: Clock
  /** Told of every failed transaction and lost connection; the session goes on. */
  readonly failed: (application: string, error: unknown) => void
}

/** Works for as long as its thread lives. Never rejects: a session that loses its connection makes a new one. */
export async function runWorkload(o: WorkloadOptions): Promise<void> {
  const begun = o.clock.mono()
  const sessions = crews.flatMap((crew) => Array.from({ length: crew.sessions }, () => crew))
  await Promise.all(sessions.map((crew, i) => keepWorking(crew, createRandom(o.seed + i * 7919), begun, o)))
}

async function keepWorking(crew: Crew, random: Random, begun: number, o: WorkloadOptions): Promise<void> {
  for (;;) {
    const client = new pg.Client({
      host: o.host,
      port: o.port,
      user: crew.user,
      password: o.password,
      database: crew.database,
      application_name: crew.application,
      connectionTimeoutMillis: 5000,
    })
    // Without a listener a connection lost between two queries would end the process.
    client.on('error', (error) => o.failed(crew.application, error))
    try {
      await client.connect()
      await work(client, crew, random, begun, o)
    } catch (error) {
      o.failed(crew.application, error)
    } finally {
      void client.end().catch(() => undefined)
    }
    await o.clock.sleep(random.int(1000, 3000))
  }
}

/** One session: think, choose, do. Ends with an error when its connection is gone. */
async function work(client: pg.Client, crew: Crew, random: Random, begun: number, o: WorkloadOptions): Promise<void> {
  for (;;) {
    const busy = intensity(crew.rhythm, (o.clock.mono() - begun) / 1000)
    await o.clock.sleep(busy === 0 ? 1000 : random.int(...crew.think) / busy)
    const transaction = busy > 0 && choose(crew.transactions, random)
    if (transaction) await perform(client, crew, transaction, random, o)
  }
}

/** By weight. */
export function choose(transactions: readonly Transaction[], random: Random): Transaction | undefined {
  let ticket = random.next() * transactions.reduce((sum, t) => sum + t.weight, 0)
  return transactions.find((t) => (ticket -= t.weight) < 0)
}

async function perform(client: pg.Client, crew: Crew, transaction: Transaction, random: Random, o: WorkloadOptions): Promise<void> {
  const about = random.int(...(transaction.about ?? [0, 0]))
  try {
    if (transaction.begin) await client.query(transaction.begin)
    for (const step of transaction.steps) await take(client, step, random, about, o)
    if (transaction.begin) await client.query('commit')
  } catch (error) {
    o.failed(crew.application, error)
    // Fails when the connection is gone, and so ends the session.
    await client.query('rollback')
  }
}

async function take(client: pg.Client, step: Step, random: Random, about: number, o: WorkloadOptions): Promise<void> {
  const pause = (range: Range): Promise<void> => o.clock.sleep(random.int(...range))
  if ('pause' in step && !('copy' in step)) return pause(step.pause)
  if ('sql' in step) {
    await client.query(step.sql, [...(step.values?.(random, about) ?? [])])
    return
  }
  await copyIn(client, step.copy, async function* () {
    const portions = random.int(...step.portions)
    for (let n = 0; n < portions; n++) {
      yield Array.from({ length: step.rows }, () => `${step.line(random)}\n`).join('')
      await pause(step.pause)
    }
  })
}
