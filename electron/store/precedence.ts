/**
 * Who comes first where there are fewer processors than threads: the one that commits. A thread that only has less of a share still keeps its processor to the
 * end of its slice of time, some milliseconds, which is longer than a commit takes.
 */
export interface Precedence {
  /** For the threads that are to step aside; as `workerData` it stays the same memory. */
  readonly flag: Int32Array
  /** Work during which they do. */
  readonly first: <T>(work: () => T) => T
}

/** Until one is told to go on nevertheless, in ms: work can take long, and a thread that has it can end. */
const PATIENCE = 20

export function createPrecedence(): Precedence {
  const flag = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  return {
    flag,
    first(work) {
      Atomics.store(flag, 0, 1)
      try {
        return work()
      } finally {
        Atomics.store(flag, 0, 0)
        Atomics.notify(flag, 0)
      }
    },
  }
}

/** To be called often by a thread whose work can wait: it returns when nobody has to come first, or after some milliseconds. Blocks the thread. */
export function stepAside(flag: Int32Array): void {
  if (Atomics.load(flag, 0) === 1) Atomics.wait(flag, 0, 1, PATIENCE)
}
