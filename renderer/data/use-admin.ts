import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { mayWrite, useOverview } from './use-overview.ts'
import { usePoll, type Poll } from './use-poll.ts'

export interface AdminList<T> {
  readonly list: Poll<T>
  /** The account that is signed in may not see it; nothing is asked. */
  readonly forbidden: boolean
  /** Asks anew; resolves when the answer is here. */
  readonly reload: () => Promise<void>
}

/** What only administrators are told; nobody else asks. */
export function useAdmin<T>(key: readonly [string, ...unknown[]], ask: (signal: AbortSignal) => Promise<T>, every: number): AdminList<T> {
  const { data: overview } = useOverview()
  const may = mayWrite(overview) && overview?.user.profile === 'data admin'
  const list = usePoll(key, ask, { every, enabled: may })
  const cache = useQueryClient()
  const [first] = key
  const reload = useMemo(() => () => cache.invalidateQueries({ queryKey: [first] }), [cache, first])
  return { list, forbidden: overview !== undefined && !may, reload }
}
