import type { WriteDb } from './db.ts'
import { createDeliveries, type Deliveries } from './deliveries.ts'
import { createProblems, type Problems } from './problems.ts'

interface Filter {
  readonly tag: string
  readonly value: string
}

/** What somebody has said about a rule; what is left out is as it is shipped. */
export interface RuleSettings {
  readonly enabled?: boolean | undefined
  readonly warning?: number | null | undefined
  readonly critical?: number | null | undefined
  /** minutes */
  readonly occurrences?: number | undefined
  readonly filters?: readonly Filter[] | undefined
  /** null: all of them */
  readonly channels?: readonly number[] | null | undefined
}

export interface StoredRule {
  readonly rule: string
  readonly settings: RuleSettings
  readonly changedBy: string
  /** ms since the epoch */
  readonly changed: number
}

export interface StoredTemplate {
  readonly id: number
  readonly name: string
  /** Label of the only instance it is for; null: for those that match the filters. */
  readonly pgInstance: string | null
  readonly filters: readonly Filter[]
  readonly rules: Readonly<Record<string, Pick<RuleSettings, 'enabled' | 'warning' | 'critical' | 'occurrences'>>>
}

export interface StoredSilence {
  readonly id: number
  readonly pgInstance: string | null
  readonly filters: readonly Filter[]
  readonly rule: string | null
  readonly reason: string
  /** ms since the epoch */
  readonly start: number
  readonly until: number | null
  readonly createdBy: string
  readonly created: number
  readonly endedBy: string | null
  readonly ended: number | null
}

export interface StoredChannel {
  readonly id: number
  readonly name: string
  /** Its reader knows the form. */
  readonly settings: unknown
  /** Its secret, sealed by the vault. */
  readonly sealed: string | null
  readonly lastAt: number | null
  readonly lastFailure: string | null
}

/** How far the judging of an instance has come. */
export interface StoredState {
  /** Everything before it has been judged, ms since the epoch. */
  readonly until: number
  /** By rule; its writer knows the form. */
  readonly states: unknown
}

export interface Alerts extends Problems, Deliveries {
  /** All that `run` writes, or nothing. */
  together<T>(run: () => T): T
  ruleSettings(): readonly StoredRule[]
  putRuleSettings(rule: StoredRule): void
  dropRuleSettings(rule: string): void
  templates(): readonly StoredTemplate[]
  /** Returns its id. */
  addTemplate(template: Omit<StoredTemplate, 'id'>): number
  putTemplate(template: StoredTemplate): void
  dropTemplate(id: number): void
  /** Newest first; ended ones only when they ended at or after `since`. */
  silences(since: number): readonly StoredSilence[]
  addSilence(silence: Omit<StoredSilence, 'id' | 'endedBy' | 'ended'>): number
  endSilence(id: number, by: string, at: number): void
  channels(): readonly StoredChannel[]
  addChannel(channel: Pick<StoredChannel, 'name' | 'settings' | 'sealed'>): number
  putChannel(channel: StoredChannel): void
  dropChannel(id: number): void
  /** By instance. */
  alertStates(): ReadonlyMap<string, StoredState>
  putAlertState(instance: string, state: StoredState): void
}

const parse = (text: string): unknown => JSON.parse(text)

