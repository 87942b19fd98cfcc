import type { Author } from './explain.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Why a statement has no plan, in words, and how long it is not tried again. */
export interface Failure {
  readonly words: string
  readonly pause: number
}

/** What a refusal of the server means. The message of a class of errors that quotes values of the statement is not repeated. */
export function failureOf(sqlstate: string, message: string, author: Author, user: string): Failure {
  switch (sqlstate) {
    case '42501':
      return {
        words: author.ours ? message : `${message} for ${user}; to have it planned as its own user: GRANT "${author.name}" TO "${user}"`,
        pause: HOUR,
      }
    case '42P01':
    case '42883':
    case '3F000':
      return { words: `${message} in the search path ${author.searchPath}; its session may have set another, or used a temporary table`, pause: HOUR }
    case '55P03':
      return { words: 'a table of it was locked; it is tried again', pause: 5 * MINUTE }
    case '57014':
      return { words: 'planning took longer than 2 s', pause: 6 * HOUR }
    case '42601':
      return {
        words: 'its text without values cannot be planned, as where interval $1 stands for a typed literal; it is planned when a session is seen running it',
        pause: 6 * HOUR,
      }
    case '42P02':
    case '42P18':
      return { words: 'it holds parameters whose values are not in the text; version 16 can plan without them', pause: 6 * HOUR }
  }
  if (/^(?:22|23|P0)/.test(sqlstate))
    return { words: `a value in it, or a function that planning evaluates, raises an error (SQLSTATE ${sqlstate})`, pause: HOUR }
  return { words: message, pause: HOUR }
}
