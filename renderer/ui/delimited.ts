/** Tables as text. What is copied is what is seen, in its order; numbers raw. Pure. */
export type CellValue = string | number | boolean | null

const clean = (value: CellValue) => (value === null ? '' : String(value))

/** Tab-separated, as spreadsheets paste it. */
export const toTsv = (rows: readonly (readonly CellValue[])[]): string =>
  rows.map((row) => row.map((v) => clean(v).replace(/[\t\r\n]+/g, ' ')).join('\t')).join('\n')

/** RFC 4180; a text that a spreadsheet would take for a formula is kept a text. */
export const toCsv = (rows: readonly (readonly CellValue[])[]): string =>
  rows.map((row) => row.map((v) => quote(typeof v === 'string' && /^[=+\-@\t]/.test(v) ? `'${v}` : clean(v))).join(',')).join('\r\n') + '\r\n'

const quote = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
