import type { TagFilter } from '../../../shared/model/report.ts'
import type { RuleForm } from '../../catalog/rule.ts'
import type { RuleSettings, StoredTemplate } from '../../store/alerts.ts'
import { matching, type SeenInstance } from '../reports/scope.ts'

/** A rule as it is judged for one instance. */
export interface Effective {
  readonly form: RuleForm
  readonly warning: number | null
  readonly critical: number | null
  /** minutes */
  readonly occurrences: number
}

/** A rule as people have set it, whichever instance it is about. */
export interface PresentRule extends Effective {
  readonly enabled: boolean
  readonly filters: readonly TagFilter[]
  /** null: all of them */
  readonly channels: readonly number[] | null
}

export function presentRule(form: RuleForm, settings: RuleSettings | undefined): PresentRule {
  return {
    form,
    enabled: settings?.enabled ?? true,
    warning: settings?.warning === undefined ? form.warning : settings.warning,
    critical: settings?.critical === undefined ? form.critical : settings.critical,
    occurrences: settings?.occurrences ?? form.occurrences,
    filters: settings?.filters ?? [],
    channels: settings?.channels ?? null,
  }
}

export const isMatch = (instance: SeenInstance, filters: readonly TagFilter[]): boolean => filters.length === 0 || matching([instance], filters).length > 0

export const appliesTo = (template: StoredTemplate, instance: SeenInstance): boolean =>
  template.pgInstance === null ? isMatch(instance, template.filters) : template.pgInstance === instance.label

/** The instance's own first, then those with more filters, then by name. */
export const inOrder = (templates: readonly StoredTemplate[]): readonly StoredTemplate[] =>
  templates.toSorted(
    (a, b) =>
      Number(b.pgInstance !== null) - Number(a.pgInstance !== null) || b.filters.length - a.filters.length || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0),
  )

const first = <T>(values: readonly (T | undefined)[], otherwise: T): T => values.find((value) => value !== undefined) ?? otherwise

/** The rules that are judged for an instance: none when nobody watches it. `templates` are in order; of each setting the first that has it counts, then the rule's own. */
export function rulesFor(instance: SeenInstance, rules: readonly PresentRule[], templates: readonly StoredTemplate[]): readonly Effective[] {
  if (!instance.watched) return []
  const own = templates.filter((template) => appliesTo(template, instance))
  return rules.flatMap((rule) => {
    const said = own.flatMap(({ rules: of }) => of[rule.form.id] ?? [])
    if (
      !isMatch(instance, rule.filters) ||
      !first(
        said.map(({ enabled }) => enabled),
        rule.enabled,
      )
    )
      return []
    // null is a setting too: the state is not reached.
    const threshold = (name: 'warning' | 'critical'): number | null => {
      const saying = said.find((one) => one[name] !== undefined)
      return saying === undefined ? rule[name] : (saying[name] ?? null)
    }
    return [
      {
        form: rule.form,
        warning: threshold('warning'),
        critical: threshold('critical'),
        occurrences: first(
          said.map(({ occurrences }) => occurrences),
          rule.occurrences,
        ),
      },
    ]
  })
}
