import type { ConnectionSettings } from '../../shared/model/server.ts'
import type { Probe } from '../catalog/define.ts'
import { readMachine, type Machine } from './machine.ts'
import { toReading } from './reading.ts'
import type { Readings } from './readings.ts'

const HOST = ['host', 'disks', 'networks', 'file-systems'] as const
/** Probes that are read from the system rather than from PostgreSQL. */
export const HOST_PROBES: ReadonlySet<string> = new Set(HOST)

const rowsOf = (machine: Machine, probe: string): Machine['host'] => HOST.flatMap((id) => (id === probe ? machine[id] : []))

/** Our own machine is one set of counters until it is started anew. */
const identityOf = (boot: string) => ({ system: boot, timeline: null, inRecovery: false, seesAll: true, extension: null, startedAt: 0 })

export interface Host {
  /** Reads one of the probes of the machine; nothing where the system is not one we can read. */
  read(probe: Probe, readings: Readings, settings: ConnectionSettings, time: () => number): Promise<void>
}

export function createHost(): Host {
  const kept: { machine?: Machine; at?: number } = {}
  return {
    read: async (probe, readings, settings, time) => {
      const start = performance.now()
      const now = time()
      // All four are of one instant.
      if (kept.machine === undefined || kept.at !== now) Object.assign(kept, { machine: await readMachine(kept.machine), at: now })
      if (kept.machine === undefined) return
      const rows = rowsOf(kept.machine, probe.id)
      const names = Object.keys(probe.columns)
      const cells = rows.map((row) => names.map((name) => row[name] ?? null))
      await readings.take(probe, toReading(probe, names, cells, now, identityOf(kept.machine.boot)), settings)
      readings.tally.note(probe.id, performance.now() - start, rows.length)
    },
  }
}
