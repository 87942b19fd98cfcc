import type { Probe } from '../catalog/define.ts'
import { statementFor, timeoutOf } from './due.ts'
import type { Facts } from './facts.ts'
import { toReading, type RawReading } from './reading.ts'
import type { Session } from './target.ts'

/** Reads one probe now; undefined when it has no statement for this server. Its failure is its own: it throws and nothing else is touched. */
export async function poll(session: Session, probe: Probe, facts: Facts, time: () => number): Promise<RawReading | undefined> {
  const sql = statementFor(probe, facts)
  if (sql === undefined) return undefined
  const extension = probe.needs && facts.extensions[probe.needs.extension]
  const { names, rows } = await session.query(sql.replaceAll('{schema}', extension?.schema ?? '').replaceAll('{slow}', 'true'), timeoutOf(probe))
  // The instant of the answer: everything that was counted lies before it.
  return toReading(probe, names, rows, time(), { ...facts.identity, extension: extension?.version ?? null })
}