export function createAlerts(db: WriteDb): Alerts {
  const rules = db.prepare<[], { rule: string; settings: string; changed_by: string; changed: number }>('select * from rule_setting')
  const putRule = db.prepare<[string, string, string, number]>(
    `insert into rule_setting (rule, settings, changed_by, changed) values (?, ?, ?, ?)
     on conflict do update set settings = excluded.settings, changed_by = excluded.changed_by, changed = excluded.changed`,
  )
  const dropRule = db.prepare<[string]>('delete from rule_setting where rule = ?')
  const templates = db.prepare<[], { id: number; name: string; settings: string }>('select * from alert_template order by name')
  const addTemplate = db.prepare<[string, string]>('insert into alert_template (name, settings) values (?, ?)')
  const putTemplate = db.prepare<[string, string, number]>('update alert_template set name = ?, settings = ? where id = ?')
  const dropTemplate = db.prepare<[number]>('delete from alert_template where id = ?')
  const silences = db.prepare<[number], Omit<StoredSilence, 'filters'> & { readonly filters: string }>(
    `select id, pg_instance as "pgInstance", filters, rule, reason, start, until, created_by as "createdBy", created, ended_by as "endedBy", ended
     from silence where ended is null or ended >= ? order by id desc`,
  )
  const addSilence = db.prepare<[string | null, string, string | null, string, number, number | null, string, number]>(
    'insert into silence (pg_instance, filters, rule, reason, start, until, created_by, created) values (?, ?, ?, ?, ?, ?, ?, ?)',
  )
  const endSilence = db.prepare<[string, number, number]>('update silence set ended_by = ?, ended = ? where id = ? and ended is null')
  const channels = db.prepare<[], Omit<StoredChannel, 'settings'> & { readonly settings: string }>(
    'select id, name, settings, sealed, last_at as "lastAt", last_failure as "lastFailure" from channel order by name',
  )
  const addChannel = db.prepare<[string, string, string | null]>('insert into channel (name, settings, sealed) values (?, ?, ?)')
  const putChannel = db.prepare<[string, string, string | null, number | null, string | null, number]>(
    'update channel set name = ?, settings = ?, sealed = ?, last_at = ?, last_failure = ? where id = ?',
  )
  const dropChannel = db.prepare<[number]>('delete from channel where id = ?')
  const states = db.prepare<[], { instance: string; until: number; states: string }>('select * from alert_state')
  const putState = db.prepare<[string, number, string]>(
    'insert into alert_state (instance, until, states) values (?, ?, ?) on conflict do update set until = excluded.until, states = excluded.states',
  )
  const settingsOf = ({ pgInstance, filters, rules: of }: Omit<StoredTemplate, 'id'>): string => JSON.stringify({ pgInstance, filters, rules: of })

  return {
    ...createProblems(db),
    ...createDeliveries(db),
    together: (run) => db.transaction(run).immediate(),
    // What is parsed below was written below.
    ruleSettings: () =>
      rules.all().map(({ rule, settings, changed_by, changed }) => ({ rule, settings: parse(settings) as RuleSettings, changedBy: changed_by, changed })),
    putRuleSettings({ rule, settings, changedBy, changed }) {
      putRule.run(rule, JSON.stringify(settings), changedBy, changed)
    },
    dropRuleSettings(rule) {
      dropRule.run(rule)
    },
    templates: () => templates.all().map(({ id, name, settings }) => ({ id, name, ...(parse(settings) as Omit<StoredTemplate, 'id' | 'name'>) })),
    addTemplate: (template) => Number(addTemplate.run(template.name, settingsOf(template)).lastInsertRowid),
    putTemplate(template) {
      putTemplate.run(template.name, settingsOf(template), template.id)
    },
    dropTemplate(id) {
      dropTemplate.run(id)
    },
    silences: (since) => silences.all(since).map(({ filters, ...row }) => ({ ...row, filters: parse(filters) as readonly Filter[] })),
    addSilence: ({ pgInstance, filters, rule, reason, start, until, createdBy, created }) =>
      Number(addSilence.run(pgInstance, JSON.stringify(filters), rule, reason, start, until, createdBy, created).lastInsertRowid),
    endSilence(id, by, at) {
      endSilence.run(by, at, id)
    },
    channels: () => channels.all().map(({ settings, ...row }) => ({ ...row, settings: parse(settings) })),
    addChannel: ({ name, settings, sealed }) => Number(addChannel.run(name, JSON.stringify(settings), sealed).lastInsertRowid),
    putChannel({ id, name, settings, sealed, lastAt, lastFailure }) {
      putChannel.run(name, JSON.stringify(settings), sealed, lastAt, lastFailure, id)
    },
    dropChannel(id) {
      dropChannel.run(id)
    },
    alertStates: () => new Map(states.all().map(({ instance, until, states: of }) => [instance, { until, states: parse(of) }])),
    putAlertState(instance, { until, states: of }) {
      putState.run(instance, until, JSON.stringify(of))
    },
  }
}
