import type { Unit } from '../../../shared/model/report.ts'
import { formatBytes, formatCount, formatDuration } from '../../../shared/units.ts'
import type { Measured, RuleForm } from '../../catalog/rule.ts'

/** A value of a rule as it stands in a sentence. */
function inWords(value: number, unit: Unit): string {
  switch (unit) {
    case 'bytes':
      return formatBytes(value)
    case 'ms':
      return formatDuration(value)
    case 's':
      return formatDuration(value * 1000)
    case 'percent':
      return `${String(Number(value.toFixed(value >= 99.95 ? 0 : 1)))}\u00a0%`
    default:
      return formatCount(Number(value.toFixed(2)))
  }
}

/** The sentence of a rule with what was measured. */
export function messageOf(form: RuleForm, { value, subject, facts }: Measured): string {
  const known: Readonly<Record<string, string | number>> = { ...facts, subject: subject ?? '', value: inWords(value, form.unit) }
  return form.message.replace(/\{(\w+)\}/g, (whole, name: string) => (name in known ? String(known[name]) : whole))
}
