import { parseSync } from 'libpg-query'

/** A single statement that PostgreSQL can plan without doing anything. */
export interface Plannable {
  /** It changes rows or locks them: a standby does not even plan it. */
  readonly writes: boolean
  /** It holds $1, $2 …, whose values are not in the text. */
  readonly parameters: boolean
}

/** Beyond so many characters a text is neither parsed nor explained: the parser would keep the thread. */
export const LONGEST = 16_384

const NODES: ReadonlySet<string> = new Set(['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt'])
const WRITES = /"(?:InsertStmt|UpdateStmt|DeleteStmt|MergeStmt|lockingClause)":/
const CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f]/g

/**
 * What PostgreSQL's own parser says about a text, or the reason why it is not to be explained: more than one statement, a utility
 * statement (which may hold a password), SELECT INTO, or nothing this parser knows. `loadScanner` must have resolved once before.
 */
export function plannable(sql: string): Plannable | string {
  if (sql.length > LONGEST) return `the statement is longer than ${LONGEST} characters`
  let tree: Tree
  try {
    // The library forgets to escape control characters in its answer.
    tree = parseSync(sql.replace(CONTROL, ' '))
  } catch {
    return 'the parser does not know this statement'
  }
  const [first, second] = tree.stmts ?? []
  if (first?.stmt === undefined) return 'there is no statement'
  if (second !== undefined) return 'there is more than one statement in it'
  const [node = ''] = Object.keys(first.stmt)
  const words = JSON.stringify(first.stmt)
  if (!NODES.has(node) || words.includes('"intoClause":')) return 'it is not a SELECT, INSERT, UPDATE, DELETE, MERGE or VALUES'
  return { writes: WRITES.test(words), parameters: words.includes('"ParamRef":') }
}

interface Tree {
  readonly stmts?: readonly { readonly stmt?: object }[]
}
