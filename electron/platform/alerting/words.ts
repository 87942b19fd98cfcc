import { formatQuantity } from '../../../shared/units.ts'
import type { Measured, RuleForm } from '../../catalog/rule.ts'

/** The sentence of a rule with what was measured. */
export function messageOf(form: RuleForm, { value, subject, facts }: Measured): string {
  const known: Readonly<Record<string, string | number>> = { ...facts, subject: subject ?? '', value: formatQuantity(value, form.unit) }
  return form.message.replace(/\{(\w+)\}/g, (whole, name: string) => (name in known ? String(known[name]) : whole))
}
