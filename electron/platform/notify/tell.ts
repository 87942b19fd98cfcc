import type { Alerts } from '../../store/alerts.ts'
import type { Severity, StoredProblem } from '../../store/problems.ts'
import type { ChannelSettings } from './channel.ts'

/**
 * Which deliveries there are to be. A problem is told when it is opened and when it gets worse, once per channel, and its end where its beginning
 * was told. What was asked is kept with the problem, so a restart tells nothing twice.
 */

const RANK = { OK: 0, WARNING: 1, CRITICAL: 2 } as const

export interface Telling {
  readonly now: number
  /** Channels that are switched on, by id. */
  readonly channels: readonly (Pick<ChannelSettings, 'least'> & { readonly id: number })[]
  /** Channels of the problem's rule; null: all. */
  readonly chosen: (problem: StoredProblem) => readonly number[] | null
  /** Hidden by a silence, or of an instance whose minutes of long ago are just being judged. */
  readonly holdsBack: (problem: StoredProblem) => boolean
}

const isSeverity = (state: StoredProblem['state']): state is Severity => state !== 'OK'

/** Belongs into a transaction. */
export function tell(alerts: Alerts, { now, channels, chosen, holdsBack }: Telling): void {
  for (const problem of alerts.openProblems()) {
    const { id, state, told } = problem
    if (!isSeverity(state) || RANK[state] <= RANK[told ?? 'OK'] || holdsBack(problem)) continue
    const wanted = chosen(problem)
    const hearing = channels.filter((channel) => RANK[state] >= RANK[channel.least] && (wanted === null || wanted.includes(channel.id)))
    for (const channel of hearing) alerts.askDelivery({ problem: id, channel: channel.id, event: told === null ? 'opened' : 'worsened', state, asked: now })
    alerts.putProblem({ ...problem, told: state })
    if (hearing.length > 0) alerts.addProblemEvent(id, { time: now, event: 'notified', state, message: '', by: '' })
  }
}

/** The end of a problem is told where its beginning was; what still waits to be told of it is not told any more. */
export function settleResolved(alerts: Alerts, { id, changed }: StoredProblem, at: number): void {
  const deliveries = alerts.deliveriesOf(id)
  for (const delivery of deliveries) if (delivery.sent === null) alerts.dropDelivery(delivery.id)
  const heard = new Set(deliveries.flatMap(({ sent, channel }) => (sent === null ? [] : [channel])))
  for (const channel of heard) alerts.askDelivery({ problem: id, channel, event: 'resolved', state: 'OK', asked: Math.max(at, changed) })
}
