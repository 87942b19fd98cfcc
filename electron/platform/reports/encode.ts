/**
 * A report on the wire: JSON, an array of flat objects; or CSV as RFC 4180 has it: CRLF, a header of the JSON keys, quotes only where
 * needed, null as nothing. Text that a spreadsheet would run as a formula gets a leading apostrophe; numbers, also those beyond 2^53 that
 * travel as text, stay as they are.
 */
import { stringify, type Options } from 'csv-stringify/sync'
import type { Answer, ReportCell, Row } from './rows.ts'

/** Rows encoded at once: few enough for memory, enough for speed. */
const CHUNK = 1000
/** Texts that are kept in their JSON form. */
const REMEMBERED = 10_000

const NUMBER = /^-?\d+(?:\.\d+)?$/

const CSV: Options = {
  record_delimiter: '\r\n',
  escape_formulas: true,
  cast: {
    boolean: String,
    string: (value) => (NUMBER.test(value) ? { value, escape_formulas: false } : value),
  },
}

export const JSON_TYPE = 'application/json; charset=utf-8'
const CSV_TYPE = 'text/csv; charset=utf-8'

/** An answer as it travels: its content type, and its text piece by piece, each made when it is asked for. */
export interface Encoded {
  readonly type: string
  readonly pieces: Iterable<string>
}

function* chunksOf(rows: Iterable<Row>): Generator<readonly Row[]> {
  let chunk: Row[] = []
  for (const row of rows) {
    chunk.push(row)
    if (chunk.length < CHUNK) continue
    yield chunk
    chunk = []
  }
  if (chunk.length > 0) yield chunk
}

/** Texts as JSON has them. The same few names come again in nearly every row, so that finding one is quicker than escaping it. */
function quoting(): (text: string) => string {
  const known = new Map<string, string>()
  return (text) => {
    const quoted = known.get(text)
    if (quoted !== undefined) return quoted
    if (known.size >= REMEMBERED) known.clear()
    const made = JSON.stringify(text)
    known.set(text, made)
    return made
  }
}

/** As JSON.stringify would write the rows, which takes twice as long for answers of many rows. */
function* jsonOf({ columns, rows }: Answer): Generator<string> {
  const quote = quoting()
  const names = columns.map(({ name }, at) => ({ name, before: `${at === 0 ? '{' : ','}${JSON.stringify(name)}:` }))
  const textOf = (cell: ReportCell | undefined): string =>
    typeof cell === 'string' ? quote(cell) : typeof cell === 'number' ? numberText(cell) : String(cell ?? null)
  let separator = '['
  for (const chunk of chunksOf(rows)) {
    let text = ''
    for (const row of chunk) {
      text += separator
      for (const { name, before } of names) text += before + textOf(row[name])
      text += '}'
      separator = ','
    }
    yield text
  }
  yield separator === '[' ? '[]' : ']'
}

const numberText = (value: number): string => (Number.isFinite(value) ? String(value) : 'null')

function* csvOf({ columns, rows }: Answer): Generator<string> {
  const names = columns.map(({ name }) => name)
  yield stringify([names], CSV)
  for (const chunk of chunksOf(rows)) {
    yield stringify(
      chunk.map((row) => names.map((name) => row[name])),
      CSV,
    )
  }
}

export const encode = (answer: Answer, output: 'json' | 'csv'): Encoded =>
  output === 'csv' ? { type: CSV_TYPE, pieces: csvOf(answer) } : { type: JSON_TYPE, pieces: jsonOf(answer) }
