/** A healthy server watched beside a sick one, by the real clock: who is sick must not make the other late. */
import { createWatch, type Watch } from '../../electron/collector/watch.ts'
import { systemClock, type Clock } from '../../electron/kernel/clock.ts'
import { createLog } from '../../electron/kernel/log.ts'
import type { Batch, Block, Cell } from '../../shared/model/sample.ts'
import type { ConnectionSettings } from '../../shared/model/server.ts'
import { memoryBaselines, rowsOf } from './watch.ts'

export interface Seen {
  readonly watch: Watch
  readonly batches: readonly Batch[]
  blocks(probe: string): readonly Block[]
  rows(probe: string): readonly Record<string, Cell>[]
}

export interface Beside {
  readonly sick: Seen
  readonly healthy: Seen
  /** By how much the latest sample of the healthy one came after it was due, ms, up to now. */
  latest(): number
  stop(): Promise<void>
}

/** ms between two samples at the high rate */
export const INTERVAL = 1_000

/** A clock that runs faster than the real one from now on, so that minutes of cadence pass in seconds. */
export function quickClock(times: number): Clock {
  const [wall, mono] = [systemClock.now(), systemClock.mono()]
  const passed = (): number => (systemClock.mono() - mono) * times
  return { now: () => Math.round(wall + passed()), mono: passed, sleep: (ms, signal) => systemClock.sleep(ms / times, signal) }
}

function watchFor(settings: ConnectionSettings, clock: Clock, tablesLimit = 1_000): Seen {
  const batches: Batch[] = []
  const baselines = memoryBaselines()
  const watch = createWatch(settings, {
    clock,
    time: () => clock.now(),
    log: createLog('silent'),
    server: 'here',
    baselines,
    tablesLimit: () => tablesLimit,
    sink: {
      put: (batch, names) => {
        batches.push(batch)
        baselines.spooled(names, batch.instance.connection)
        return Promise.resolve()
      },
    },
  })
  const blocks = (probe: string): Block[] => batches.flatMap((batch) => batch.blocks.filter((block) => block.probe === probe))
  watch.start()
  return { watch, batches, blocks, rows: (probe) => blocks(probe).flatMap(rowsOf) }
}

/** The sick one may go by a clock of its own; the healthy one is held to the real one. */
export function watchBeside(settings: ConnectionSettings, healthy: ConnectionSettings, tablesLimit?: number, clock: Clock = systemClock): Beside {
  const good = watchFor({ ...healthy, id: 'healthy', name: 'healthy', collectionRate: 'high' }, systemClock)
  const bad = watchFor({ ...settings, id: 'sick', name: 'sick' }, clock, tablesLimit)
  return {
    sick: bad,
    healthy: good,
    latest: () => {
      const ends = good.blocks('sessions').map(({ end }) => end)
      return Math.max(...ends.slice(1).map((end, i) => end - (ends[i] ?? end) - INTERVAL))
    },
    stop: async () => {
      await Promise.all([good.watch.stop(), bad.watch.stop()])
    },
  }
}
