import type { Block, BlockFlag, Cell } from '../../shared/model/sample.ts'
import type { Probe, ProbeColumn } from '../catalog/define.ts'
import { keysOf, rowNumbers, sameStatistics } from './cells.ts'
import { heirsOf } from './heirs.ts'
import { hasLost, PART_MARKS } from './parts.ts'
import { scaleOf, unscale, type RawCell, type RawReading } from './reading.ts'

/**
 * Two readings of a keyed probe → what happened in between. Pure.
 * Without a comparable previous reading counters are null (and a changed-only probe has no rows); a row that is new, and counters that
 * started again, count from zero. `cadence` in ms; an interval of more than three is flagged.
 */
export function diff(probe: Probe, previous: RawReading | undefined, next: RawReading, cadence: number): Block {
  const before = previous !== undefined && sameStatistics(previous.server, next.server) ? previous : undefined
  const flags = new Set<BlockFlag>()
  if (before && next.takenAt - before.takenAt > 3 * cadence) flags.add('gap')
  // Statistics survive an orderly restart, so a restart as such does not make counters start again; it is only told.
  if (before && before.server.startedAt !== next.server.startedAt) flags.add('restart')

  // Our clock was set back while we did not run: how long it was cannot be told.
  const backwards = before !== undefined && before.takenAt >= next.takenAt
  if (backwards) flags.add('gap')

  const lanes = lanesOf(probe, before, next)
  const groups = [...groupsOf(probe, lanes, before, next)]
  const rowsBefore = before ? rowNumbers(probe, before) : undefined
  const keyAt = keysOf(probe, next)
  const measured = new Set(probe.measured?.columns)
  const told = lanes.filter(({ name, column }) => column.kind === 'label' || measured.has(name))
  const whole = isWholeTurn(probe, before, next.takenAt)
  const heirOf = before && heirsOf(probe, before, next)
  let rows = 0
  for (let row = 0; row < next.rows; row++) {
    const at = rowsBefore?.get(keyAt(row))
    const heir = heirOf?.(row, at)
    // What a part did until it was dropped is not known, so what all of them did is not either.
    const isLess = at !== undefined && hasLost(before?.columns[PART_MARKS]?.[at], next.columns[PART_MARKS]?.[row])
    let moved = false
    for (const group of groups) {
      const restarted = at !== undefined && startedAgain(group, at, row)
      if (restarted) flags.add('restart')
      for (const lane of group.counters) {
        const own = at === undefined || (restarted && !goesOn(lane, at, row)) ? 0 : (lane.was[at] ?? (lane.column.parts ? 0 : null))
        const was = heir === undefined ? own : more(own, lane.was[heir] ?? null)
        lane.value = before && !(isLess && probe.adds?.[lane.name] !== undefined) ? increment(was, lane.is[row] ?? null, lane, heir !== undefined) : null
        moved ||= lane.value !== null && lane.value !== 0
      }
    }
    const changed = at !== undefined && told.some(({ was, is }) => (was[at] ?? null) !== (is[row] ?? null))
    if (probe.changedOnly && !moved && !whole && !changed) continue
    rows++
    for (const lane of lanes) lane.out.push(lane.column.kind === 'counter' ? lane.value : plain(lane.is[row] ?? null, lane.scale))
  }
  const columns = Object.fromEntries(lanes.map(({ name, out }) => [name, out]))
  const begin = backwards ? next.takenAt - cadence : (before?.takenAt ?? next.takenAt)
  return { probe: probe.id, begin, end: next.takenAt, flags: [...flags], rows, columns }
}

/** One column on its way through: with fifty thousand rows, looking it up by its name for each cell would take seconds. */
interface Lane {
  readonly name: string
  readonly column: ProbeColumn
  readonly scale: number
  readonly was: readonly RawCell[]
  readonly is: readonly RawCell[]
  readonly out: Cell[]
  /** The increment of the present row. */
  value: Cell
}

