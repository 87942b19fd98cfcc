import { joinTotals, type Totals } from './rollup.ts'

type Readings = Pick<Totals, 'begin' | 'end'>

/** Numbers of the readings of the one that the other does not have. Two readings may begin and end together. */
export function missingIn(of: Readings, known: Readings): Uint32Array {
  const keyOf = ({ begin, end }: Readings, i: number): string => `${String(begin[i])}/${String(end[i])}`
  const there = new Map<string, number>()
  known.end.forEach((_, i) => there.set(keyOf(known, i), (there.get(keyOf(known, i)) ?? 0) + 1))
  const missing: number[] = []
  of.end.forEach((_, i) => {
    const left = there.get(keyOf(of, i)) ?? 0
    if (left > 0) there.set(keyOf(of, i), left - 1)
    else missing.push(i)
  })
  return Uint32Array.from(missing)
}

/**
 * Totals of readings that lie between each other as those of all of them. Which value of a gauge is the last is told by the last reading that the object
 * was in, because of the readings themselves nothing is left.
 */
export function mergeTotals(a: Totals, b: Totals): Totals {
  const [ab, ba] = [joinTotals([a, b]), joinTotals([b, a])]
  const order = Array.from(ab.end.keys()).sort((x, y) => (ab.end[x] ?? 0) - (ab.end[y] ?? 0))
  const place = new Float64Array(order.length)
  order.forEach((from, to) => (place[from] = to))
  const ofA = (number: number): number => place[number] ?? 0
  const ofB = (number: number): number => place[number < b.end.length ? a.end.length + number : number - b.end.length] ?? 0
  // In the one the first is of `a` where it has the object, and the last of `b`; in the other it is the other way round.
  const first = ab.first.map((number, row) => Math.min(ofA(number), ofB(ba.first[row] ?? 0)))
  const last = ab.last.map((number, row) => Math.max(ofA(number), ofB(ba.last[row] ?? 0)))
  const gauges = Array.from(ab.gauges, ([name, gauge]) => {
    const other = ba.gauges.get(name)?.last
    return [name, { ...gauge, last: gauge.last.map((value, row) => (last[row] === ofA(ab.last[row] ?? 0) ? value : (other?.[row] ?? value))) }] as const
  })
  return {
    ...ab,
    begin: Float64Array.from(order, (i) => ab.begin[i] ?? 0),
    end: Float64Array.from(order, (i) => ab.end[i] ?? 0),
    flags: Uint8Array.from(order, (i) => ab.flags[i] ?? 0),
    first,
    last,
    gauges: new Map(gauges),
  }
}
