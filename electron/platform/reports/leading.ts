import { compareRanks, type Ranked } from './rank.ts'

/** Those that lead among all that were told of, as compareRanks has it. Ranks are numbers here. */
export interface Leading {
  /** Which of these may belong to them: more than asked for where they are equal. NaN is "nothing was collected" and comes last. */
  readonly among: (ranks: Float64Array) => readonly number[]
  /** Those of these that do, as far as is known. */
  readonly take: <T extends Ranked>(list: readonly T[]) => readonly T[]
}

const low = (rank: number): number => (Number.isNaN(rank) ? -Infinity : rank)

export function createLeading(limit: number): Leading {
  let best: readonly Ranked[] = []
  return {
    among(ranks) {
      const least = best.length < limit ? -Infinity : low(Number(best.at(-1)?.rank ?? NaN))
      const found: number[] = []
      for (let at = 0; at < ranks.length; at++) if (low(ranks[at] ?? NaN) >= least) found.push(at)
      if (found.length <= limit) return found
      const inOrder = Float64Array.from(found, (at) => low(ranks[at] ?? NaN)).sort()
      const from = inOrder[inOrder.length - limit] ?? -Infinity
      return found.filter((at) => low(ranks[at] ?? NaN) >= from)
    },
    take(list) {
      best = [...best, ...list].sort(compareRanks).slice(0, limit)
      const kept = new Set<Ranked>(best)
      return list.filter((one) => kept.has(one))
    },
  }
}
