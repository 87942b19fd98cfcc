import type { ReportForm } from '../../catalog/define.ts'
import type { ReadHistory } from '../../store/store.ts'
import { grouped } from './grouped.ts'
import { byTag } from './by-tag.ts'
import { latest } from './latest.ts'
import { raw } from './raw.ts'
import type { ReportRequest } from './request.ts'
import { ask, type Answer, type Asked, type Row } from './rows.ts'
import type { SeenInstance } from './scope.ts'
import { series } from './series.ts'

function rowsOf(asked: Asked): Iterable<Row> {
  switch (asked.form.shape) {
    case 'raw':
      return raw(asked)
    case 'grouped':
      return grouped(asked)
    case 'series':
      return series(asked)
    case 'latest':
      return latest(asked)
    case 'tags':
      return byTag(asked)
  }
}

/** Answers a report over what the caller may see. Everything that can be refused is refused before the first row. */
export function runReport(form: ReportForm, request: ReportRequest, visible: readonly SeenInstance[], history: ReadHistory): Answer {
  const asked = ask(form, request, visible, history)
  return { columns: asked.output, rows: rowsOf(asked) }
}
