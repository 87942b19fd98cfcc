/** The connections of an agent, the platform's own where none is named: what they are, how they are, and the ways to change them. */
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type * as z from 'zod'
import type { AgentApi } from '../../shared/api/agent.generated.ts'
import type { SslMode } from '../../shared/model/server.ts'
import { agentClient } from './api.ts'
import { useOverview } from './use-overview.ts'
import { usePoll } from './use-poll.ts'

export type Declared = AgentApi['listConnections']['reply'][number] & {
  /** Why it is not connected; empty when it is, or when the agent does not tell. */
  readonly cause: string
  /** Why its statements are not read although the switch was on. */
  readonly queriesPaused: string
  /** Why its tables are not read although the switch was on. */
  readonly tablesPaused: string
  /** Why texts of its statements are not read, or seldom. */
  readonly textsPaused: string
  /** What watching costs its server, ms a minute; null while that is not known. */
  readonly cost: number | null
  /** By how much readings are spread because that is too much; 1: not at all. */
  readonly stretch: number
  /** What of it has no place in the published answer; null where the agent does not tell. */
  readonly database: string | null
  readonly sslmode: z.infer<typeof SslMode> | null
  /** Whether samples may hold the values of statements. */
  readonly literals: boolean | null
  /** Whether plans are estimated. */
  readonly plans: boolean | null
}

export function useAgent(wanted: string | null = null) {
  const { data: overview } = useOverview()
  const cache = useQueryClient()
  const agent = overview?.agents.find((one) => one.id === wanted) ?? overview?.agents.find((one) => one.embedded) ?? overview?.agents[0]
  const id = agent?.id ?? ''
  const client = useMemo(() => agentClient(id), [id])
  const list = usePoll(['agent', id, 'connections'], (signal) => client.listConnections(undefined, signal), { every: 5, enabled: id !== '' })
  const health = usePoll(['agent', id, 'health'], (signal) => client.getAgentHealth(undefined, signal), { every: 5, enabled: id !== '' })
  const why = new Map((health.data?.connections ?? []).map((one) => [one.name, one]))
  const declared = (list.data ?? []).map((one): Declared => {
    const health = why.get(one.name)
    return {
      ...one,
      cause: health?.cause ?? '',
      queriesPaused: health?.queries_paused ?? '',
      tablesPaused: health?.tables_paused ?? '',
      textsPaused: health?.texts_paused ?? '',
      cost: health?.cost ?? null,
      stretch: health?.stretch ?? 1,
      database: health?.database ?? null,
      sslmode: health?.sslmode ?? null,
      literals: health?.literals ?? null,
      plans: health?.plans ?? null,
    }
  })
  return {
    agent,
    client,
    list,
    declared,
    /** Reads everything of the agent anew; resolves when the answers are here. */
    reload: async () => {
      await cache.invalidateQueries({ queryKey: ['agent', id] })
      void cache.invalidateQueries({ queryKey: ['overview'] })
    },
  }
}
