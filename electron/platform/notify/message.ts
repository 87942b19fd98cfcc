import type { StoredDelivery } from '../../store/deliveries.ts'
import type { StoredProblem } from '../../store/problems.ts'
import { utc } from '../../kernel/zone.ts'

/** A delivery with what it is about. */
export interface Message {
  readonly delivery: StoredDelivery
  readonly problem: StoredProblem
}

/** More of them at once become one message where people read them. */
export const SINGLY = 3

const wordOf = ({ delivery }: Message): string => (delivery.event === 'resolved' ? 'RESOLVED' : delivery.state)

export const titleOf = (message: Message): string => `${wordOf(message)}: ${message.problem.title} on ${message.problem.label}`

const lineOf = (message: Message): string => {
  const { problem, delivery } = message
  const when =
    delivery.event === 'resolved'
      ? `since ${utc.plain(problem.since)}, until ${utc.plain(problem.resolved ?? problem.changed)}`
      : `since ${utc.plain(problem.since)}`
  return `${titleOf(message)}\n${problem.message}\n${when} UTC`
}

/** Title and text of one message about all of them. */
export function textOf(messages: readonly Message[]): { readonly title: string; readonly text: string } {
  const [first] = messages
  if (first === undefined) return { title: '', text: '' }
  const title = messages.length === 1 ? titleOf(first) : summary(messages)
  return { title, text: messages.map(lineOf).join('\n\n') }
}

function summary(messages: readonly Message[]): string {
  const instances = new Set(messages.map(({ problem }) => problem.label)).size
  const over = messages.filter(({ delivery }) => delivery.event === 'resolved').length
  const counts = [
    [messages.length - over, 'open'],
    [over, 'resolved'],
  ] as const
  const parts = counts.flatMap(([count, word]) => (count === 0 ? [] : [`${String(count)} ${word}`]))
  return `Problems: ${parts.join(', ')} on ${String(instances)} instance${instances === 1 ? '' : 's'}`
}

/** What a webhook is sent. Times are ISO 8601. */
export const payloadOf = ({ delivery, problem }: Message): object => ({
  event: delivery.event,
  delivery: delivery.id,
  problem: {
    id: problem.id,
    pg_instance: problem.label,
    rule: problem.rule,
    check_name: problem.title,
    check_state: problem.state,
    message: problem.message,
    since: utc.iso(problem.since),
    resolved_time: problem.resolved === null ? null : utc.iso(problem.resolved),
    custom: problem.rule === null,
    extra_data: problem.extra,
  },
})
