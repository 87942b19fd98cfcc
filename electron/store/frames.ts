import type { Probe } from '../catalog/define.ts'
import { wordsOf } from '../kernel/words.ts'
import { checkBlock, splitBlocks } from './columns.ts'
import type { WriteDb } from './db.ts'
import { baseOf } from './frame-id.ts'
import type { WriteLayouts } from './layouts.ts'
import { createEncodeMinute, type Arrived } from './minute.ts'
import type { Refuse } from './refusals.ts'

/**
 * Minutes of readings. What arrives for a minute in several batches are several blocks, one behind the other: they become one when the hour is complete,
 * so that storing a batch costs neither reading nor writing again what came before it.
 */
export interface WriteFrames {
  /** Adds readings of one minute. Must run inside a transaction. */
  readonly add: (id: number, probe: Probe, arrived: readonly Arrived[]) => void
}

export function createWriteFrames(db: WriteDb, layouts: WriteLayouts, refuse: Refuse): WriteFrames {
  const select = db.prepare<[number], Buffer>('select block from frame where id = ?').pluck()
  const replace = db.prepare<[number, Buffer]>('insert into frame (id, block) values (?, ?) on conflict do update set block = excluded.block')

  const encode = createEncodeMinute(layouts, refuse)

  /** What is stored of the minute, unless it cannot be read. */
  const present = (id: number, probe: Probe): readonly Buffer[] => {
    const blocks = select.get(id)
    if (blocks === undefined) return []
    try {
      splitBlocks(blocks).forEach(checkBlock)
      return [blocks]
    } catch (error) {
      // The minute is lost already; what comes for it now need not be.
      refuse(`${probe.id} at ${new Date(baseOf(id)).toISOString()}`, `the block is damaged and is replaced: ${wordsOf(error)}`)
      return []
    }
  }

  return {
    add(id, probe, arrived) {
      const block = encode(probe, arrived, baseOf(id))
      const before = present(id, probe)
      replace.run(id, before.length === 0 ? block : Buffer.concat([...before, block]))
    },
  }
}
