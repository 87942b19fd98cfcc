import type { AlertingStatus, InactiveCause } from '../../../shared/model/alert.ts'
import type { StoredSilence } from '../../store/alerts.ts'
import type { SeenInstance } from '../reports/scope.ts'
import { utc } from '../../kernel/zone.ts'
import { isMatch } from './thresholds.ts'

export const isActive = ({ start, until, ended }: StoredSilence, now: number): boolean => ended === null && start <= now && (until === null || now < until)

export const covers = (silence: StoredSilence, instance: SeenInstance): boolean =>
  silence.pgInstance === null ? isMatch(instance, silence.filters) : silence.pgInstance === instance.label

/** The silence that hides a rule's problem (null: a custom one's) of an instance; silences of the instance itself come first. */
export const silenceOf = (active: readonly StoredSilence[], instance: SeenInstance, rule: string | null): StoredSilence | undefined =>
  active
    .filter((silence) => (silence.rule === null || silence.rule === rule) && covers(silence, instance))
    .sort((a, b) => Number(b.pgInstance !== null) - Number(a.pgInstance !== null))[0]

export interface Inactive extends AlertingStatus {
  readonly cause: InactiveCause
  readonly silence: number | null
}

/** The sentence that existing clients know. */
export const SILENCE_CREATED = 'A silence has been created for the instance'

function sentenceOf({ until, createdBy, reason, pgInstance }: StoredSilence): string {
  const base = pgInstance === null ? 'A silence covers the instance through its tags' : SILENCE_CREATED
  const why = reason === '' ? '' : `: ${reason}`
  if (until === null && why === '' && pgInstance !== null) return base
  return `${base}${until === null ? '' : ` until ${utc.plain(until)} UTC`} by ${createdBy}${why}`
}

/** Whether alerting works for an instance, and if not why: the global switch, a silence of its own, one through its tags, nobody watches it, no rule. */
export function statusOf(enabled: boolean, active: readonly StoredSilence[], instance: SeenInstance, rules: number): Inactive {
  if (!enabled) return { enabled: false, reason: 'Alerting is off for the whole platform', cause: 'global', silence: null }
  const silence = silenceOf(
    active.filter(({ rule }) => rule === null),
    instance,
    null,
  )
  if (silence !== undefined)
    return { enabled: false, reason: sentenceOf(silence), cause: silence.pgInstance === null ? 'filter-silence' : 'instance-silence', silence: silence.id }
  if (!instance.watched) return { enabled: false, reason: 'The connection is disabled or deleted at its agent', cause: 'not-watched', silence: null }
  if (rules === 0) return { enabled: false, reason: 'No alerting rule matches the instance', cause: 'no-rule', silence: null }
  return { enabled: true, reason: '', cause: '', silence: null }
}
