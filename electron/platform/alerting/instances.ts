import type * as z from 'zod'
import type { AlertedInstance, AlertingOverview, AlertingStatus, NewProblem, Problem } from '../../../shared/model/alert.ts'
import { fail } from '../../kernel/problem.ts'
import type { StoredProblem } from '../../store/problems.ts'
import type { UserCaller } from '../access.ts'
import type { PlatformApi } from '../context.ts'
import { visibleTo, type SeenInstance } from '../reports/scope.ts'
import { utc } from '../../kernel/zone.ts'
import { isActive, SILENCE_CREATED, statusOf } from './cover.ts'
import { identityOf, presentOf } from './present.ts'
import { isWorse, resolveProblem } from './record.ts'
import { rulesFor } from './thresholds.ts'

/** What the published operations on the alerting of one instance do. */

const DAY = 86_400_000
/** Resolved problems that the published list shows: of so many ms, and at most so many. */
const SHOWN = { ms: 30 * DAY, count: 1000 }

/** The instance of that name, if the caller may see it. */
export const instanceNamed = ({ history }: PlatformApi, caller: UserCaller, label: string): SeenInstance =>
  visibleTo(history, caller).find((instance) => instance.label === label) ?? fail('instance.unknown', { instance: label })

export function statusOfInstance({ config, clock }: PlatformApi, instance: SeenInstance): AlertingStatus {
  const { enabled, rules, templates, silences } = presentOf(config, clock.now())
  const status = statusOf(enabled, silences, instance, rulesFor(instance, rules, templates).length)
  return { enabled: status.enabled, reason: status.reason }
}

/** Ends the instance's own silences; others, and the global switch, stay as they are. */
export function enableInstance(api: PlatformApi, caller: UserCaller, instance: SeenInstance): AlertingStatus {
  const { alerts } = api.config
  const now = api.clock.now()
  alerts.together(() => {
    for (const silence of alerts.silences(now))
      if (silence.pgInstance === instance.label && silence.rule === null && isActive(silence, now)) alerts.endSilence(silence.id, caller.user.login, now)
  })
  return statusOfInstance(api, instance)
}

export function disableInstance({ config: { alerts }, clock }: PlatformApi, { user }: UserCaller, { label }: SeenInstance): AlertingStatus {
  const now = clock.now()
  const lasting = alerts
    .silences(now)
    .some((silence) => silence.pgInstance === label && silence.rule === null && silence.until === null && isActive(silence, now))
  if (!lasting) alerts.addSilence({ pgInstance: label, filters: [], rule: null, reason: '', start: now, until: null, createdBy: user.login, created: now })
  return { enabled: false, reason: SILENCE_CREATED }
}

const published = (problem: StoredProblem): Problem => ({
  id: problem.id,
  event_time: utc.plain(problem.changed),
  pg_instance: problem.label,
  check_name: problem.title,
  check_state: problem.state,
  message: problem.message,
  since: utc.plain(problem.since),
  resolved_time: problem.resolved === null ? null : utc.plain(problem.resolved),
  custom: problem.rule === null,
  extra_data: { ...problem.extra },
})

export function problemsOf({ config: { alerts }, clock }: PlatformApi, instance: SeenInstance): Problem[] {
  const isOwn = (problem: StoredProblem): boolean => problem.instance === identityOf(instance)
  const open = alerts.openProblems().filter(isOwn)
  const resolved = alerts.resolvedProblems(clock.now() - SHOWN.ms, Number.MAX_SAFE_INTEGER).filter(isOwn)
  return [...open, ...resolved.slice(0, SHOWN.count)].map(published)
}

/** A problem that something else has found. One in state OK resolves what is open under its name. */
export function addProblem(api: PlatformApi, { user }: UserCaller, instance: SeenInstance, body: z.output<typeof NewProblem>): Problem {
  const { alerts } = api.config
  const now = api.clock.now()
  const { check_name: title, check_state: state, message } = body
  const problem: Omit<StoredProblem, 'id'> = {
    instance: identityOf(instance),
    label: instance.label,
    rule: null,
    title,
    state,
    worst: state,
    message,
    since: now,
    changed: now,
    resolved: state === 'OK' ? now : null,
    acknowledged: null,
    told: null,
    value: null,
    threshold: null,
    unit: 'count',
    extra: {},
  }
  return alerts.together(() => {
    if (state === 'OK')
      for (const open of alerts.openProblems())
        if (open.rule === null && open.instance === problem.instance && open.title === title) resolveProblem(alerts, open, now, message, user.login)
    const id = alerts.addProblem(problem)
    alerts.addProblemEvent(id, { time: now, event: state === 'OK' ? 'resolved' : 'opened', state, message, by: user.login })
    return published({ ...problem, id })
  })
}

/** How alerting stands with every instance the caller may see. */
export function overviewOfAlerting(api: PlatformApi, caller: UserCaller): AlertingOverview {
  const { config, clock, history, alerting } = api
  const now = clock.now()
  const { enabled, rules, templates, silences } = presentOf(config, now)
  const open = Map.groupBy(config.alerts.openProblems(), ({ instance }) => instance)
  const resolved = new Map<string, number>()
  for (const { instance, changed } of config.alerts.resolvedProblems(now - SHOWN.ms, Number.MAX_SAFE_INTEGER))
    resolved.set(instance, Math.max(resolved.get(instance) ?? 0, changed))
  return {
    enabled,
    evaluated: alerting.evaluated(),
    instances: visibleTo(history, caller).map((instance): AlertedInstance => {
      const own = open.get(identityOf(instance)) ?? []
      const applying = rulesFor(instance, rules, templates).length
      const last = Math.max(resolved.get(identityOf(instance)) ?? 0, ...own.map(({ changed }) => changed))
      return {
        pg_instance: instance.label,
        ...statusOf(enabled, silences, instance, applying),
        open: own.length,
        worst: own.reduce<StoredProblem['state']>((worst, { state }) => (isWorse(state, worst) ? state : worst), 'OK'),
        last_change: last === 0 ? null : last,
        rules: applying,
      }
    }),
  }
}
