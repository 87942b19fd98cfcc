import { checks } from '../catalog/checks/_all.generated.ts'
import type { Check } from '../catalog/define.ts'
import type { Session } from './target.ts'

/** A check that was not passed. */
export interface Unready {
  readonly id: string
  readonly blocks: boolean
  readonly hint: string
}

const TIMEOUT = 5

/** Asks whether the server is ready to be watched; answers with what is not, and how to mend it. */
export async function findUnready(session: Session): Promise<readonly Unready[]> {
  const unready: Unready[] = []
  for (const { id, sql, ok, blocks, hint } of checks as readonly Check[]) {
    const { names, rows } = await session.query(sql, TIMEOUT)
    const row = Object.fromEntries(names.map((name, i) => [name, rows[0]?.[i] ?? null]))
    if (!ok(row)) unready.push({ id, blocks, hint })
  }
  return unready
}
