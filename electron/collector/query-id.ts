/**
 * The id of a statement: md5 over the tokens of PostgreSQL's own scanner joined by one blank, with comments dropped, constants and
 * parameters renumbered $1…, and lists of constants collapsed to ( $1 , … ). A statement with its literals and the text that
 * pg_stat_statements made of it have the same id, on every server and version.
 */
import { createHash } from 'node:crypto'
import { loadModule, scanSync, type ScanToken } from 'libpg-query'

export interface Identified {
  /** `query_md5_id`: 32 hex digits */
  readonly md5: string
  /** The text without literals and comments, its layout kept. */
  readonly text: string
  /** SELECT, INSERT, VACUUM …; null when the text is empty. */
  readonly command: string | null
}

/** Must have resolved once before `identify` is called. */
export const loadScanner = (): Promise<void> => loadModule()

/** A piece of the statement: what it contributes to the id, and where it lies in the text (bytes). */
interface Piece {
  readonly word: string
  readonly start: number
  readonly end: number
  /** a constant, or a parameter that stands for one */
  readonly value: boolean
  /** no name, no value: a keyword, operator or punctuation */
  readonly reserved: boolean
}

/** Undefined for a text that cannot be scanned, for instance one that was cut within a literal. */
export function identify(sql: string): Identified | undefined {
  let tokens: readonly ScanToken[]
  try {
    // The library answers in JSON and forgets to escape control characters; as blanks they change neither tokens nor offsets.
    tokens = scanSync(sql.replace(CONTROL, ' ')).tokens
  } catch {
    return undefined
  }
  const pieces = collapseLists(joinSigns(tokens.flatMap(toPiece)))
  while (pieces.at(-1)?.word === ';') pieces.pop()
  let count = 0
  const words = pieces.map((piece) => (piece.word === LIST ? `$${++count} , …` : piece.value ? `$${++count}` : piece.word))
  return { md5: createHash('md5').update(words.join(' ')).digest('hex'), text: layOut(sql, pieces), command: commandOf(pieces) }
}

const CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f]/g

/** Stands for "constant, constant, …"; no token looks like it. */
const LIST = '\0list'
const CONSTANTS = new Set(['ICONST', 'FCONST', 'SCONST', 'PARAM'])
/** Bit strings and strings with Unicode escapes, which the scanner's list of names leaves out. */
const OTHER_CONSTANT = /^(?:[bBxX]'|[uU]&')/

function toPiece(token: ScanToken): Piece[] {
  const { start, end, text, tokenName, keywordName } = token
  if (tokenName === 'SQL_COMMENT' || tokenName === 'C_COMMENT') return []
  const value = CONSTANTS.has(tokenName) || OTHER_CONSTANT.test(text)
  const quoted = text.startsWith('"') || /^[uU]&"/.test(text)
  const word = quoted ? text : foldCase(text)
  return [{ word, start, end, value, reserved: !value && tokenName !== 'IDENT' && !quoted && keywordName !== 'UNRESERVED_KEYWORD' }]
}

/** As the scanner folds names: ASCII letters only. */
const foldCase = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

/** After these a minus subtracts; after every other keyword or operator it is a sign. */
const ENDS_OPERAND = new Set([
  ')',
  ']',
  'end',
  'current_date',
  'current_time',
  'current_timestamp',
  'localtime',
  'localtimestamp',
  'current_user',
  'session_user',
  'user',
])
const LITERAL_WORDS = new Set(['null', 'true', 'false'])

/**
 * PostgreSQL makes one constant of a sign and a number, and constants of NULL, TRUE and FALSE except in tests (`is null`) and
 * constraints (`not null`). Where it writes its own text they are parameters, so they have to be here.
 */
