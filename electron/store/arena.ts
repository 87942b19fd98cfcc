/** Gives room for so many numbers. What was in it need not be wiped: it is written as a whole before anybody reads it. */
export type Floats = (length: number) => Float64Array

/** Memory of one's own for each. */
export const floatsFor: Floats = (length) => new Float64Array(Buffer.allocUnsafeSlow(length * 8).buffer)

/** Numbers that an arena begins with, and above which it is not worth keeping. */
const FEW = 2 ** 14
const MANY = 2 ** 20

/** Memory that is given out piece by piece and taken back as a whole: pieces of their own take longer to get than to fill, and call the garbage collector. */
interface Arena {
  readonly floats: Floats
  readonly mark: () => number
  /** What was given out since that mark is given out again. */
  readonly release: (mark: number) => void
  readonly isLarge: () => boolean
}

function createArena(): Arena {
  let memory = floatsFor(FEW)
  let used = 0
  return {
    floats(length) {
      // Who has a piece of the old one keeps it.
      if (used + length > memory.length) memory = floatsFor(Math.max(memory.length * 2, used + length))
      return memory.subarray(used, (used += length))
    },
    mark: () => used,
    release: (mark) => void (used = mark),
    isLarge: () => memory.length > MANY,
  }
}

/** Arenas that nobody uses at the moment. */
interface Arenas {
  readonly take: () => Arena
  readonly giveBack: (arena: Arena) => void
}

export function createArenas(): Arenas {
  const free: Arena[] = []
  return {
    take: () => free.pop() ?? createArena(),
    giveBack(arena) {
      arena.release(0)
      if (!arena.isLarge()) free.push(arena)
    },
  }
}
