import type * as z from 'zod'
import type { ProblemDetail, ProblemEntry, ProblemList, ProblemQuery } from '../../../shared/model/alert.ts'
import { fail } from '../../kernel/problem.ts'
import type { StoredSilence } from '../../store/alerts.ts'
import type { StoredProblem, StoredProblemEvent } from '../../store/problems.ts'
import type { UserCaller } from '../access.ts'
import type { PlatformApi } from '../context.ts'
import { visibleTo, type SeenInstance } from '../reports/scope.ts'
import { silenceOf } from './cover.ts'
import { identityOf, presentOf } from './present.ts'
import { isWorse, resolveProblem } from './record.ts'

/** Problems of all the instances somebody may see. */

const DAY = 86_400_000

interface View {
  readonly instances: ReadonlyMap<string, SeenInstance>
  readonly silences: readonly StoredSilence[]
  /** Who may see everything sees problems of instances that are gone, too. */
  readonly isShown: (problem: StoredProblem) => boolean
}

function viewOf({ history, config, clock }: PlatformApi, caller: UserCaller): View {
  const instances = new Map(visibleTo(history, caller).map((instance) => [identityOf(instance), instance]))
  return {
    instances,
    silences: presentOf(config, clock.now()).silences,
    isShown: ({ instance }) => caller.sees === null || instances.has(instance),
  }
}

function entryOf({ instances, silences }: View, problem: StoredProblem): ProblemEntry {
  const instance = instances.get(problem.instance)
  const { id, rule, title, state, worst, message, since, changed, resolved, acknowledged, value, threshold, unit, extra } = problem
  return {
    id,
    pg_instance: instance?.label ?? problem.label,
    rule,
    check_name: title,
    state,
    worst,
    message,
    since,
    changed,
    resolved,
    custom: rule === null,
    acknowledged: acknowledged === null ? null : { ...acknowledged },
    silence: (instance === undefined || resolved !== null ? undefined : silenceOf(silences, instance, rule))?.id ?? null,
    value,
    threshold,
    unit,
    extra_data: { ...extra },
  }
}

/** How many problems are open now, and the worst state of them. */
export function openProblemsOf(api: PlatformApi, caller: UserCaller): { readonly open: number; readonly worst: StoredProblem['state'] } {
  const open = api.config.alerts.openProblems().filter(viewOf(api, caller).isShown)
  return { open: open.length, worst: open.reduce<StoredProblem['state']>((worst, { state }) => (isWorse(state, worst) ? state : worst), 'OK') }
}

export function listProblems(api: PlatformApi, caller: UserCaller, query: z.output<typeof ProblemQuery>): ProblemList {
  const view = viewOf(api, caller)
  const { alerts } = api.config
  const now = api.clock.now()
  const open = alerts.openProblems().filter(view.isShown)
  const closed = alerts.resolvedProblems(0, Number.MAX_SAFE_INTEGER).filter(view.isShown)
  const isAsked = (entry: ProblemEntry): boolean =>
    entry.since <= (query.to ?? Infinity) &&
    (entry.resolved ?? Infinity) >= (query.from ?? 0) &&
    (query.severity === undefined || entry.worst === query.severity) &&
    (query.pg_instance === undefined || entry.pg_instance === query.pg_instance) &&
    (query.rule === undefined || entry.rule === query.rule)
  const shown = [...(query.show === 'closed' ? [] : open), ...(query.show === 'open' ? [] : closed)]
  const problems: ProblemEntry[] = []
  for (const problem of shown) {
    if (problems.length >= query.limit) break
    const entry = entryOf(view, problem)
    if (isAsked(entry)) problems.push(entry)
  }
  return { open: open.length, closed_24h: closed.filter(({ resolved }) => (resolved ?? 0) >= now - DAY).length, problems }
}

function found(api: PlatformApi, caller: UserCaller, id: number): { readonly problem: StoredProblem; readonly view: View } {
  const view = viewOf(api, caller)
  const problem = api.config.alerts.problem(id)
  if (problem === undefined || !view.isShown(problem)) return fail('problem.unknown', { problem: id })
  return { problem, view }
}

export function problemDetail(api: PlatformApi, caller: UserCaller, id: number): ProblemDetail {
  const { problem, view } = found(api, caller, id)
  return { ...entryOf(view, problem), history: api.config.alerts.problemEvents(id).map((event) => ({ ...event })) }
}

function open(api: PlatformApi, caller: UserCaller, id: number): StoredProblem {
  const { problem } = found(api, caller, id)
  return problem.resolved === null ? problem : fail('problem.resolved', { problem: id })
}

function change(api: PlatformApi, caller: UserCaller, problem: StoredProblem, event: StoredProblemEvent['event'], message: string): ProblemDetail {
  const { alerts } = api.config
  alerts.together(() => {
    alerts.putProblem(problem)
    alerts.addProblemEvent(problem.id, { time: api.clock.now(), event, state: problem.state, message, by: caller.user.login })
  })
  return problemDetail(api, caller, problem.id)
}

export const acknowledge = (api: PlatformApi, caller: UserCaller, id: number, note: string): ProblemDetail =>
  change(api, caller, { ...open(api, caller, id), acknowledged: { by: caller.user.login, at: api.clock.now(), note } }, 'acknowledged', note)

export const takeBack = (api: PlatformApi, caller: UserCaller, id: number): ProblemDetail =>
  change(api, caller, { ...open(api, caller, id), acknowledged: null }, 'unacknowledged', '')

/** Closes it by hand. A rule opens another one when it gets worse, or when it was over and comes back. */
export function closeProblem(api: PlatformApi, caller: UserCaller, id: number, note: string): ProblemDetail {
  const { alerts } = api.config
  const problem = open(api, caller, id)
  alerts.together(() => resolveProblem(alerts, problem, api.clock.now(), note, caller.user.login))
  return problemDetail(api, caller, id)
}