function joinSigns(pieces: readonly Piece[]): Piece[] {
  const joined: Piece[] = []
  for (const piece of pieces) {
    const before = joined.at(-1)
    if (piece.value && before?.word === '-' && isSign(joined.at(-2))) {
      joined.pop()
      joined.push({ ...piece, start: before.start })
    } else if (LITERAL_WORDS.has(piece.word) && piece.reserved && !isTest(joined, piece.word)) joined.push({ ...piece, value: true, reserved: false })
    else joined.push(piece)
  }
  return joined
}

const isSign = (before: Piece | undefined): boolean => before === undefined || (before.reserved && !ENDS_OPERAND.has(before.word))

const isTest = (before: readonly Piece[], word: string): boolean => {
  const last = before.at(-1)?.word
  return last === 'is' || (last === 'not' && (word === 'null' || before.at(-2)?.word === 'is'))
}

/** `in (…)` and `array[…]` of constants only, cast or not: version 18 counts them as one statement whatever their length. */
function collapseLists(pieces: readonly Piece[]): Piece[] {
  const out: Piece[] = []
  for (let i = 0; i < pieces.length; i++) {
    const piece = pieces[i]
    if (piece === undefined) break
    out.push(piece)
    const close = piece.word === '(' && pieces[i - 1]?.word === 'in' ? ')' : piece.word === '[' && pieces[i - 1]?.word === 'array' ? ']' : undefined
    if (close === undefined) continue
    const end = listEnd(pieces, i + 1, close)
    const [first, last] = [pieces[i + 1], pieces[end - 1]]
    if (end === 0 || first === undefined || last === undefined) continue
    out.push({ word: LIST, start: first.start, end: last.end, value: false, reserved: false })
    i = end - 1
  }
  return out
}

/** Where the closing bracket is, or 0 when something else than constants is in between. */
function listEnd(pieces: readonly Piece[], from: number, close: string): number {
  let at = from
  for (;;) {
    if (pieces[at]?.value !== true) return 0
    at++
    while (pieces[at]?.word === '::') at = afterType(pieces, at + 1)
    if (pieces[at]?.word === close) return at
    if (pieces[at]?.word !== ',') return 0
    at++
  }
}

/** Skips a type's name: `int`, `public.mood`, `numeric(10,2)`, `text[]`, `double precision`. */
function afterType(pieces: readonly Piece[], from: number): number {
  let at = from
  while (/^["\p{L}_.]/u.test(pieces[at]?.word ?? '')) at++
  const open = pieces[at]?.word
  if (open === '(' || open === '[') {
    const shut = open === '(' ? ')' : ']'
    while (at < pieces.length && pieces[at]?.word !== shut) at++
    at++
  }
  return at
}

/** The statement's own layout, with $n in place of each constant. Comments become a blank, since they may hold literals. */
function layOut(sql: string, pieces: readonly Piece[]): string {
  const bytes = Buffer.from(sql)
  // offsets are bytes; where every character is one, the string itself can be cut
  const cut =
    bytes.length === sql.length ? (start: number, end: number) => sql.slice(start, end) : (start: number, end: number) => bytes.toString('utf8', start, end)
  let text = ''
  let from = pieces[0]?.start ?? 0
  let count = 0
  for (const piece of pieces) {
    const gap = cut(from, piece.start)
    text += /^\s*$/.test(gap) ? gap : ' '
    text += piece.word === LIST ? `$${++count}, …` : piece.value ? `$${++count}` : cut(piece.start, piece.end)
    from = piece.end
  }
  return text
}

const MAIN = new Set(['select', 'insert', 'update', 'delete', 'merge', 'values', 'table'])

/** The first word; after WITH the first command outside parentheses. */
function commandOf(pieces: readonly Piece[]): string | null {
  let depth = 0
  const first = pieces.find(({ word }) => word !== '(')?.word
  if (first !== 'with') return first?.toUpperCase() ?? null
  for (const { word } of pieces) {
    if (word === '(') depth++
    else if (word === ')') depth--
    else if (depth === 0 && MAIN.has(word)) return word.toUpperCase()
  }
  return 'WITH'
}
