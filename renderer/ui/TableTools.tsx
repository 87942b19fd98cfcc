import { Copy, Download } from 'lucide-react'
import { saveFile } from '../app/bridge.ts'
import { copyText } from './copy.ts'
import { toCsv, toTsv, type CellValue } from './delimited.ts'

/** The two ways of a table out of the screen. `file` is the name it is saved under, without its ending. */
export function TableTools({ table, file }: { readonly table: readonly (readonly CellValue[])[]; readonly file: string }) {
  return (
    <>
      <button
        type="button"
        className="button plain small icon"
        title="Copy the table"
        aria-label="Copy the table"
        onClick={() => {
          void copyText(toTsv(table), 'Table')
        }}
      >
        <Copy size={14} />
      </button>
      <button
        type="button"
        className="button plain small icon"
        title="Save as CSV"
        aria-label="Save as CSV"
        onClick={() => {
          void saveFile(`${file}.csv`, 'text/csv', toCsv(table))
        }}
      >
        <Download size={14} />
      </button>
    </>
  )
}
