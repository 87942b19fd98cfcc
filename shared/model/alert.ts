/** Alerting on the wire: rules, templates, silences, problems and channels. Times are ms since the epoch where the published interface does not say otherwise. */
import * as z from 'zod'
import { TagFilter } from './report.ts'

export const AlertState = z.enum(['OK', 'WARNING', 'CRITICAL'])
export type AlertState = z.infer<typeof AlertState>

const Filters = z.array(TagFilter).max(100, 'must have at most 100 entries')
const Words = (most: number) => z.string().max(most, `must have at most ${most} characters`)

/* The published interface ---------------------------------------------------------------------------------------------------- */

export const AlertingStatus = z.object({ enabled: z.boolean(), reason: z.string() })
export type AlertingStatus = z.infer<typeof AlertingStatus>

/** Times as `YYYY-MM-DD HH:MI:SS`, UTC. `check_state` of a resolved problem is OK. */
export const Problem = z.object({
  id: z.number(),
  event_time: z.string(),
  pg_instance: z.string(),
  check_name: z.string(),
  check_state: AlertState,
  message: z.string(),
  since: z.string(),
  resolved_time: z.string().nullable(),
  custom: z.boolean(),
  extra_data: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
})
export type Problem = z.infer<typeof Problem>

/** OK: what is open under the name is resolved by it. */
export const NewProblem = z.object({
  message: z.string().min(1, 'must not be empty').max(4000, 'must have at most 4000 characters'),
  check_name: z.string().min(1, 'must not be empty').max(200, 'must have at most 200 characters').default('custom'),
  check_state: AlertState.default('WARNING'),
})

/* Own: the state of alerting -------------------------------------------------------------------------------------------------- */

/** Why alerting is off for an instance; '' when it is on. */
export const InactiveCause = z.enum(['', 'global', 'instance-silence', 'filter-silence', 'not-watched', 'no-rule'])
export type InactiveCause = z.infer<typeof InactiveCause>

export const AlertedInstance = z.object({
  pg_instance: z.string(),
  enabled: z.boolean(),
  /** A sentence; '' when enabled. */
  reason: z.string(),
  cause: InactiveCause,
  /** The silence that is the cause. */
  silence: z.number().nullable(),
  open: z.number(),
  worst: AlertState,
  /** When a problem of it was opened, changed or resolved last. */
  last_change: z.number().nullable(),
  rules: z.number(),
})
export type AlertedInstance = z.infer<typeof AlertedInstance>

export const AlertingOverview = z.object({
  enabled: z.boolean(),
  /** When readings were judged last; null: not yet. */
  evaluated: z.number().nullable(),
  instances: z.array(AlertedInstance),
})
export type AlertingOverview = z.infer<typeof AlertingOverview>

export const AlertingSwitch = z.object({ enabled: z.boolean() }).strict()

/* Own: problems --------------------------------------------------------------------------------------------------------------- */

const ProblemEvent = z.object({
  time: z.number(),
  event: z.enum(['opened', 'worsened', 'eased', 'resolved', 'acknowledged', 'unacknowledged', 'closed', 'notified']),
  state: AlertState,
  message: z.string(),
  /** Who did it; '' for the program itself. */
  by: z.string(),
})

export const ProblemEntry = z.object({
  id: z.number(),
  pg_instance: z.string(),
  /** Id of the rule; null for custom problems. */
  rule: z.string().nullable(),
  check_name: z.string(),
  state: AlertState,
  /** The worst it was. */
  worst: AlertState,
  message: z.string(),
  since: z.number(),
  /** When its state changed last. */
  changed: z.number(),
  resolved: z.number().nullable(),
  custom: z.boolean(),
  acknowledged: z.object({ by: z.string(), at: z.number(), note: z.string() }).nullable(),
  /** The silence that hides it now. */
  silence: z.number().nullable(),
  value: z.number().nullable(),
  /** The threshold it passed, in the unit of the rule. */
  threshold: z.number().nullable(),
  unit: z.string(),
  extra_data: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
})
export type ProblemEntry = z.infer<typeof ProblemEntry>

export const ProblemDetail = ProblemEntry.extend({ history: z.array(ProblemEvent) })
export type ProblemDetail = z.infer<typeof ProblemDetail>

const count = (most: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, 'must be a whole number in digits')
    .transform(Number)
    .pipe(z.number().min(1).max(most))
export const ProblemQuery = z.object({
  show: z.enum(['open', 'closed', 'all']).default('all'),
  severity: z.enum(['WARNING', 'CRITICAL']).optional(),
  pg_instance: z.string().optional(),
  rule: z.string().optional(),
  /** Those that were open at some time of the range, ms since the epoch. */
  from: count(8.64e15).optional(),
  to: count(8.64e15).optional(),
  limit: count(1000).default(200),
})
/** Open ones first, then those resolved last. `closed_24h`: resolved within the last day. */
export const ProblemList = z.object({ open: z.number(), closed_24h: z.number(), problems: z.array(ProblemEntry) })
export type ProblemList = z.infer<typeof ProblemList>

