import type { Block } from '../../shared/model/sample.ts'
import type { Probe } from '../catalog/define.ts'
import { isFileable } from './frame-id.ts'
import type { Refuse } from './refusals.ts'

/** How far ahead of our clock a reading may end, ms. */
const AHEAD_MS = 5 * 60_000

/** The block, ending now and flagged when it would end too far in the future. It keeps its span. */
export function restamped(block: Block, now: number): Block {
  if (block.end <= now + AHEAD_MS) return block
  return { ...block, begin: now - (block.end - block.begin), end: now, flags: block.flags.includes('restamped') ? block.flags : [...block.flags, 'restamped'] }
}

/** Whether a block can be stored; says why when not. Columns that are not declared are refused one by one and do not count. */
export function isStorable(block: Block, probe: Probe, refuse: Refuse): boolean {
  if (!isFileable(block.end) || !(block.begin <= block.end)) {
    refuse(probe.id, 'the interval is impossible')
    return false
  }
  for (const [name, cells] of Object.entries(block.columns)) {
    if (!Object.hasOwn(probe.columns, name)) refuse(`${probe.id}.${name}`, 'the column is not known here')
    else if (cells.length !== block.rows) {
      refuse(`${probe.id}.${name}`, 'the column has another length than the block')
      return false
    }
  }
  return true
}
