import type { Probe } from '../catalog/define.ts'
import { decodeBlock, encodeBlock } from './columns.ts'
import type { WriteDb } from './db.ts'
import { baseOf } from './frame-id.ts'
import { joinFrames, type Frame } from './frame.ts'
import type { WriteLayouts } from './layouts.ts'
import { wordsOf } from '../kernel/problem.ts'
import type { Refuse } from './refusals.ts'

/**
 * Minutes of readings, one block each. Readings that arrive in several batches are merged into the block of their minute: the minute then has one
 * dictionary and one order, takes half the bytes, and reading needs no second form; a merge costs a tenth of a millisecond, its commit several times that.
 */
export interface WriteFrames {
  /** Adds readings of one minute. Must run inside a transaction. */
  readonly add: (id: number, probe: Probe, frames: readonly Frame[]) => void
}

export function createWriteFrames(db: WriteDb, layouts: WriteLayouts, refuse: Refuse): WriteFrames {
  const select = db.prepare<[number], Buffer>('select block from frame where id = ?').pluck()
  const replace = db.prepare<[number, Buffer]>('insert into frame (id, block) values (?, ?) on conflict do update set block = excluded.block')

  const present = (id: number, probe: Probe): readonly Frame[] => {
    const block = select.get(id)
    if (block === undefined) return []
    try {
      return [decodeBlock(block, layouts.get, baseOf(id))]
    } catch (error) {
      // The minute is lost already; what comes for it now need not be.
      refuse(`${probe.id} at ${new Date(baseOf(id)).toISOString()}`, `the block is damaged and is replaced: ${wordsOf(error)}`)
      return []
    }
  }

  return {
    add(id, probe, frames) {
      const frame = joinFrames([...present(id, probe), ...frames])
      const { number, layout } = layouts.numberOf(probe, frame)
      replace.run(id, encodeBlock(frame, layout, number, baseOf(id)))
    },
  }
}
