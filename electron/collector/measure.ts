import pg from 'pg'
import type { Probe } from '../catalog/define.ts'
import { cell } from './cells.ts'
import { readNumber, scaleOf, type RawReading } from './reading.ts'
import type { Rows, Session } from './target.ts'

const LOCK_NOT_AVAILABLE = '55P03'
const QUERY_CANCELED = '57014'

/** The server gave it up because it took too long. */
export const isCancelled = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === QUERY_CANCELED

/** A relation was locked after the server had looked which ones are. */
export const isLocked = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE

/**
 * The reading, with what files tell of some of its rows, by oid: null where nothing came, because the relation is gone or locked. One that was locked after we
 * looked costs this time's sizes, not the reading, and so does what takes longer than `timeout`, in seconds: then `late` is called.
 */
export async function measured(
  session: Session,
  probe: Probe,
  reading: RawReading,
  oids: readonly string[],
  timeout: number,
  late: () => void = () => undefined,
): Promise<RawReading> {
  const again = probe.measured?.again
  if (again === undefined || oids.length === 0) return reading
  const { names, rows } = await session.query(again.sql, timeout, `${probe.id} sizes`, { oids }).catch((error: unknown): Rows => {
    if (isCancelled(error)) late()
    else if (!isLocked(error)) throw error
    return { names: [], rows: [] }
  })
  const wanted = new Set<unknown>(oids)
  const rowOf = new Map<unknown, Rows['rows'][number]>(rows.map((row) => [row[names.indexOf(again.key)], row]))
  const columns = (probe.measured?.columns ?? []).map((name) => {
    const [at, column] = [names.indexOf(name), probe.columns[name]]
    const cells = Array.from({ length: reading.rows }, (_, row) => {
      const oid = cell(reading, again.key, row)
      if (!wanted.has(oid)) return cell(reading, name, row)
      const text = rowOf.get(oid)?.[at] ?? null
      return text === null ? null : readNumber(text, column === undefined ? 1 : scaleOf(column))
    })
    return [name, cells] as const
  })
  return { ...reading, columns: { ...reading.columns, ...Object.fromEntries(columns) } }
}
