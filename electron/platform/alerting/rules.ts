import type { RuleChange, RuleEntry, Template, NewTemplate, TemplateChange } from '../../../shared/model/alert.ts'
import type { TagFilter } from '../../../shared/model/report.ts'
import type * as z from 'zod'
import { fail } from '../../kernel/problem.ts'
import type { RuleSettings, StoredTemplate } from '../../store/alerts.ts'
import type { UserCaller } from '../access.ts'
import type { PlatformApi } from '../context.ts'
import { visibleTo, type SeenInstance } from '../reports/scope.ts'
import { forms, identityOf, presentOf } from './present.ts'
import { appliesTo, isMatch, presentRule, rulesFor, type PresentRule } from './thresholds.ts'

/** Rules and templates, as people list and change them. */

const DAY = 86_400_000
const DAYS = 7

/** Undefined fields of a change are none. */
const given = <T extends object>(change: T): Partial<T> => Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Partial<T>

export function listRules(api: PlatformApi, caller: UserCaller): RuleEntry[] {
  const { config, history, clock } = api
  const now = clock.now()
  const { rules, templates } = presentOf(config, now)
  const instances = visibleTo(history, caller)
  const counts = new Map<string, number>()
  for (const instance of instances) for (const { form } of rulesFor(instance, rules, templates)) counts.set(form.id, (counts.get(form.id) ?? 0) + 1)
  const said = new Map(config.alerts.ruleSettings().map((stored) => [stored.rule, stored]))
  const begin = now - DAYS * DAY
  const visible = new Set(instances.map(identityOf))
  const opened = Map.groupBy(
    config.alerts.problemsOpened(begin).filter(({ instance }) => visible.has(instance)),
    ({ rule }) => rule,
  )
  return rules.map((rule) => {
    const { id, title, doc, measure, unit, next, sql = '', each = 1, falling, warning, critical, occurrences } = rule.form
    const stored = said.get(id)
    const fired = Array.from({ length: DAYS }, () => 0)
    for (const { since } of opened.get(id) ?? []) {
      const day = Math.min(DAYS - 1, Math.floor((since - begin) / DAY))
      fired[day] = (fired[day] ?? 0) + 1
    }
    return {
      id,
      title,
      doc,
      measure,
      next,
      sql,
      unit,
      each,
      ...(falling && { falling }),
      enabled: rule.enabled,
      warning: rule.warning,
      critical: rule.critical,
      occurrences: rule.occurrences,
      filters: [...rule.filters],
      channels: rule.channels === null ? null : [...rule.channels],
      shipped: { warning, critical, occurrences },
      changed: stored === undefined ? null : { by: stored.changedBy, at: stored.changed },
      instances: counts.get(id) ?? 0,
      fired,
    }
  })
}

const checkOrder = ({ form, warning, critical }: Pick<PresentRule, 'form' | 'warning' | 'critical'>): void => {
  if (warning === null || critical === null) return
  const falling = form.falling === true
  if (falling ? warning < critical : warning > critical)
    fail('request.invalid', { field: 'critical', why: `must not be ${falling ? 'above' : 'below'} warning` })
}

export const ruleNamed = (id: string) => forms.get(id) ?? fail('rule.unknown', { rule: id })

function entryNamed(api: PlatformApi, caller: UserCaller, id: string): RuleEntry {
  return listRules(api, caller).find((rule) => rule.id === id) ?? fail('rule.unknown', { rule: id })
}

export function changeRule(api: PlatformApi, caller: UserCaller, id: string, change: RuleChange): RuleEntry {
  const { alerts } = api.config
  const form = ruleNamed(id)
  const before = alerts.ruleSettings().find(({ rule }) => rule === id)?.settings
  const settings: RuleSettings = { ...before, ...given(change) }
  checkOrder(presentRule(form, settings))
  const known = new Set(alerts.channels().map((channel) => channel.id))
  const missing = settings.channels?.find((channel) => !known.has(channel))
  if (missing !== undefined && change.channels !== undefined)
    fail('request.invalid', { field: 'channels', why: `names ${String(missing)}, which is no channel` })
  alerts.putRuleSettings({ rule: id, settings, changedBy: caller.user.login, changed: api.clock.now() })
  return entryNamed(api, caller, id)
}

/** As it is shipped. */
export function resetRule(api: PlatformApi, caller: UserCaller, id: string): RuleEntry {
  ruleNamed(id)
  api.config.alerts.dropRuleSettings(id)
  return entryNamed(api, caller, id)
}

export function matchesOf({ history }: PlatformApi, caller: UserCaller, filters: readonly TagFilter[]): { count: number; instances: string[] } {
  const instances = visibleTo(history, caller).filter((instance) => isMatch(instance, filters))
  return { count: instances.length, instances: instances.map(({ label }) => label) }
}

const shown = ({ id, name, pgInstance, filters, rules }: StoredTemplate, instances: readonly SeenInstance[]): Template => ({
  id,
  name,
  pg_instance: pgInstance,
  filters: [...filters],
  rules: Object.fromEntries(Object.entries(rules).map(([rule, settings]) => [rule, given(settings)])),
  instances: instances.filter((instance) => appliesTo({ id, name, pgInstance, filters, rules }, instance)).length,
})

export function listTemplates({ config, history, clock }: PlatformApi, caller: UserCaller): Template[] {
  const instances = visibleTo(history, caller)
  return presentOf(config, clock.now()).templates.map((template) => shown(template, instances))
}

function checkTemplate({ config: { alerts } }: PlatformApi, template: StoredTemplate): void {
  const { id, name, pgInstance, filters, rules } = template
  const taken = alerts.templates().some((other) => other.id !== id && other.name.toLowerCase() === name.toLowerCase())
  if (taken) fail('template.exists', { name })
  if (pgInstance === null && filters.length === 0) fail('request.invalid', { field: 'filters', why: 'must name at least one tag, or pg_instance an instance' })
  if (pgInstance !== null && filters.length > 0) fail('request.invalid', { field: 'filters', why: 'must be empty when pg_instance names the instance' })
  for (const [rule, settings] of Object.entries(rules)) {
    const form = forms.get(rule) ?? fail('request.invalid', { field: `rules.${rule}`, why: 'is not the id of a rule' })
    checkOrder({ form, warning: settings.warning ?? null, critical: settings.critical ?? null })
  }
}

export function addTemplate(api: PlatformApi, caller: UserCaller, { pg_instance, ...body }: z.output<typeof NewTemplate>): Template {
  const template = { id: 0, ...body, pgInstance: pg_instance }
  checkTemplate(api, template)
  const id = api.config.alerts.addTemplate(template)
  return shown({ ...template, id }, visibleTo(api.history, caller))
}

const templateNamed = ({ config }: PlatformApi, id: number): StoredTemplate =>
  config.alerts.templates().find((template) => template.id === id) ?? fail('template.unknown', { template: id })

export function changeTemplate(api: PlatformApi, caller: UserCaller, id: number, { pg_instance, ...body }: z.output<typeof TemplateChange>): Template {
  const before = templateNamed(api, id)
  const template: StoredTemplate = {
    id,
    name: body.name ?? before.name,
    pgInstance: pg_instance === undefined ? before.pgInstance : pg_instance,
    filters: body.filters ?? before.filters,
    rules: body.rules ?? before.rules,
  }
  checkTemplate(api, template)
  api.config.alerts.putTemplate(template)
  return shown(template, visibleTo(api.history, caller))
}

export function removeTemplate(api: PlatformApi, id: number): { status: string } {
  templateNamed(api, id)
  api.config.alerts.dropTemplate(id)
  return { status: 'Template removed' }
}
