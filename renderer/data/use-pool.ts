/** The connections that the platform watches itself, told as those of an agent are. */
import { useQueryClient } from '@tanstack/react-query'
import { platform } from './api.ts'
import type { Declared } from './use-agent.ts'
import { usePoll } from './use-poll.ts'

export function usePool() {
  const cache = useQueryClient()
  const list = usePoll(['agentless'], (signal) => platform.listAgentless(undefined, signal), { every: 5 })
  const declared = (list.data ?? []).map(
    ({ connection, cause, queries_paused, tables_paused, texts_paused, cost, stretch, database, sslmode, literals, plans }): Declared => ({
      ...connection,
      cause,
      queriesPaused: queries_paused,
      tablesPaused: tables_paused,
      textsPaused: texts_paused,
      cost,
      stretch,
      database,
      sslmode,
      literals,
      plans,
    }),
  )
  return {
    list,
    declared,
    /** Reads the list anew; resolves when the answer is here. */
    reload: async () => {
      await cache.invalidateQueries({ queryKey: ['agentless'] })
      void cache.invalidateQueries({ queryKey: ['overview'] })
    },
  }
}
