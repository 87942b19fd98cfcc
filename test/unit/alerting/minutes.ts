/** Minutes of an instance, as uploads bring them. */
import type { Block, Cell } from '../../../shared/model/sample.ts'
import type { StoredProblem } from '../../../electron/store/problems.ts'
import { aboutInstance, block, MINUTE, session, type Running } from '../platform/running.ts'

type Row = Readonly<Record<string, Cell>>

/** What one minute tells; what is not given is harmless. */
export interface Told {
  readonly backends?: number
  readonly deadlocks?: number
  /** Sessions that wait for others. */
  readonly blocked?: number
  /** seconds */
  readonly idle?: number
  /** Why there is no connection. */
  readonly down?: string
}

const ok = (probe: string): Row => ({ probe, outcome: 'ok', runs: 1, failures: 0, total_ms: 1, max_ms: 1, rows: 1 })

/** The readings of the minute that begins at `at`. */
export function minute(at: number, { backends = 5, deadlocks = 0, blocked = 0, idle = 0, down }: Told = {}): Block[] {
  const end = at + 30_000
  if (down !== undefined) return [block('self', end, [{ probe: 'connection', outcome: down, runs: 3, failures: 3, total_ms: 1, max_ms: 1, rows: 0 }])]
  const waiting = Array.from({ length: blocked }, (_, n) => session({ pid: String(200 + n), wait_event_type: 'Lock', blocked_by: '101' }))
  const idling = idle > 0 ? [session({ pid: '300', state: 'idle in transaction', query_age_s: idle, xact_age_s: idle })] : []
  return [
    block('sessions', at + 10_000, [...waiting, ...idling]),
    block('sessions', at + 20_000, [...waiting, ...idling]),
    aboutInstance(end),
    block('database', end, [{ datid: '1', database: 'shop', num_backends: backends, deadlocks }]),
    block('self', end, [ok('instance'), ok('database'), ok('sessions')]),
  ]
}

/** Stores a minute and what follows it at once, so that it is complete, and has the platform judge. */
export async function pass(platform: Running, told: Told | undefined, instance = {}): Promise<void> {
  const at = Math.floor(platform.clock.time / MINUTE) * MINUTE
  platform.clock.time = at + MINUTE + 1000
  if (told !== undefined) platform.store([...minute(at, told), block('self', at + MINUTE, [ok('self')])], instance)
  await platform.platform.watchOver()
}

/** Everything about problems that does not depend on when they were told. */
export function story({ config }: Pick<Running, 'config'>): readonly unknown[] {
  const { alerts } = config
  const all = [...alerts.openProblems(), ...alerts.resolvedProblems(0, 10_000)].sort((a, b) => a.since - b.since || (a.rule ?? '').localeCompare(b.rule ?? ''))
  return all.map(({ id, told: _told, instance: _instance, ...problem }: StoredProblem) => [
    problem,
    alerts.problemEvents(id).filter(({ event }) => event !== 'notified'),
  ])
}
