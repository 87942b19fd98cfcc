import type { AlertState } from '../../../shared/model/alert.ts'
import type { Measured, RuleInput } from '../../catalog/rule.ts'
import { CALM, isCalm, levelOf, step, thresholdOf, type Standing } from './step.ts'
import type { Effective } from './thresholds.ts'

export const MINUTE = 60_000

/** Where each rule stands; a rule that is not in it is calm. */
export type Standings = ReadonlyMap<string, Standing>

/** What has become of a rule at an instant. `to` equal to `from`: it lasts, and this is what was measured. */
export interface Transition {
  readonly rule: string
  /** ms since the epoch, by the readings' clock */
  readonly at: number
  readonly from: AlertState
  readonly to: AlertState
  /** undefined: the rule does not apply any more. */
  readonly measured: (Measured & { readonly threshold: number | null }) | undefined
}

export interface Judged {
  readonly standings: Standings
  readonly transitions: readonly Transition[]
}

/** Minutes between two measurements. */
export const eachOf = ({ form }: Effective): number => form.each ?? 1

/** Whether a span of the rule ends with the minute that ends at `end`. Instances take turns, so that not all of them are measured in one minute. */
const isDue = (rule: Effective, end: number, turn: number): boolean => (end / MINUTE + turn) % eachOf(rule) === 0

/**
 * Judges complete minutes of one instance in their order: from <= end - 1 minute, end <= to, both whole minutes. `input` gives what is known of the span
 * [begin, end). Pure: the same minutes give the same, however they are cut.
 */
export function judge(
  rules: readonly Effective[],
  before: Standings,
  span: { readonly from: number; readonly to: number; readonly turn: number },
  input: (rule: Effective, begin: number, end: number) => RuleInput,
): Judged {
  const standings = new Map(before)
  const transitions: Transition[] = []
  const measured = rules.filter(({ form }) => form.always !== true)
  for (let end = span.from + MINUTE; end <= span.to; end += MINUTE)
    for (const rule of measured) {
      if (!isDue(rule, end, span.turn)) continue
      const found = rule.form.of(input(rule, end - eachOf(rule) * MINUTE, end))
      if (found !== null && Number.isFinite(found.value)) note(standings, transitions, rule, found, eachOf(rule), end)
    }
  return { standings, transitions }
}

/** Judges the rules that go by the platform's own minutes. */
export function judgeNow(rules: readonly Effective[], before: Standings, now: number, input: RuleInput): Judged {
  const standings = new Map(before)
  const transitions: Transition[] = []
  for (const rule of rules.filter(({ form }) => form.always === true)) {
    const found = rule.form.of(input)
    // Its own standing says nothing of how long ago the last minute was: the platform may have been off.
    if (found !== null) note(standings, transitions, rule, found, 1, now)
  }
  return { standings, transitions }
}

/** Ends what belongs to rules that do not apply any more. */
export function withdraw(rules: readonly Effective[], before: Standings, now: number): Judged {
  const applying = new Set(rules.map(({ form }) => form.id))
  const gone = [...before].filter(([rule]) => !applying.has(rule))
  return {
    standings: new Map([...before].filter(([rule]) => applying.has(rule))),
    transitions: gone.flatMap(([rule, { state }]) => (state === 'OK' ? [] : [{ rule, at: now, from: state, to: 'OK' as const, measured: undefined }])),
  }
}

function note(standings: Map<string, Standing>, transitions: Transition[], rule: Effective, found: Measured, minutes: number, end: number): void {
  const { id } = rule.form
  const before = standings.get(id) ?? CALM
  const after = step(before, found.value, rule, minutes, end)
  if (isCalm(after)) standings.delete(id)
  else standings.set(id, after)
  const level = levelOf(found.value, rule)
  // While it is over but not for long enough, the last measure that was too much stays.
  if (after.state !== before.state || (after.state !== 'OK' && level !== 'OK'))
    transitions.push({ rule: id, at: end, from: before.state, to: after.state, measured: { ...found, threshold: thresholdOf(after.state, rule) } })
}
