import type { BackTestRequest } from '../../../shared/model/alert.ts'
import type { LoadRequest, TopRequest } from '../../../shared/model/activity.ts'
import type { CompareRequest } from '../../../shared/model/compare.ts'
import { reports } from '../../catalog/reports/_all.generated.ts'
import type { ReportForm } from '../../catalog/define.ts'
import type { ReadHistory } from '../../store/store.ts'
import { compareWindows } from '../load/compare.ts'
import { loadOf } from '../load/load.ts'
import { backTest } from '../alerting/back-test.ts'
import { forms as rules } from '../alerting/present.ts'
import { topOf } from '../load/top.ts'
import { encode, JSON_TYPE, type Encoded } from './encode.ts'
import type { ReportRequest } from './request.ts'
import { runReport } from './run.ts'
import type { SeenInstance } from './scope.ts'

/** What is answered from the history alone, as plain data. `visible`: the instances that the caller may see. */
export type Question = { readonly visible: readonly SeenInstance[] } & (
  | { readonly kind: 'report'; readonly form: string; readonly request: ReportRequest; readonly output: 'json' | 'csv' }
  | { readonly kind: 'load'; readonly request: LoadRequest; readonly now: number }
  | { readonly kind: 'top'; readonly request: TopRequest }
  | { readonly kind: 'compare'; readonly request: CompareRequest }
  | { readonly kind: 'back-test'; readonly rule: string; readonly request: BackTestRequest }
)

const forms: ReadonlyMap<string, ReportForm> = new Map(reports.map((form) => [form.id, form]))

const whole = (value: unknown): Encoded => ({ type: JSON_TYPE, pieces: [JSON.stringify(value)] })

/** Answers a question. What can be refused is refused here, before the first piece. */
export function answer(history: ReadHistory, question: Question): Encoded {
  const { visible } = question
  switch (question.kind) {
    case 'report': {
      const form = forms.get(question.form)
      if (form === undefined) throw new Error(`there is no report "${question.form}"`)
      return encode(runReport(form, question.request, visible, history), question.output)
    }
    case 'load':
      return whole(loadOf(history, visible, question.request, question.now))
    case 'top':
      return whole(topOf(history, visible, question.request))
    case 'compare':
      return whole(compareWindows(history, visible, question.request))
    case 'back-test': {
      const rule = rules.get(question.rule)
      if (rule === undefined) throw new Error(`there is no rule "${question.rule}"`)
      return whole(backTest(history, visible, rule, question.request))
    }
  }
}