/** Counters that restart together, and since when they count in either reading, where that is known. */
interface Group {
  readonly counters: readonly Lane[]
  readonly origins: readonly [readonly RawCell[], readonly RawCell[]] | undefined
}

const NONE: readonly RawCell[] = []

const lanesOf = (probe: Probe, before: RawReading | undefined, next: RawReading): readonly Lane[] =>
  Object.entries(probe.columns).map(([name, column]) => ({
    name,
    column,
    scale: scaleOf(column),
    was: before?.columns[name] ?? NONE,
    is: next.columns[name] ?? NONE,
    out: [],
    value: null,
  }))

function* groupsOf(probe: Probe, lanes: readonly Lane[], before: RawReading | undefined, next: RawReading): Generator<Group> {
  const originOf = ({ column }: Lane): string | undefined => column.origin ?? probe.origin
  const counters = lanes.filter(({ column }) => column.kind === 'counter')
  for (const origin of new Set(counters.map(originOf))) {
    const origins = origin === undefined ? undefined : ([before?.columns[origin] ?? NONE, next.columns[origin] ?? NONE] as const)
    yield { counters: counters.filter((lane) => originOf(lane) === origin), origins }
  }
}

/** A reading of a sample probe as a block that stands for the time since `begin`. */
export function sample(probe: Probe, reading: RawReading, begin: number): Block {
  const columns = Object.fromEntries(
    lanesOf(probe, undefined, reading).map(({ name, column, scale, is }) => [
      name,
      // a sample has no baseline, and a counter without one is null
      Array.from({ length: reading.rows }, (_, row) => (column.kind === 'counter' ? null : plain(is[row] ?? null, scale))),
    ]),
  )
  return { probe: probe.id, begin, end: reading.takenAt, flags: [], rows: reading.rows, columns }
}

/** Whether a reading at that instant, ms since the epoch, is the first of its turn, and so is sent whole. */
export function isWholeTurn({ wholeEvery }: Probe, before: RawReading | undefined, at: number): boolean {
  if (wholeEvery === undefined) return false
  const turn = (ms: number): number => Math.floor(ms / (wholeEvery * 1000))
  return before === undefined || turn(before.takenAt) !== turn(at)
}

/** Parts have counters of their own: as long as these do not fall, they go on although those of the whole started again. */
function goesOn({ column, was, is }: Lane, at: number, row: number): boolean {
  const [before, next] = [was[at] ?? null, is[row] ?? null]
  return column.parts === true && before !== null && next !== null && next >= before
}

function startedAgain({ counters, origins }: Group, at: number, row: number): boolean {
  if (origins !== undefined && (origins[0][at] ?? null) !== (origins[1][row] ?? null)) return true
  return counters.some(({ column, was: before, is: next }) => {
    if (column.wraps !== undefined || column.parts === true) return false
    const was = before[at] ?? null
    const is = next[row] ?? null
    return was !== null && is !== null && typeof was !== 'string' && typeof is !== 'string' && is < was
  })
}

/** Both are integers already, so nothing is lost however often increments are added up. */
function increment(was: RawCell, is: RawCell, { column, scale }: Lane, inherited = false): number | null {
  if (was === null || is === null || typeof was === 'string' || typeof is === 'string') return null
  if ((column.parts === true || inherited) && is < was) return null
  const around = column.wraps !== undefined && is < was ? column.wraps * Math.max(1, scale) : 0
  if (typeof was === 'number' && typeof is === 'number') return unscale(is - was + around, scale)
  return unscale(BigInt(is) - BigInt(was), scale)
}

const more = (a: RawCell, b: RawCell): RawCell => (a === null || (b !== null && b > a) ? b : a)

/** A cell that is passed on as it is: text, or a present value in its own unit. */
const plain = (value: RawCell, scale: number): Cell => (value === null || typeof value === 'string' ? value : unscale(value, scale))