export const Acknowledgement = z
  .object({ note: Words(1000).default('') })
  .strict()
  .default({ note: '' })

/* Own: rules ------------------------------------------------------------------------------------------------------------------ */

const Threshold = z.number().min(0).max(1e18).nullable()
const Occurrences = z.number().int().min(1).max(1440)

export const RuleEntry = z.object({
  id: z.string(),
  title: z.string(),
  doc: z.string(),
  /** What is measured, for the sentence "When [it] is above …". */
  measure: z.string(),
  /** What to do when it fires, and a statement that shows more; '' where there is none. */
  next: z.string(),
  sql: z.string(),
  unit: z.string(),
  /** Minutes between two measurements. */
  each: z.number(),
  enabled: z.boolean(),
  /** The value gets worse as it falls: it reaches a state when it is at or below its threshold. */
  falling: z.literal(true).optional(),
  /** null: this state is not reached. The value reaches a state when it is at or above its threshold. */
  warning: z.number().nullable(),
  critical: z.number().nullable(),
  /** minutes */
  occurrences: z.number(),
  filters: z.array(TagFilter),
  /** Ids of channels; null: all of them. */
  channels: z.array(z.number()).nullable(),
  shipped: z.object({ warning: z.number().nullable(), critical: z.number().nullable(), occurrences: z.number() }),
  changed: z.object({ by: z.string(), at: z.number() }).nullable(),
  /** Instances it is evaluated for now. */
  instances: z.number(),
  /** Problems opened on each of the last seven days, the oldest first. */
  fired: z.array(z.number()),
})
export type RuleEntry = z.infer<typeof RuleEntry>

const ruleFields = { enabled: z.boolean(), warning: Threshold, critical: Threshold, occurrences: Occurrences }
export const RuleChange = z
  .object({ ...ruleFields, filters: Filters, channels: z.array(z.number().int()).max(100).nullable() })
  .partial()
  .strict()
export type RuleChange = z.infer<typeof RuleChange>

export const MatchRequest = z.object({ filters: Filters }).strict()
export const Matches = z.object({ count: z.number(), instances: z.array(z.string()) })

export const BackTestRequest = z
  .object({ from: z.number(), to: z.number(), warning: Threshold, critical: Threshold, occurrences: Occurrences, filters: Filters.default([]) })
  .strict()
export type BackTestRequest = z.infer<typeof BackTestRequest>

export const BackTestReply = z.object({
  /** Problems that would have been opened. */
  fired: z.number(),
  instances: z.array(
    z.object({
      pg_instance: z.string(),
      /** `to` null: still open at the end of the range. */
      problems: z.array(z.object({ from: z.number(), to: z.number().nullable(), worst: AlertState, message: z.string() })),
      /** End of each measured span, and what was measured. At most 2,000 points: of several the largest. */
      time: z.array(z.number()),
      value: z.array(z.number()),
    }),
  ),
  /** Matching instances beyond the first 50 are not tried. */
  left_out: z.number(),
})
export type BackTestReply = z.infer<typeof BackTestReply>

/* Own: templates -------------------------------------------------------------------------------------------------------------- */

/** Settings for some instances. Those of the instance itself come first, then the ones with more filters, then by name, then the rule's. */
const templateFields = {
  name: z.string().min(1, 'must not be empty').max(128, 'must have at most 128 characters'),
  /** For this instance alone; null: for those that match the filters. */
  pg_instance: z.string().nullable(),
  filters: Filters,
  /** By rule; what is left out is as it is without the template. */
  rules: z.record(z.string(), z.object(ruleFields).partial().strict()),
}
export const NewTemplate = z.object({ ...templateFields, pg_instance: templateFields.pg_instance.default(null), filters: Filters.default([]) }).strict()
export const TemplateChange = z.object(templateFields).partial().strict()
export const Template = z.object({ id: z.number(), ...templateFields, instances: z.number() })
export type Template = z.infer<typeof Template>

/* Own: silences --------------------------------------------------------------------------------------------------------------- */

const silenceFields = { pg_instance: z.string().nullable(), filters: Filters, rule: z.string().nullable(), reason: Words(1000) }
/** For one instance, or for those that match the filters ([]: all), of one rule or of all. */
export const NewSilence = z
  .object({
    pg_instance: silenceFields.pg_instance.default(null),
    filters: Filters.default([]),
    rule: silenceFields.rule.default(null),
    reason: silenceFields.reason.default(''),
    from: z.number().optional(),
    /** null: until it is ended. */
    until: z.number().nullable().default(null),
  })
  .strict()
export const Silence = z.object({
  id: z.number(),
  ...silenceFields,
  from: z.number(),
  until: z.number().nullable(),
  created_by: z.string(),
  created: z.number(),
  ended: z.object({ by: z.string(), at: z.number() }).nullable(),
  active: z.boolean(),
  /** Instances it covers now, and the open problems it hides. */
  instances: z.array(z.string()),
  hides: z.number(),
})
export type Silence = z.infer<typeof Silence>
export const SilenceQuery = z.object({ ended: z.enum(['true', 'false']).default('false') })
