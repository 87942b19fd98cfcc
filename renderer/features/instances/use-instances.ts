/** The instances with everything a row tells: what they are, whether data comes, what load they have, how alerting stands. */
import { useMemo } from 'react'
import { useAlerting, useProblems, type Alerted } from '../../data/alerting.ts'
import { top } from '../../data/api.ts'
import { now } from '../../data/clock.ts'
import { useOverview, type Instance } from '../../data/use-overview.ts'
import { usePoll } from '../../data/use-poll.ts'

export type Health = 'collecting' | 'late' | 'no data' | 'down' | 'not watched'

export interface Row {
  readonly instance: Instance
  /** How its readings come. */
  readonly agent: string
  readonly health: Health
  /** Average active sessions of the last minutes; null: no sample. */
  readonly load: number | null
  readonly trend: readonly (number | null)[]
  /** undefined: not known to this account. */
  readonly alerted: Alerted | undefined
}

/** Readings come each minute and are uploaded in batches. */
const LATE = 180_000
const GONE = 600_000

function healthOf({ watched, last_seen }: Pick<Instance, 'watched' | 'last_seen'>, down: boolean, time: number): Health {
  if (!watched) return 'not watched'
  if (down) return 'down'
  return time - last_seen < LATE ? 'collecting' : time - last_seen < GONE ? 'late' : 'no data'
}

export function useInstances() {
  const overview = useOverview()
  const alerting = useAlerting()
  const problems = useProblems({ show: 'open', rule: 'instance-down', limit: '1000' })
  const loads = usePoll(
    ['instances', 'load'],
    (signal) => {
      const to = Math.floor(now() / 60_000) * 60_000
      return top({ from: to - 3_600_000, to, filters: [], where: [], dimensions: ['pg_instance'], limit: 200, trend: 12 }, signal)
    },
    { every: 30 },
  )
  const rows = useMemo((): readonly Row[] => {
    const down = new Set((problems.data?.problems ?? []).map(({ pg_instance }) => pg_instance))
    const load = new Map((loads.data?.lists['pg_instance']?.rows ?? []).map((row) => [row.value, row]))
    const alerted = new Map((alerting.data?.instances ?? []).map((one) => [one.pg_instance, one]))
    return (overview.data?.instances ?? []).map((instance): Row => {
      const agent = overview.data?.agents.find(({ id }) => id === instance.agent)
      const trend = load.get(instance.label)?.trend ?? []
      return {
        instance,
        agent: agent?.name ?? (instance.agent === 'agentless' ? 'agentless' : instance.agent),
        health: healthOf(instance, down.has(instance.label), overview.data?.time ?? now()),
        load: trend.at(-1) ?? null,
        trend,
        alerted: alerted.get(instance.label),
      }
    })
  }, [alerting.data, loads.data, overview.data, problems.data])
  return { overview, alerting, rows }
}
