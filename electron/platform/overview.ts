import type { OverviewReply } from '../../shared/model/activity.ts'
import type { UserCaller } from './access.ts'
import { openProblemsOf } from './alerting/problems.ts'
import type { PlatformApi } from './context.ts'
import { visibleTo } from './reports/scope.ts'
import { lacking } from './rights.ts'

/** What the shell of the user interface shows of the whole: who is signed in, what is watched, who brings it. */
export function overviewOf(api: PlatformApi, caller: UserCaller): OverviewReply {
  const { history, agents, ingest, clock, version, demo } = api
  const instances = visibleTo(history, caller)
  const { email, login, privilege, profile, live360 } = caller.user
  const newestOf = (agent: string): number | null =>
    instances.reduce<number | null>((newest, one) => (one.agent === agent ? Math.max(newest ?? 0, one.lastSeen) : newest), null)
  return {
    time: clock.now(),
    version,
    user: { email, login, privilege, profile, live_360: live360, expires: caller.expires },
    instances: instances.map((one) => ({
      label: one.label,
      server: one.server,
      name: one.name,
      tags: { ...one.tags },
      first_seen: one.firstSeen,
      last_seen: one.lastSeen,
      agent: one.agent,
      watched: one.watched,
      pg_version: one.pgVersion,
      type: one.type,
      cpus: one.cpus,
    })),
    // Who sees some instances only sees the agents that bring them.
    agents: agents
      .list()
      .filter(({ id }) => caller.sees === null || instances.some(({ agent }) => agent === id))
      .map(({ id, name, url, embedded }) => ({ id, name, url, embedded, last_upload: ingest.lastUpload(id) ?? newestOf(id) })),
    problems: lacking(caller.user, 'read') === undefined ? openProblemsOf(api, caller) : null,
    demo:
      demo === undefined
        ? { available: false, running: false, reason: 'This platform runs without a demo database' }
        : { ...demo.available(), running: demo.running() },
  }
}
