/** TanStack Query with our habits: ask every n seconds, rest while hidden, keep the last good answer and say how old it is. */
import { keepPreviousData, QueryClient, useQuery } from '@tanstack/react-query'
import { useSession } from '../app/state.ts'
import { ApiProblem } from './api.ts'

export const queries = new QueryClient({ defaultOptions: { queries: { retry: false, gcTime: 120_000, refetchOnWindowFocus: true, networkMode: 'always' } } })

export interface Poll<T> {
  readonly data: T | undefined
  /** When `data` came, this computer's clock. 0: never. */
  readonly at: number
  readonly problem: ApiProblem | null
  /** Nothing to show yet. */
  readonly loading: boolean
  readonly refreshing: boolean
  /** The last good answer is older than three refreshes, and asking again fails. */
  readonly stale: boolean
  readonly retry: () => void
}

/** Seconds until a failed question is asked again: soon at first, then rarely. */
const again = (failingForMs: number) => (failingForMs < 20_000 ? 5 : failingForMs < 120_000 ? 15 : 60)

/** Polls while mounted. `every` in seconds, null asks once. The key says what is asked; `ask` may use the present time itself. */
export function usePoll<T>(
  key: readonly unknown[],
  ask: (signal: AbortSignal) => Promise<T>,
  options: { readonly every: number | null; readonly enabled?: boolean },
): Poll<T> {
  const awake = useSession((s) => s.token !== null && !s.dead)
  const { every, enabled = true } = options
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => ask(signal),
    enabled: enabled && awake,
    placeholderData: keepPreviousData,
    staleTime: every === null ? 60_000 : every * 500,
    refetchInterval: (q) =>
      q.state.status === 'error'
        ? again(q.state.dataUpdatedAt === 0 ? 0 : q.state.errorUpdatedAt - q.state.dataUpdatedAt) * 1000
        : every === null
          ? false
          : every * 1000,
  })
  const problem = query.error === null ? null : query.error instanceof ApiProblem ? query.error : new ApiProblem(0, 'Something in this page went wrong.')
  return {
    data: query.data,
    at: query.dataUpdatedAt,
    problem,
    loading: query.data === undefined && problem === null,
    refreshing: query.isFetching && query.data !== undefined,
    stale: problem !== null && query.data !== undefined,
    retry: () => {
      void query.refetch()
    },
  }
}

/** Asks everything on the screen anew. */
export const refreshAll = (): void => {
  void queries.invalidateQueries()
}
