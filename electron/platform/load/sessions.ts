import type { Condition, Dimension } from '../../../shared/model/activity.ts'
import type { CountBlock, Moments, Resolution } from '../../store/counted.ts'
import type { ReadHistory } from '../../store/store.ts'
import type { Count } from './peak.ts'

/** Session samples as the Activity screen counts them: who counts, and as what. */

/** A value per row: `values[codes[row]]`. */
export interface Coded {
  readonly codes: Uint32Array
  readonly values: readonly (string | null)[]
}

/** Samples of one instance: each row stands for some of the same labels. */
export interface Sessions {
  readonly instance: number
  readonly resolution: Resolution
  readonly spans: number
  /** `end` is that of the span's last reading, ms. */
  readonly end: Float64Array
  /** By span: ms that its readings stand for, and how many they are. */
  readonly sampled: Float64Array
  readonly readings: ArrayLike<number>
  /** After a pause: counted in totals, in no peak. */
  readonly gap: (span: number) => boolean
  /** Row r of span i lies at first[i] <= r < first[i + 1]. */
  readonly first: Uint32Array
  readonly rows: number
  /** By row: how many samples that are counted it stands for, and for how many ms. Both are 0 where nothing is counted. */
  readonly samples: Float64Array
  readonly weight: Float64Array
  readonly of: (dimension: Dimension) => Coded
  /** Readings among which the highest are; undefined when that is not known, because less is kept than was asked for. */
  readonly instants: readonly Count[] | undefined
}

const OWN = ['query_md5_id', 'database', 'user_name', 'application_name', 'client_host_name', 'state', 'backend_type'] as const

const isOwn = (dimension: Dimension): dimension is (typeof OWN)[number] => (OWN as readonly Dimension[]).includes(dimension)

/** The stored labels that a dimension is made of. */
function labelsOf(dimension: Dimension): readonly string[] {
  if (dimension === 'pg_instance') return []
  return isOwn(dimension) ? [dimension] : [dimension, 'state']
}

/** What is known of an instant when samples were counted. */
const AT_ONCE: readonly Dimension[] = ['state', 'backend_type', 'pg_instance']
const BY_MINUTE: readonly Dimension[] = [...AT_ONCE, 'wait_event_type', 'wait_event']

type Labels = CountBlock['labels']

const plain = (labels: Labels, name: string, rows: number): Coded => {
  const column = labels[name]
  return column === undefined ? { codes: new Uint32Array(rows), values: [null] } : { codes: new Uint32Array(column.codes), values: column.values }
}

/** Sessions that hold a transaction open and do nothing are a class of their own; those that wait for nothing are on the processor. */
function waits(labels: Labels, name: string, rows: number): Coded {
  const [state, wait] = [plain(labels, 'state', rows), plain(labels, name, rows)]
  const numbers = new Map<string, number>()
  const numberOf = (value: string): number => {
    const known = numbers.get(value) ?? numbers.size
    numbers.set(value, known)
    return known
  }
  const waiting = Uint32Array.from(wait.values, (value) => numberOf(value ?? 'CPU'))
  const idles = Int32Array.from(state.values, (value) => (value?.startsWith('idle in transaction') === true ? numberOf('IdleTx') : -1))
  const codes = new Uint32Array(rows)
  for (let row = 0; row < rows; row++) {
    const idle = idles[state.codes[row] ?? 0] ?? -1
    codes[row] = idle >= 0 ? idle : (waiting[wait.codes[row] ?? 0] ?? 0)
  }
  return { codes, values: [...numbers.keys()] }
}

function codedOf(labels: Labels, rows: number, instance: string): (dimension: Dimension) => Coded {
  const made = new Map<Dimension, Coded>()
  const make = (dimension: Dimension): Coded => {
    if (dimension === 'pg_instance') return { codes: new Uint32Array(rows), values: [instance] }
    return isOwn(dimension) ? plain(labels, dimension, rows) : waits(labels, dimension, rows)
  }
  return (dimension) => {
    const coded = made.get(dimension) ?? make(dimension)
    made.set(dimension, coded)
    return coded
  }
}

/** Whether a session counts: every condition holds; only clients' unless the kind of backend is asked for. Sessions that idle outside a transaction never do. */
const CLIENTS: Condition = { dimension: 'backend_type', values: ['client backend'], exclude: false }
const NOT_IDLE: Condition = { dimension: 'state', values: ['idle'], exclude: true }

