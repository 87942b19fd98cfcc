/** The same numbers for the same seed: a failure can be run again. */
export interface Random {
  /** 0 <= x < 1 */
  readonly next: () => number
  /** 0 <= x < below, whole */
  readonly whole: (below: number) => number
  readonly of: <T>(values: readonly T[]) => T
  readonly chance: (share: number) => boolean
}

export function random(seed: number): Random {
  let a = seed >>> 0
  const next = (): number => {
    a = (a + 0x6d2b79f5) | 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const whole = (below: number): number => Math.floor(next() * below)
  return {
    next,
    whole,
    of: <T>(values: readonly T[]): T => {
      const value = values[whole(values.length)]
      if (value === undefined) throw new Error('nothing to choose from')
      return value
    },
    chance: (share) => next() < share,
  }
}
