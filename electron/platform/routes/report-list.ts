import * as z from 'zod'
import { ReportEntry, type ListedColumn } from '../../../shared/model/report.ts'
import type { ReportForm } from '../../catalog/define.ts'
import { reports } from '../../catalog/reports/_all.generated.ts'
import { route } from '../context.ts'
import { numericColumns } from '../reports/columns.ts'
import { pathOf, rightOf } from '../reports/request.ts'
import { lacking } from '../rights.ts'

const forms: readonly ReportForm[] = reports

function columnsOf(form: ReportForm): ListedColumn[] {
  const numeric = new Map(numericColumns(form).map(({ name, agg }) => [name, agg === 'sum' ? 'counter' : 'gauge'] as const))
  return Object.entries(form.columns).map(([name, { doc, unit, time, of }]) => ({
    name,
    kind: time === true ? 'time' : unit === 'timestamp' ? 'text' : (numeric.get(name) ?? (of !== undefined && unit !== undefined ? 'gauge' : 'text')),
    doc,
    unit: unit ?? null,
  }))
}

const entryOf = (form: ReportForm): z.output<typeof ReportEntry> => ({
  id: form.id,
  title: form.title,
  doc: form.doc,
  path: pathOf(form, form.id),
  documented: form.own !== true,
  columns: columnsOf(form),
  by: [...(form.by ?? [])],
  compute: form.compute === true,
  group_by: form.shape === 'tags',
  include: [...(form.include ?? [])],
})

export default [
  route({
    id: 'listReports',
    method: 'GET',
    path: '/ds-api/app/reports',
    own: true,
    right: 'developer',
    doc: 'The reports the caller may read, with their columns and what may be asked. Those about one statement are not among them.',
    reply: [200, z.array(ReportEntry)],
    handler: (_, { caller }) => forms.filter((form) => form.statement !== true && lacking(caller.user, rightOf(form)) === undefined).map(entryOf),
  }),
]
