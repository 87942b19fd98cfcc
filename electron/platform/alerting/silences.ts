import type * as z from 'zod'
import type { NewSilence, Silence } from '../../../shared/model/alert.ts'
import { fail } from '../../kernel/problem.ts'
import type { StoredSilence } from '../../store/alerts.ts'
import type { UserCaller } from '../access.ts'
import type { PlatformApi } from '../context.ts'
import { visibleTo } from '../reports/scope.ts'
import { covers, isActive } from './cover.ts'
import { instanceNamed } from './instances.ts'
import { identityOf } from './present.ts'
import { ruleNamed } from './rules.ts'

/** Silences, as people list, make and end them. */

const DAY = 86_400_000
/** Ended silences are listed for so long, ms. */
const LISTED = 30 * DAY

function shown(api: PlatformApi, caller: UserCaller): (silence: StoredSilence) => Silence {
  const now = api.clock.now()
  const instances = visibleTo(api.history, caller)
  const open = Map.groupBy(api.config.alerts.openProblems(), ({ instance }) => instance)
  return (silence) => {
    const covered = instances.filter((instance) => covers(silence, instance))
    const hidden = covered.flatMap((instance) => open.get(identityOf(instance)) ?? []).filter(({ rule }) => silence.rule === null || silence.rule === rule)
    const { id, pgInstance, filters, rule, reason, start, until, createdBy, created, endedBy, ended } = silence
    const active = isActive(silence, now)
    return {
      id,
      pg_instance: pgInstance,
      filters: [...filters],
      rule,
      reason,
      from: start,
      until,
      created_by: createdBy,
      created,
      ended: ended === null ? null : { by: endedBy ?? '', at: ended },
      active,
      instances: covered.map(({ label }) => label),
      hides: active ? hidden.length : 0,
    }
  }
}

/** Those that concern an instance the caller may see; who may see everything sees them all. */
export function listSilences(api: PlatformApi, caller: UserCaller, ended: boolean): Silence[] {
  const now = api.clock.now()
  return api.config.alerts
    .silences(ended ? now - LISTED : now)
    .filter(({ ended: at, until }) => ended || (at === null && (until === null || until > now)))
    .map(shown(api, caller))
    .filter(({ instances }) => caller.sees === null || instances.length > 0)
}

/** Who sees some instances only may silence one of them, and not whatever carries a tag. */
const checkScope = (api: PlatformApi, caller: UserCaller, pgInstance: string | null): void => {
  if (pgInstance !== null) instanceNamed(api, caller, pgInstance)
  else if (caller.sees !== null) fail('right.restricted', { user: caller.user.login })
}

export function addSilence(api: PlatformApi, caller: UserCaller, body: z.output<typeof NewSilence>): Silence {
  const { pg_instance: pgInstance, filters, rule, reason, from, until } = body
  const now = api.clock.now()
  checkScope(api, caller, pgInstance)
  if (pgInstance !== null && filters.length > 0) fail('request.invalid', { field: 'filters', why: 'must be empty when pg_instance names the instance' })
  if (rule !== null) ruleNamed(rule)
  const start = from ?? now
  if (until !== null && until <= Math.max(now, start)) fail('request.invalid', { field: 'until', why: 'must lie in the future, after from' })
  const silence = { pgInstance, filters, rule, reason, start, until, createdBy: caller.user.login, created: now }
  const id = api.config.alerts.addSilence(silence)
  return shown(api, caller)({ ...silence, id, endedBy: null, ended: null })
}

export function endSilence(api: PlatformApi, caller: UserCaller, id: number): Silence {
  const { alerts } = api.config
  const now = api.clock.now()
  const find = (): StoredSilence | undefined => alerts.silences(now).find((silence) => silence.id === id)
  const silence = find() ?? fail('silence.unknown', { silence: id })
  checkScope(api, caller, silence.pgInstance)
  alerts.endSilence(id, caller.user.login, now)
  return shown(api, caller)(find() ?? silence)
}
