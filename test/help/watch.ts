/** A watch whose sink, baselines and clock the test holds. */
import { deserialize, serialize } from 'node:v8'
import { setTimeout as wait } from 'node:timers/promises'
import type { RawReading } from '../../electron/collector/reading.ts'
import { createWatch, type Baselines, type ReadingName, type Watch } from '../../electron/collector/watch.ts'
import { createLog, type LogLevel } from '../../electron/kernel/log.ts'
import type { Batch, Block, Cell } from '../../shared/model/sample.ts'
import type { ConnectionSettings } from '../../shared/model/server.ts'
import { holdClock, type HeldClock } from './clock.ts'

export interface Watched {
  readonly watch: Watch
  readonly clock: HeldClock
  readonly batches: readonly { readonly batch: Batch; readonly names: readonly ReadingName[] }[]
  /** Every row of a probe so far, with the flags of its block. */
  rows(probe: string): readonly Record<string, Cell>[]
  blocks(probe: string): readonly Block[]
  /** Lets the time pass and resolves with the blocks that a round over `probe` then handed over. */
  after(ms: number, probe: string): Promise<Block>
  /** While set, the sink refuses. */
  refuse(on: boolean): void
  /** The sink takes nothing until the function that this returns is called, as on a disk that does not answer. */
  hold(): () => void
  /** How many batches wait for it. */
  held(): number
  /** How many batches it has refused; with a probe, those that had something of it. */
  refused(probe?: string): number
}

/** Baselines in memory, through the serialization a real one uses. */
export function memoryBaselines(): Baselines & { spooled(names: readonly ReadingName[], connection: string): void } {
  const kept = new Map<string, Buffer[]>()
  const newest = new Map<string, number>()
  return {
    keep: (connection, probe, reading) => {
      const all = kept.get(`${connection}/${probe}`) ?? []
      all.push(serialize(reading))
      kept.set(`${connection}/${probe}`, all)
      return Promise.resolve(all.length - 1)
    },
    newest: (connection, probe) => {
      const number = newest.get(`${connection}/${probe}`)
      const found = number === undefined ? undefined : kept.get(`${connection}/${probe}`)?.[number]
      return Promise.resolve(found && (deserialize(found) as RawReading))
    },
    spooled: (names, connection) => {
      for (const { probe, reading } of names) newest.set(`${connection}/${probe}`, reading)
    },
  }
}

export function startWatch(
  settings: ConnectionSettings,
  options: { clock?: HeldClock; baselines?: ReturnType<typeof memoryBaselines>; queryLimit?: number; tablesLimit?: number; log?: LogLevel } = {},
): Watched {
  const { clock = holdClock(), baselines = memoryBaselines(), queryLimit = 30_000, tablesLimit = 1_000, log = 'silent' } = options
  const batches: { batch: Batch; names: readonly ReadingName[] }[] = []
  let refuses = false
  const refused: Batch[] = []
  let held = 0
  let answering = Promise.resolve()
  const watch = createWatch(settings, {
    clock,
    time: () => clock.now(),
    log: createLog(log),
    server: 'here',
    baselines,
    queryLimit: () => queryLimit,
    tablesLimit: () => tablesLimit,
    sink: {
      put: async (batch, names) => {
        held++
        await answering
        held--
        if (refuses) {
          refused.push(batch)
          throw new Error('the disk is full')
        }
        batches.push({ batch, names })
        baselines.spooled(names, batch.instance.connection)
      },
    },
  })
  const blocks = (probe: string): Block[] => batches.flatMap(({ batch }) => batch.blocks.filter((block) => block.probe === probe))
  watch.start()
  return {
    watch,
    clock,
    batches,
    blocks,
    rows: (probe) => blocks(probe).flatMap(rowsOf),
    refuse: (on) => {
      refuses = on
    },
    refused: (probe) => refused.filter(({ blocks }) => probe === undefined || blocks.some((block) => block.probe === probe)).length,
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<undefined>()
      answering = promise.then(() => undefined)
      return () => {
        resolve(undefined)
      }
    },
    held: () => held,
    after: async (ms, probe) => {
      // Time that passes within a round would be no minute of its own.
      await until(() => clock.sleeping() > 0, 'the end of the round before')
      const before = blocks(probe).length
      clock.advance(ms)
      const block = await until(() => blocks(probe)[before], `a block of ${probe}`)
      await until(() => clock.sleeping() > 0, 'the end of the round')
      await wait(50)
      return block
    },
  }
}

export const rowsOf = (block: Block): Record<string, Cell>[] =>
  Array.from({ length: block.rows }, (_, row) => Object.fromEntries(Object.entries(block.columns).map(([name, cells]) => [name, cells[row] ?? null])))

/** Asks until there is an answer, in real time. */
export async function until<T>(ask: () => T | undefined | false | Promise<T | undefined | false>, what: string, ms = 15_000): Promise<T> {
  const end = performance.now() + ms
  while (performance.now() < end) {
    const answer = await ask()
    if (answer !== undefined && answer !== false) return answer
    await wait(10)
  }
  throw new Error(`waited ${ms} ms in vain for ${what}`)
}
