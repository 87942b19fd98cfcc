import type { Compared } from '../../catalog/rule.ts'
import type { ReadHistory } from '../../store/store.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const DAYS = 7

const known = (value = 0): number => (Number.isNaN(value) ? 0 : value)

interface Sum {
  calls: number
  time: number
  days: number
}

/** Statements of the last complete hour before `end`, with the same hour of the seven days before it. */
export function compareHours(history: ReadHistory, instance: number, end: number): readonly Compared[] {
  const to = Math.floor(end / HOUR) * HOUR
  const sums = (back: number, objects?: ReadonlySet<number>): Map<number, Sum> => {
    const found = new Map<number, Sum>()
    const [from, until] = [to - HOUR - back * DAY, to - back * DAY]
    const request = { probe: 'statements', instances: [instance], from, to: until, columns: ['calls', 'total_time'], totals: true, passing: true } as const
    for (const block of history.scan(objects === undefined ? request : { ...request, objects }))
      for (let row = 0; row < block.rows; row++) {
        const id = block.object?.[row] ?? -1
        const sum = found.get(id) ?? { calls: 0, time: 0, days: 1 }
        sum.calls += known(block.numbers['calls']?.[row])
        sum.time += known(block.numbers['total_time']?.[row])
        found.set(id, sum)
      }
    return found
  }
  const now = sums(0)
  if (now.size === 0) return []
  const before = new Map<number, Sum>()
  const ids = new Set(now.keys())
  for (let back = 1; back <= DAYS; back++)
    for (const [id, { calls, time }] of sums(back, ids)) {
      const sum = before.get(id) ?? { calls: 0, time: 0, days: 0 }
      if (calls > 0) before.set(id, { calls: sum.calls + calls, time: sum.time + time, days: sum.days + 1 })
    }
  let labels: ReturnType<ReadHistory['objects']> | undefined
  return [...now].map(([id, { calls, time }]) => {
    const usual = before.get(id)
    return {
      label: (name) => (labels ??= history.objects('statements', [instance])).get(id)?.values[name] ?? null,
      calls,
      time,
      callsBefore: usual?.calls ?? 0,
      timeBefore: usual?.time ?? 0,
      days: usual?.days ?? 0,
    }
  })
}
