import type { Probe } from '../catalog/define.ts'
import { wordsOf } from '../kernel/problem.ts'
import { checkBlock, encodeBlock, splitBlocks } from './columns.ts'
import type { WriteDb } from './db.ts'
import { baseOf } from './frame-id.ts'
import { joinFrames, type Frame } from './frame.ts'
import type { WriteLayouts } from './layouts.ts'
import type { Refuse } from './refusals.ts'

/**
 * Minutes of readings. What arrives for a minute in several batches are several blocks, one behind the other: they become one when the hour is complete,
 * so that storing a batch costs neither reading nor writing again what came before it.
 */
export interface WriteFrames {
  /** Adds readings of one minute. Must run inside a transaction. */
  readonly add: (id: number, probe: Probe, frames: readonly Frame[]) => void
}

export function createWriteFrames(db: WriteDb, layouts: WriteLayouts, refuse: Refuse): WriteFrames {
  const select = db.prepare<[number], Buffer>('select block from frame where id = ?').pluck()
  const replace = db.prepare<[number, Buffer]>('insert into frame (id, block) values (?, ?) on conflict do update set block = excluded.block')

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
    add(id, probe, frames) {
      const frame = joinFrames(frames)
      const { number, layout } = layouts.numberOf(probe, frame)
      const block = encodeBlock(frame, layout, number, baseOf(id), PACKING)
      const before = present(id, probe)
      replace.run(id, before.length === 0 ? block : Buffer.concat([...before, block]))
    },
  }
}

/** A minute lives for an hour: packing it well is the chunk's business. */
const PACKING = 0
