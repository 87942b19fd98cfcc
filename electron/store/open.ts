import type { Clock } from '../kernel/clock.ts'
import { createLog, type Log } from '../kernel/log.ts'
import { probes as catalog } from '../catalog/probes/_all.generated.ts'
import type { Probe } from '../catalog/define.ts'
import type { Config, WriteHistory } from './store.ts'

export interface HistoryOptions {
  /** Told of readings that had to be kept out and of blocks that cannot be read. */
  readonly log?: Log
  readonly probes?: readonly Probe[]
}

export function openHistory(file: string, clock: Clock, { log = createLog('warn'), probes = catalog }: HistoryOptions = {}): WriteHistory {
  throw new Error(`${file} ${clock.now()} ${log.level} ${probes.length}`)
}
export function openConfig(file: string, clock: Clock): Config {
  throw new Error(`${file} ${clock.now()}`)
}
