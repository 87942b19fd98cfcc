import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { agentClient, listAgents } from '../../data/api.ts'
import { mayWrite, useOverview } from '../../data/use-overview.ts'
import { usePoll } from '../../data/use-poll.ts'
import type { Agent } from './state.tsx'

/** The registered agents. Only administrators are told; nobody else asks. */
export function useAgents() {
  const { data: overview } = useOverview()
  const may = mayWrite(overview)
  const list = usePoll(['agents'], listAgents, { every: 5, enabled: may })
  return { list, forbidden: overview !== undefined && !may, reload: useReload() }
}

/** Asks everything about agents anew, first how each is, so that one that has gone is not asked more; resolves when the answers are here. */
export function useReload(): () => Promise<void> {
  const cache = useQueryClient()
  return useMemo(
    () => async () => {
      void cache.invalidateQueries({ queryKey: ['overview'] })
      await cache.invalidateQueries({ queryKey: ['agents'] })
      // The answer reaches the screen with the next task.
      await new Promise((resolve) => setTimeout(resolve, 0))
      await cache.invalidateQueries({ queryKey: ['agent'] })
    },
    [cache],
  )
}

/** What an agent says of itself, asked only while it answers. */
export function useSteered({ id, state }: Agent) {
  const client = useMemo(() => agentClient(id), [id])
  const enabled = state === 'online'
  const status = usePoll(['agent', id, 'status'], (signal) => client.getAgentStatus(undefined, signal), { every: 5, enabled })
  const health = usePoll(['agent', id, 'health'], (signal) => client.getAgentHealth(undefined, signal), { every: 5, enabled })
  return { client, status, health, reload: useReload() }
}
