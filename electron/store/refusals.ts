import type { Log } from '../kernel/log.ts'

/** Something an agent sent that is kept out while the rest is stored. `what` and `why` together are counted. */
export type Refuse = (what: string, why: string) => void

/** Says it the first time, then at the tenth, the hundredth …: a newer agent sends the same every minute. */
export function createRefusals(log: Log): Refuse {
  const counts = new Map<string, number>()
  return (what, why) => {
    const id = `${what}\n${why}`
    const count = (counts.get(id) ?? 0) + 1
    counts.set(id, count)
    if (Number.isInteger(Math.log10(count))) log.warn({ what, why, count }, 'kept out of the store')
  }
}
