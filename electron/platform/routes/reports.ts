import * as z from 'zod'
import { reports } from '../../catalog/reports/_all.generated.ts'
import type { ReportForm } from '../../catalog/define.ts'
import type { AnyRoute } from '../../kernel/route.ts'
import { route, type PlatformApi } from '../context.ts'
import { bodyOf, pathOf, requestOf, rightOf } from '../reports/request.ts'
import { visibleTo } from '../reports/scope.ts'
import { utc } from '../../kernel/zone.ts'

const Cells = z.array(z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])))

/** The operation of one report, under its own name and those by which existing clients know it. */
function routesOf(form: ReportForm): readonly AnyRoute<PlatformApi>[] {
  return [form.id, ...(form.aliases ?? [])].map((name) =>
    route({
      id: `report-${name}`.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
      method: 'POST',
      path: pathOf(form, name),
      ...(form.own && { own: true }),
      right: rightOf(form),
      doc: form.doc,
      body: bodyOf(form),
      reply: [form.own ? 200 : 201, Cells],
      fails: ['range.reversed', 'range.long', 'range.rows', 'report.memory'],
      handler: ({ history, desk, zone }, { body, caller, gone }) => {
        const request = requestOf(body, body.utc_time ? utc : zone())
        return desk.answer({ kind: 'report', form: form.id, request, output: body.output, visible: visibleTo(history, caller) }, gone)
      },
    }),
  )
}

const forms: readonly ReportForm[] = reports

export default forms.flatMap(routesOf)
