import type { Alerts } from '../../store/alerts.ts'
import type { StoredProblem, StoredProblemEvent } from '../../store/problems.ts'
import { settleResolved } from '../notify/tell.ts'
import type { SeenInstance } from '../reports/scope.ts'
import type { Transition } from './evaluate.ts'
import { forms, identityOf } from './present.ts'
import { levelOf } from './step.ts'
import { messageOf } from './words.ts'

const RANK = { OK: 0, WARNING: 1, CRITICAL: 2 } as const
export const isWorse = (a: StoredProblem['state'], b: StoredProblem['state']): boolean => RANK[a] > RANK[b]

/** What has changed becomes problems. `open` are those of the instance by rule, and is kept up to date. Belongs into a transaction. */
export function record(alerts: Alerts, instance: SeenInstance, transitions: readonly Transition[], open: Map<string, StoredProblem>): void {
  for (const transition of transitions) {
    const { rule, to, from } = transition
    const problem = open.get(rule)
    if (to === 'OK') {
      if (problem !== undefined) resolveProblem(alerts, problem, transition.at, transition.measured === undefined ? whyWithdrawn(instance) : '')
      open.delete(rule)
    } else if (problem !== undefined) open.set(rule, change(alerts, problem, transition))
    // Without a problem although it lasts: somebody has closed it, and it is opened again when it gets worse.
    else if (isWorse(to, from)) {
      const opened = openProblem(alerts, instance, transition)
      if (opened !== undefined) open.set(rule, opened)
    }
  }
}

const whyWithdrawn = ({ watched }: SeenInstance): string =>
  watched ? 'The rule does not apply any more' : 'The connection was disabled or deleted at its agent'

function openProblem(alerts: Alerts, instance: SeenInstance, { rule, at, to, measured }: Transition): StoredProblem | undefined {
  const form = forms.get(rule)
  if (form === undefined || measured === undefined) return undefined
  const { value, threshold, subject } = measured
  const problem = {
    instance: identityOf(instance),
    label: instance.label,
    rule,
    title: form.title,
    state: to,
    worst: to,
    message: messageOf(form, measured),
    since: at,
    changed: at,
    resolved: null,
    acknowledged: null,
    told: null,
    value,
    threshold,
    unit: form.unit,
    extra: extraOf(rule, value, threshold, form.unit, subject),
  }
  const id = alerts.addProblem(problem)
  alerts.addProblemEvent(id, { time: at, event: 'opened', state: to, message: problem.message, by: '' })
  return { ...problem, id }
}

const extraOf = (rule: string, value: number, threshold: number | null, unit: string, subject: string | undefined): StoredProblem['extra'] => ({
  rule,
  value,
  threshold,
  unit,
  subject: subject ?? null,
})

/** It lasts: the state may be another one, and the message is that of the latest measure that was too much. */
function change(alerts: Alerts, problem: StoredProblem, { rule, at, to, measured }: Transition): StoredProblem {
  const form = forms.get(rule)
  if (form === undefined || measured === undefined) return problem
  const { value, threshold, subject } = measured
  const tooMuch = levelOf(value, { form, warning: threshold, critical: null }) !== 'OK' || problem.state === to
  const changed: StoredProblem = {
    ...problem,
    state: to,
    worst: isWorse(to, problem.worst) ? to : problem.worst,
    ...(tooMuch ? { message: messageOf(form, measured), value, threshold, extra: extraOf(rule, value, threshold, form.unit, subject) } : {}),
    changed: problem.state === to ? problem.changed : at,
  }
  alerts.putProblem(changed)
  if (problem.state !== to)
    alerts.addProblemEvent(problem.id, { time: at, event: isWorse(to, problem.state) ? 'worsened' : 'eased', state: to, message: changed.message, by: '' })
  return changed
}

/** `by`: who closed it by hand; '' when it is over by itself. */
export function resolveProblem(alerts: Alerts, problem: StoredProblem, at: number, message = '', by = ''): StoredProblem {
  const resolved: StoredProblem = { ...problem, state: 'OK', resolved: at, changed: at }
  const event: StoredProblemEvent['event'] = by === '' ? 'resolved' : 'closed'
  alerts.putProblem(resolved)
  alerts.addProblemEvent(problem.id, { time: at, event, state: 'OK', message, by })
  settleResolved(alerts, resolved, at)
  return resolved
}
