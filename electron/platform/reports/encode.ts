/**
 * A report on the wire: JSON, an array of flat objects; or CSV as RFC 4180 has it: CRLF, a header of the JSON keys, quotes only where
 * needed, null as nothing. Text that a spreadsheet would run as a formula gets a leading apostrophe; numbers, also those beyond 2^53 that
 * travel as text, stay as they are.
 */
import { stringify, type Options } from 'csv-stringify/sync'
import type { Answer, Row } from './rows.ts'

/** Rows encoded at once: few enough for memory, enough for speed. */
const CHUNK = 1000

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

function* jsonOf(rows: Iterable<Row>): Generator<string> {
  let separator = '['
  for (const chunk of chunksOf(rows)) {
    const text = JSON.stringify(chunk)
    yield separator + text.slice(1, -1)
    separator = ','
  }
  yield separator === '[' ? '[]' : ']'
}

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
  output === 'csv' ? { type: CSV_TYPE, pieces: csvOf(answer) } : { type: JSON_TYPE, pieces: jsonOf(answer.rows) }
