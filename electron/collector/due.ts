import type { ConnectionSettings } from '../../shared/model/server.ts'
import type { Probe } from '../catalog/define.ts'
import type { Facts } from './facts.ts'

const SAMPLING: Readonly<Record<ConnectionSettings['collectionRate'], number>> = { low: 10_000, high: 1_000 }

/** Ms between two readings of a probe; `stretch` is by how much the budget stretches it. */
export const cadence = (probe: Probe, settings: ConnectionSettings, stretch = 1): number =>
  (probe.every === 'sampling' ? SAMPLING[settings.collectionRate] : probe.every * 1000) * stretch

/** Seconds until the server cancels it. */
export const timeoutOf = (probe: Probe): number => probe.timeout ?? 5

/** The statement for this server (`by`: of those for each version), undefined when it cannot run there: too old, extension missing, wrong role, or nothing to ask. */
export function statementFor(probe: Probe, facts: Facts, by: Readonly<Record<string, string>> = probe.sql): string | undefined {
  if (probe.role !== undefined && (probe.role === 'standby') !== facts.identity.inRecovery) return undefined
  const version = probe.needs ? facts.extensions[probe.needs.extension]?.version : facts.version
  if (version === undefined) return undefined
  const [best] = Object.keys(by)
    .filter((since) => compareVersions(since, version) <= 0)
    .sort((a, b) => compareVersions(b, a))
  return best === undefined ? undefined : by[best]
}

/** Whether the connection's switches let it be read. */
export function switchedOn(probe: Probe, settings: ConnectionSettings): boolean {
  const name = probe.switch
  if (name === undefined) return true
  switch (name) {
    case 'samples':
      return settings.samples
    case 'locks':
      return settings.lockMonitoring
    case 'tables':
      return settings.tableMonitoring
    case 'queries':
      return settings.queryMonitoring
  }
}

/**
 * When each probe is due next, on a grid that late readings do not shift: `last` holds the instants of the grid, by the monotonic clock.
 * A probe never read is due at once.
 */
export function dueAt(probe: Probe, settings: ConnectionSettings, last: ReadonlyMap<string, number>, now: number, stretch = 1): number {
  const before = last.get(probe.id)
  return before === undefined ? now : before + cadence(probe, settings, stretch)
}

const rank = (probe: Probe): number => (probe.every === 'sampling' ? 0 : timeoutOf(probe))

/** The probes to read now, samples first, then fast ones. */
export function due(probes: readonly Probe[], settings: ConnectionSettings, last: ReadonlyMap<string, number>, now: number, stretch = 1): readonly Probe[] {
  return probes.filter((probe) => dueAt(probe, settings, last, now, stretch) <= now).sort((a, b) => rank(a) - rank(b))
}

/** The grid's instant a reading at `now` belongs to; when whole cadences were missed, the grid starts anew. */
export function gridInstant(dueSince: number, now: number, cadenceMs: number): number {
  return now - dueSince < cadenceMs ? dueSince : now
}

/** Versions as numbers between points: 1.10 is newer than 1.9. */
export function compareVersions(a: string, b: string): number {
  const [x, y] = [a.split('.').map(Number), b.split('.').map(Number)]
  for (let i = 0; i < Math.max(x.length, y.length); i++) {
    const order = (x[i] ?? 0) - (y[i] ?? 0)
    if (order !== 0) return order
  }
  return 0
}
