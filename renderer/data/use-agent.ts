/** The connections of the platform's own agent: what they are, how they are, and the ways to change them. */
import { useQueryClient } from '@tanstack/react-query'
import type { Connection } from '../../shared/model/server.ts'
import { connectionHealth, connections } from './api.ts'
import { useOverview } from './use-overview.ts'
import { usePoll } from './use-poll.ts'

export interface Declared extends Connection {
  /** Why it is not connected; empty when it is, or when the agent does not tell. */
  readonly cause: string
  /** Why its statements are not read although the switch was on. */
  readonly paused: string
}

export function useAgent() {
  const { data: overview } = useOverview()
  const client = useQueryClient()
  const agent = overview?.agents.find((one) => one.embedded) ?? overview?.agents[0]
  const id = agent?.id ?? ''
  const list = usePoll(['agent', id, 'connections'], (signal) => connections(id, signal), { every: 5, enabled: id !== '' })
  const health = usePoll(['agent', id, 'health'], (signal) => connectionHealth(id, signal), { every: 5, enabled: id !== '' })
  const why = new Map((health.data?.connections ?? []).map((one) => [one.name, one]))
  const declared = (list.data ?? []).map((one): Declared => ({
    ...one,
    cause: why.get(one.name)?.cause ?? '',
    paused: why.get(one.name)?.queries_paused ?? '',
  }))
  return {
    agent,
    list,
    declared,
    /** Reads everything of the agent anew; resolves when the answers are here. */
    reload: async () => {
      await client.invalidateQueries({ queryKey: ['agent', id] })
      void client.invalidateQueries({ queryKey: ['overview'] })
    },
  }
}
