import type { Condition, Dimension } from '../../../shared/model/activity.ts'
import type { ReadHistory, ScanBlock } from '../../store/store.ts'

/** Session samples as the Activity screen counts them: who counts, and as what. */

type Label = (row: number) => string | null

/** The samples of one reading of one instance. */
export interface Tick {
  readonly instance: number
  /** The sample's instant, ms. */
  readonly at: number
  /** ms the sample stands for */
  readonly weight: number
  /** After a pause: counted in totals, in no peak. */
  readonly gap: boolean
  /** Rows of the block that are counted. */
  readonly rows: readonly number[]
  readonly block: Labelled
}

export interface Labelled {
  readonly instance: string
  value(dimension: Dimension, row: number): string | null
}

const COLUMNS = [
  'wait_event_type',
  'wait_event',
  'query_md5_id',
  'database',
  'user_name',
  'application_name',
  'client_host_name',
  'state',
  'backend_type',
] as const

/** Sessions that hold a transaction open and do nothing are a class of their own; those that wait for nothing are on the processor. */
const waitOf =
  (state: Label, wait: Label): Label =>
  (row) =>
    state(row)?.startsWith('idle in transaction') === true ? 'IdleTx' : (wait(row) ?? 'CPU')

function labelsOf(block: ScanBlock, instance: string): Labelled {
  const plain = (name: string): Label => {
    const column = block.labels[name]
    return column === undefined ? () => null : (row) => column.values[column.codes[row] ?? -1] ?? null
  }
  const state = plain('state')
  const labels: Readonly<Record<Dimension, Label>> = {
    wait_event_type: waitOf(state, plain('wait_event_type')),
    wait_event: waitOf(state, plain('wait_event')),
    query_md5_id: plain('query_md5_id'),
    database: plain('database'),
    user_name: plain('user_name'),
    application_name: plain('application_name'),
    client_host_name: plain('client_host_name'),
    state,
    backend_type: plain('backend_type'),
    pg_instance: () => instance,
  }
  return { instance, value: (dimension, row) => labels[dimension](row) }
}

/** Whether a session counts: every condition holds; only clients' unless the kind of backend is asked for. Sessions that idle outside a transaction never do. */
function counts(labels: Labelled, row: number, where: readonly Condition[]): boolean {
  if (labels.value('state', row) === 'idle') return false
  if (!where.some(({ dimension }) => dimension === 'backend_type') && labels.value('backend_type', row) !== 'client backend') return false
  return where.every(({ dimension, values, exclude }) => values.includes(labels.value(dimension, row)) !== exclude)
}

export interface SessionsRequest {
  readonly from: number
  readonly to: number
  readonly where: readonly Condition[]
  /** Labels by instance id. */
  readonly instances: ReadonlyMap<number, string>
}

/** Every sample of the range, also those in which nobody was active. */
export function* ticksOf(history: ReadHistory, { from, to, where, instances }: SessionsRequest): Generator<Tick> {
  for (const block of history.scan({ probe: 'sessions', instances: [...instances.keys()], from, to, columns: COLUMNS })) {
    const labels = labelsOf(block, instances.get(block.instance) ?? '')
    for (let reading = 0; reading < block.readings; reading++) {
      const rows: number[] = []
      for (let row = block.first[reading] ?? 0; row < (block.first[reading + 1] ?? 0); row++) if (counts(labels, row, where)) rows.push(row)
      const at = block.end[reading] ?? 0
      yield {
        instance: block.instance,
        at,
        weight: at - (block.begin[reading] ?? at),
        gap: block.flags[reading]?.includes('gap') ?? false,
        rows,
        block: labels,
      }
    }
  }
}
