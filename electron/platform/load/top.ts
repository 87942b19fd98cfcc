import type { Dimension, TopReply, TopRequest, TopRow } from '../../../shared/model/activity.ts'
import type { ReadHistory } from '../../store/store.ts'
import { checkRange } from '../reports/request.ts'
import { matching, type SeenInstance } from '../reports/scope.ts'
import { breakDown, type Breakdown, type Share } from './breakdown.ts'
import { onMinutes } from './buckets.ts'
import { sessionsIn } from './sessions.ts'

type Texts = ReadonlyMap<string, string>

/** What a value that is none is called. */
const NONE: Readonly<Partial<Record<Dimension, string>>> = {
  query_md5_id: '(no query id)',
  client_host_name: '(local)',
  database: '(none)',
  user_name: '(none)',
}

/** What to show of a value. */
function labelOf(dimension: Dimension, value: string | null, texts: Texts): string {
  if (value === null || value === '') return NONE[dimension] ?? '(none)'
  return dimension === 'query_md5_id' ? (texts.get(value) ?? value) : value
}

/** The class of a wait event: the one most of its load is in. */
const detailOf = (dimension: Dimension, { classes }: Share): string =>
  dimension === 'wait_event' ? ([...classes].sort(([, a], [, b]) => b - a)[0]?.[0] ?? '') : ''

/** What the rows leave of the whole. Subtracted rather than added up, so that rows and rest give the total to the last bit. */
const restOf = (whole: number, rows: readonly number[]): number => whole - rows.reduce((sum, one) => sum + one, 0)

function listOf(dimension: Dimension, broken: Breakdown, { limit, trend }: TopRequest, texts: Texts): TopReply['lists'][string] {
  const { total } = broken
  const shares = [...(broken.values.get(dimension) ?? [])].sort(([a, x], [b, y]) => y.aas - x.aas || (a ?? '').localeCompare(b ?? ''))
  const share = (aas: number): number => (total.aas > 0 ? aas / total.aas : 0)
  const rows = shares.slice(0, limit).map(([value, one]): TopRow => ({
    value,
    label: labelOf(dimension, value, texts),
    detail: detailOf(dimension, one),
    aas: one.aas,
    share: share(one.aas),
    samples: one.samples,
    classes: Object.fromEntries(one.classes),
    trend: Array.from({ length: trend }, (_, at) => (broken.ticks.has(at) ? (one.buckets.get(at) ?? 0) : null)),
  }))
  const aas = restOf(
    total.aas,
    rows.map((row) => row.aas),
  )
  const samples = restOf(
    total.samples,
    rows.map((row) => row.samples),
  )
  return { rows, other: { count: shares.length - rows.length, aas, share: share(aas), samples } }
}

/** The lists of a window: each dimension's values by load, and what the limit cut off. */
export function topOf(history: ReadHistory, visible: readonly SeenInstance[], request: TopRequest): TopReply {
  const { from, to, dimensions, trend } = request
  checkRange(from, to)
  const instances = new Map(matching(visible, request.filters).map(({ id, label }) => [id, label]))
  const count = Math.max(1, trend)
  const buckets = { from, to, count, length: (to - from) / count }
  const broken = breakDown(sessionsIn(history, { ...request, instances, wholeMinutes: onMinutes(buckets) }), dimensions, buckets)
  const md5s = [...(broken.values.get('query_md5_id') ?? [])].sort(([, a], [, b]) => b.aas - a.aas).slice(0, request.limit)
  const texts = history.texts(md5s.flatMap(([md5]) => md5 ?? []))
  const peak = [...broken.peaks.values()].reduce<{ sessions: number; at: number } | undefined>(
    (most, one) => (one.sessions > (most?.sessions ?? -1) ? one : most),
    undefined,
  )
  // A bucket of hours or days without a peak may have had a higher one.
  const isPeakKnown = [...broken.known].every(([bucket, known]) => known === 'sample' || broken.peaks.has(bucket))
  return {
    from,
    to,
    ticks: broken.tickCount,
    resolution: [...new Set(broken.known.values())],
    total: {
      aas: broken.total.aas,
      peak: isPeakKnown ? (peak?.sessions ?? 0) : null,
      peak_at: isPeakKnown ? (peak?.at ?? null) : null,
      samples: broken.total.samples,
      classes: Object.fromEntries(broken.total.classes),
    },
    lists: Object.fromEntries(dimensions.map((dimension) => [dimension, listOf(dimension, broken, request, texts)])),
  }
}
