import type { Probe, ReportForm } from '../catalog/define.ts'
import { probes } from '../catalog/probes/_all.generated.ts'
import { reports } from '../catalog/reports/_all.generated.ts'
import { compareVersions, statementFor } from './due.ts'
import type { Facts } from './facts.ts'
import { HOST_PROBES } from './host.ts'

/** What a report can show of a server. */
export interface Coverage {
  readonly id: string
  readonly title: string
  readonly state: 'works' | 'partly' | 'nothing'
  /** What is missing, in sentences; '' when it works. */
  readonly why: string
}

interface Found {
  readonly ok: boolean
  readonly blocks: boolean
  readonly hint: string
  readonly affects: readonly string[]
}

const byId: ReadonlyMap<string, Probe> = new Map((probes as readonly Probe[]).map((probe) => [probe.id, probe]))

/** Why a probe cannot be read on this server; '' when it can. */
function obstacle(probe: Probe, facts: Facts, host: boolean): string {
  if (HOST_PROBES.has(probe.id)) return host ? '' : 'It is about the machine, and we do not run on the server’s'
  if (Object.keys(probe.sql).length === 0 || statementFor(probe, facts) !== undefined) return ''
  if (probe.needs !== undefined && facts.extensions[probe.needs.extension] === undefined)
    return `The extension ${probe.needs.extension} is missing in the database we connect to`
  if (probe.role !== undefined && (probe.role === 'standby') !== facts.identity.inRecovery) return `Only a ${probe.role} has it`
  const [since] = Object.keys(probe.sql).sort(compareVersions)
  return `It needs PostgreSQL ${since ?? ''} or newer`
}

/** For each report whether it works with this server, and if not, why: by what its probes need and by the checks that failed. Pure. */
export function coverageOf(facts: Facts, host: boolean, checks: readonly Found[]): readonly Coverage[] {
  const failed = checks.filter(({ ok }) => !ok)
  return (reports as readonly ReportForm[]).map(({ id, title, reads }) => {
    const first = byId.get(reads[0] ?? '')
    const hindered = first === undefined ? '' : obstacle(first, facts, host)
    const missing = failed.filter(({ affects }) => affects.length === 0 || affects.includes(id))
    const isNothing = hindered !== '' || missing.some(({ blocks }) => blocks)
    // of a hint the first sentence says what is missing, the others how to mend it
    const why = hindered !== '' ? [hindered] : missing.map(({ hint }) => hint.split('. ')[0] ?? '')
    return { id, title, state: isNothing ? 'nothing' : missing.length > 0 ? 'partly' : 'works', why: [...new Set(why)].join('. ') }
  })
}
