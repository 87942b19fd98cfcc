import { createHash } from 'node:crypto'
import pg from 'pg'

/**
 * Which statements of a session the server plans once: planning a sample of the sessions costs four times as much as taking it, and most of what is asked is asked in the
 * same words again and again. None of them has parameters, so there is no plan for other values that would be taken for all.
 */
export interface Planned {
  /** The name under which the server keeps the plan; undefined for what is asked for the first time, or in other words each time. */
  nameOf(text: string): string | undefined
  /** Whether the statement failed because it, or its plan, is no longer what it was; nothing is kept from then on. */
  isLost(error: unknown): boolean
}

const MOST = 100
/** Longer ones carry lists that are others each time. */
const LONGEST = 10_000
/** The statement is not there (a pooler gave us another's session), or is there already, or tells other columns than before. */
const LOST: ReadonlySet<string> = new Set(['26000', '42P05', '0A000'])

/** Behind a pooler nothing is kept: our next statement may go over another session, and our plans would stay in one that is handed to others. */
export function createPlanned(pooled: boolean): Planned {
  let keeps = !pooled
  const names = new Map<string, string | undefined>()
  return {
    nameOf: (text) => {
      // Several statements cannot be prepared together.
      if (!keeps || text.length > LONGEST || text.includes(';')) return undefined
      if (!names.has(text)) {
        if (names.size < MOST) names.set(text, undefined)
        return undefined
      }
      // The same name never stands for other words, whoever prepared it.
      const name = names.get(text) ?? `watchpost_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`
      names.set(text, name)
      return name
    },
    isLost: (error) => {
      if (!(error instanceof pg.DatabaseError) || !LOST.has(error.code ?? '')) return false
      keeps = false
      return true
    },
  }
}