function conditionsOf(where: readonly Condition[]): readonly Condition[] {
  return [NOT_IDLE, ...(where.some(({ dimension }) => dimension === 'backend_type') ? [] : [CLIENTS]), ...where]
}

/** 1 for rows that count. */
function counted(of: (dimension: Dimension) => Coded, rows: number, conditions: readonly Condition[]): Uint8Array {
  const counts = new Uint8Array(rows).fill(1)
  for (const { dimension, values, exclude } of conditions) {
    const coded = of(dimension)
    const holds = Uint8Array.from(coded.values, (value) => (values.includes(value) !== exclude ? 1 : 0))
    for (let row = 0; row < rows; row++) if (holds[coded.codes[row] ?? 0] === 0) counts[row] = 0
  }
  return counts
}

const sumOf = (values: ArrayLike<number>, counts: Uint8Array, from: number, to: number): number => {
  let sum = 0
  for (let row = from; row < to; row++) if (counts[row] === 1) sum += values[row] ?? 0
  return sum
}

function instantsOf(
  { begin, end, flags, first, samples, labels }: Pick<Moments, 'begin' | 'end' | 'flags' | 'first' | 'samples' | 'labels'>,
  { instance, of }: { readonly instance: number; readonly of: string },
  conditions: readonly Condition[],
): readonly Count[] {
  const rows = first[end.length] ?? 0
  const counts = counted(codedOf(labels, rows, of), rows, conditions)
  const instants: Count[] = []
  for (let reading = 0; reading < end.length; reading++) {
    if (flags[reading]?.includes('gap') === true) continue
    const at = end[reading] ?? 0
    instants.push({ instance, at, weight: at - (begin[reading] ?? at), sessions: sumOf(samples, counts, first[reading] ?? 0, first[reading + 1] ?? 0) })
  }
  return instants
}

function sessionsOf(block: CountBlock, instance: string, conditions: readonly Condition[]): Sessions {
  const { spans, begin, end, flags, first, rows, labels, moments } = block
  const of = codedOf(labels, rows, instance)
  const counts = counted(of, rows, conditions)
  const only = (values: ArrayLike<number>): Float64Array => {
    const out = new Float64Array(values)
    for (let row = 0; row < rows; row++) if (counts[row] === 0) out[row] = 0
    return out
  }
  const isKnown = moments === undefined || conditions.every(({ dimension }) => AT_ONCE.includes(dimension))
  return {
    instance: block.instance,
    resolution: block.resolution,
    spans,
    end,
    first,
    rows,
    of,
    sampled: Float64Array.from(end, (ms, at) => ms - (begin[at] ?? ms)),
    readings: block.readings ?? new Float64Array(spans),
    gap: (span) => flags[span]?.includes('gap') ?? false,
    samples: only(block.samples),
    weight: only(block.weight()),
    instants: isKnown ? instantsOf(moments ?? block, { instance: block.instance, of: instance }, conditions) : undefined,
  }
}

export interface SessionsRequest {
  readonly from: number
  readonly to: number
  readonly where: readonly Condition[]
  /** What is asked of each. */
  readonly dimensions: readonly Dimension[]
  /** Labels by instance id. */
  readonly instances: ReadonlyMap<number, string>
  /** Nobody asks for parts of a minute. */
  readonly wholeMinutes: boolean
}

/** Every sample of the range, also those in which nobody was active, instance by instance. */
export function* sessionsIn(history: ReadHistory, { from, to, where, dimensions, instances, wholeMinutes }: SessionsRequest): Generator<Sessions> {
  const conditions = conditionsOf(where)
  const asked: readonly Dimension[] = ['wait_event_type', ...dimensions, ...conditions.map(({ dimension }) => dimension)]
  const byMinute = wholeMinutes && asked.every((one) => BY_MINUTE.includes(one)) && conditions.every(({ dimension }) => AT_ONCE.includes(dimension))
  const request = {
    probe: 'sessions',
    instances: [...instances.keys()],
    from,
    to,
    by: [...new Set(asked.flatMap(labelsOf))],
    samples: byMinute ? ('by minute' as const) : ('each' as const),
    moments: true as const,
  }
  for (const block of history.count(request)) yield sessionsOf(block, instances.get(block.instance) ?? '', conditions)
}
