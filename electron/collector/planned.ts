import { createHash } from 'node:crypto'
import pg from 'pg'

/**
 * Which statements of a session the server plans once: planning a sample of the sessions costs four times as much as taking it, and most of what is asked is asked in the
 * same words again and again. The only parameter there is is an array of oids to look up, for which one plan is as good as another.
 */
export interface Planned {
  /** The name under which the server keeps the plan; undefined for what is asked for the first time, or in other words each time. */
  nameOf(text: string): string | undefined
  /** Whether the session is taken to be ours alone. */
  keeps(): boolean
  /** Whether the statement failed perhaps because it, or its plan, is no longer what it was: it is to be asked without. */
  isLost(text: string, error: unknown): boolean
}

const MOST = 100
/** Longer ones carry lists that are others each time. */
const LONGEST = 10_000
/** The statement is not there, or is there already: a pooler gave us another's session. */
const LOST: ReadonlySet<string> = new Set(['26000', '42P05'])
/** It tells other columns than before; or what it asks for is not supported, planned or not, as some managed servers say of some functions. */
const NOT_SUPPORTED = '0A000'

/** Behind a pooler nothing is kept: our next statement may go over another session, and our plans would stay in one that is handed to others. */
export function createPlanned(pooled: boolean): Planned {
  let keeps = !pooled
  /** Null: never planned. */
  const names = new Map<string, string | null | undefined>()
  return {
    keeps: () => keeps,
    nameOf: (text) => {
      // Several statements cannot be prepared together.
      if (!keeps || text.length > LONGEST || text.includes(';')) return undefined
      if (!names.has(text)) {
        if (names.size < MOST) names.set(text, undefined)
        return undefined
      }
      // The same name never stands for other words, whoever prepared it.
      if (names.get(text) === null) return undefined
      const name = names.get(text) ?? `watchpost_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`
      names.set(text, name)
      return name
    },
    isLost: (text, error) => {
      const code = error instanceof pg.DatabaseError ? (error.code ?? '') : ''
      if (code === NOT_SUPPORTED) names.set(text, null)
      if (LOST.has(code)) keeps = false
      return code === NOT_SUPPORTED || LOST.has(code)
    },
  }
}
