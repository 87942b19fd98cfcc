import type { CompareReply, CompareRequest, Difference } from '../../../shared/model/compare.ts'
import type { ReadHistory } from '../../store/store.ts'
import { checkRange } from '../reports/request.ts'
import { matching, type SeenInstance } from '../reports/scope.ts'
import { sumByObject, type Sums } from '../reports/sums.ts'
import { nothing, plus, splitRest, splitStatement, type Used, type Whole } from './difference.ts'

/** What one statement did on one instance in one window. */
interface Ran extends Used {
  readonly key: string
  readonly md5: string | null
  readonly queryid: string | null
}

/** One row: a statement over all instances. */
interface Row {
  readonly md5: string | null
  readonly queryid: string | null
  readonly calls: { before: number; after: number }
  whole: Whole
}

interface Window {
  readonly from: number
  readonly to: number
}

const CALLS = { from: 'calls', agg: 'sum' } as const
const TIME = { from: 'total_time', agg: 'sum' } as const

const read = (history: ReadHistory, instance: number, { from, to }: Window): Sums =>
  sumByObject(history, { probe: 'statements', instance, from, to, before: 0, columns: [CALLS, TIME] })

/** Time of the instance's statements in µs, by statement; what is no statement under ''. */
function ranIn(sums: Sums, objects: ReturnType<ReadHistory['objects']>, instance: number): ReadonlyMap<string, Ran> {
  const ran = new Map<string, Ran>()
  for (const [slot, id] of sums.objects.entries()) {
    const values = objects.get(id)?.values
    const queryid = values?.['queryid'] ?? null
    const md5 = values?.['query_md5_id'] ?? null
    const calls = sums.value(CALLS, [slot]) || 0
    const time = Math.round((sums.value(TIME, [slot]) || 0) * 1000)
    // Without a call there is no time of one.
    const key = queryid === null || calls <= 0 ? '' : (md5 ?? `${String(instance)} ${queryid}`)
    const known = ran.get(key)
    ran.set(key, { key, md5, queryid, calls: (known?.calls ?? 0) + calls, time: (known?.time ?? 0) + time })
  }
  return ran
}

const differenceOf = ({ before, after, moreCalls, slower, appeared, gone, rest }: Whole['time'], unit: number): Difference => ({
  before: before / unit,
  after: after / unit,
  change: (after - before) / unit,
  more_calls: moreCalls / unit,
  slower: slower / unit,
  appeared: appeared / unit,
  gone: gone / unit,
  rest: rest / unit,
})

const shownOf = ({ time, load }: Whole): { time: Difference; load: Difference } => ({ time: differenceOf(time, 1e3), load: differenceOf(load, 1e9) })

const change = ({ whole: { time, load } }: Row): readonly [number, number] => [Math.abs(load.after - load.before), Math.abs(time.after - time.before)]

function byChange(a: Row, b: Row): number {
  const [[loadA, timeA], [loadB, timeB]] = [change(a), change(b)]
  return loadB - loadA || timeB - timeA || ((a.md5 ?? a.queryid ?? '') < (b.md5 ?? b.queryid ?? '') ? -1 : 1)
}

/** Where the difference between two windows comes from, statement by statement. Whole numbers throughout, so that everything adds up. */
export function compareWindows(history: ReadHistory, visible: readonly SeenInstance[], request: CompareRequest): CompareReply {
  const { before, after } = request
  for (const { from, to } of [before, after]) checkRange(from, to)
  const rows = new Map<string, Row>()
  const covered = { before: 0, after: 0 }
  let total = nothing
  const instances = matching(visible, request.filters)
  for (const { id } of instances) {
    const [a, b] = [read(history, id, before), read(history, id, after)]
    const objects = history.objects('statements', [id])
    const [ranA, ranB] = [ranIn(a, objects, id), ranIn(b, objects, id)]
    covered.before += a.covered
    covered.after += b.covered
    for (const key of new Set([...ranA.keys(), ...ranB.keys()])) {
      const [was, is] = [ranA.get(key), ranB.get(key)]
      const whole = (key === '' ? splitRest : splitStatement)(was, is, a.covered, b.covered)
      total = plus(total, whole)
      if (key === '') continue
      const row = rows.get(key) ?? { md5: (is ?? was)?.md5 ?? null, queryid: (is ?? was)?.queryid ?? null, calls: { before: 0, after: 0 }, whole: nothing }
      rows.set(key, row)
      row.calls.before += was?.calls ?? 0
      row.calls.after += is?.calls ?? 0
      row.whole = plus(row.whole, whole)
    }
  }
  const ordered = [...rows.values()].sort(byChange)
  const listed = ordered.slice(0, request.limit)
  const texts = history.texts(listed.flatMap(({ md5 }) => md5 ?? []))
  const others = listed.reduce((left, { whole }) => plus(left, whole, -1), total)
  const shareOf = ({ from, to }: Window, ms: number): number => (instances.length === 0 ? 0 : Math.min(1, ms / (to - from) / instances.length))
  return {
    before: { ...before, covered: shareOf(before, covered.before) },
    after: { ...after, covered: shareOf(after, covered.after) },
    total: shownOf(total),
    rows: listed.map(({ md5, queryid, calls, whole }) => ({
      ...shownOf(whole),
      query_md5_id: md5,
      queryid: md5 === null ? queryid : null,
      label: texts.get(md5 ?? '') ?? md5 ?? `query id ${queryid ?? '?'}`,
      calls_before: calls.before,
      calls_after: calls.after,
      mean_before: calls.before > 0 ? whole.time.before / 1e3 / calls.before : null,
      mean_after: calls.after > 0 ? whole.time.after / 1e3 / calls.after : null,
    })),
    others: { ...shownOf(others), count: ordered.length - listed.length },
  }
}
