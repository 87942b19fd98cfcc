/** Numbers that look random and are the same for the same seed. */
export interface Random {
  /** In [0, 1). */
  next(): number
  /** A whole number between the two, both included. */
  int(from: number, to: number): number
  /** One of the list. */
  of<T>(list: readonly [T, ...T[]]): T
}

/** Mulberry32: 32 bits of state, good enough for choosing what a made-up customer does next. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const int = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1))
  return { next, int, of: (list) => list[int(0, list.length - 1)] ?? list[0] }
}
