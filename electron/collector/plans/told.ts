import { createHash } from 'node:crypto'
import type { Block, Cell } from '../../../shared/model/sample.ts'
import type { ConnectionSettings } from '../../../shared/model/server.ts'
import type plansProbe from '../../catalog/probes/plans.ts'
import type samplingProbe from '../../catalog/probes/sampling.ts'
import { obstacleOf, type Position } from './explain.ts'
import type { Plan } from './shape.ts'

type PlanRow = Readonly<Record<keyof typeof plansProbe.columns, Cell>>
type SamplingRow = Readonly<Record<keyof typeof samplingProbe.columns, Cell>>

/** Whose plan it is. */
export interface PlanOf {
  readonly md5: string
  readonly database: string
  readonly user: string
  readonly source: 'sample' | 'generic'
}

export const planRow = ({ md5, database, user, source }: PlanOf, plannedAs: string, plan: Plan, shape: string, planId: string): PlanRow => ({
  query_md5_id: md5,
  database,
  source,
  shape,
  user_name: user,
  planned_as: plannedAs,
  failure: null,
  plan_id: planId,
  startup_cost: plan.startupCost,
  total_cost: plan.totalCost,
  plan_rows: plan.rows,
  nodes: plan.nodes,
})

export const failureRow = ({ md5, database, user, source }: PlanOf, plannedAs: string, words: string): PlanRow => ({
  query_md5_id: md5,
  database,
  source,
  shape: null,
  user_name: user,
  planned_as: plannedAs,
  failure: words,
  plan_id: null,
  startup_cost: null,
  total_cost: null,
  plan_rows: null,
  nodes: null,
})

/** Names a plan's text, as `query_md5_id` names a statement's. */
export const planIdOf = (json: string): string => createHash('md5').update(json).digest('hex')

/** What can be had from a server, by the settings of the connection and what the server says; `position` is undefined until it was asked. */
export const samplingRow = (settings: ConnectionSettings, position: Position | undefined, seesAll: boolean | undefined): SamplingRow => ({
  samples: String(settings.samples),
  literals: String(settings.literals),
  plans: String(settings.plans),
  query_ids: position === undefined ? null : String(position.queryIds),
  sees_all: seesAll === undefined ? null : String(seesAll),
  text_size: position === undefined ? null : String(position.textSize),
  hindrance: position === undefined ? null : obstacleOf(position),
})

export function blockOf(probe: string, begin: number, end: number, rows: readonly Readonly<Record<string, Cell>>[]): Block {
  const names = Object.keys(rows[0] ?? {})
  return { probe, begin, end, flags: [], rows: rows.length, columns: Object.fromEntries(names.map((name) => [name, rows.map((row) => row[name] ?? null)])) }
}
