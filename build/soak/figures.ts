/** What was measured → what is said of it, and whether it is good enough. Pure. */
import { median } from '../bench/measure.ts'

export interface Measured {
  /** ms */
  readonly elapsed: number
  /** ms between two samples of one instance */
  readonly interval: number
  readonly instances: number
  /** instants of samples by instance, ms */
  readonly samples: ReadonlyMap<string, readonly number[]>
  /** share of one core */
  readonly cpu: number
  readonly memory: readonly { readonly at: number; readonly mib: number }[]
  readonly peakMib: number
  /** what the agent warned of */
  readonly refused: readonly string[]
}

const HOUR = 3_600_000
const LIMITS = { cpu: 0.5, mib: 400 }
/** By how much of itself memory may grow from the second to the last quarter. */
const FLAT = 0.1

/** MiB an hour, by least squares. */
function slopeOf(points: Measured['memory']): number {
  const mean = (of: (point: Measured['memory'][number]) => number): number => points.reduce((sum, point) => sum + of(point), 0) / points.length
  const [x, y] = [mean(({ at }) => at), mean(({ mib }) => mib)]
  const spread = points.reduce((sum, { at }) => sum + (at - x) ** 2, 0)
  return (points.reduce((sum, { at, mib }) => sum + (at - x) * (mib - y), 0) / spread) * HOUR
}

export function judge({ elapsed, interval, instances, samples, cpu, memory, peakMib, refused }: Measured): {
  readonly lines: readonly string[]
  readonly passed: boolean
} {
  // The first may come up to an interval after the beginning, and one may be on the edge of the end.
  const due = instances * Math.floor(elapsed / interval)
  const each = [...samples.values()].map((of) => of.toSorted((a, b) => a - b))
  const taken = each.reduce((sum, of) => sum + of.length, 0)
  const missed = Math.max(0, due - taken - instances) + (instances - each.length)
  const late = each.flatMap((of) => of.slice(1).map((end, i) => end - (of[i] ?? end) - interval)).sort((a, b) => b - a)
  const tooLate = late.filter((ms) => ms > interval).length
  const quarter = (n: number): number =>
    median(memory.slice(Math.floor((memory.length * n) / 4), Math.ceil((memory.length * (n + 1)) / 4)).map(({ mib }) => mib))
  const [second, last] = [quarter(1), quarter(3)]
  const gates = [
    [tooLate === 0 && missed === 0, 'no sample later than one interval, none missing'],
    [cpu < LIMITS.cpu, `CPU below ${String(LIMITS.cpu)} of a core`],
    [peakMib < LIMITS.mib, `memory below ${String(LIMITS.mib)} MiB`],
    [last <= second * (1 + FLAT), `memory flat: the last quarter at most ${String(FLAT * 100)} % above the second`],
  ] as const
  const lines = [
    `samples  ${String(due)} due, ${String(taken)} taken, ${String(missed)} missing, ${String(tooLate)} later than one interval; latest ${(late[0] ?? 0).toFixed(0)} ms`,
    `CPU      ${cpu.toFixed(3)} of a core`,
    `memory   ${memory[0]?.mib.toFixed(0) ?? '-'} MiB at the beginning, ${second.toFixed(0)} in the second quarter, ${last.toFixed(0)} in the last, peak ${peakMib.toFixed(0)}; ${slopeOf(memory.slice(memory.length >> 2)).toFixed(0)} MiB an hour`,
    ...refused.map((line) => `warned   ${line.slice(0, 300)}`),
    ...gates.map(([met, words]) => `${met ? 'met     ' : 'NOT MET '} ${words}`),
  ]
  return { lines, passed: gates.every(([met]) => met) }
}
