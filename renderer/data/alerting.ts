/** Problems, rules, silences and channels: what is asked, and how a change of one is seen in all of them. */
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { PlatformApi } from '../../shared/api/platform.generated.ts'
import type { TagFilter } from '../../shared/model/report.ts'
import { platform } from './api.ts'
import { usePoll } from './use-poll.ts'

export type ProblemRow = PlatformApi['listProblems']['reply']['problems'][number]
export type ProblemFull = PlatformApi['getProblem']['reply']
export type Rule = PlatformApi['listRules']['reply'][number]
export type Template = PlatformApi['listAlertTemplates']['reply'][number]
export type Silence = PlatformApi['listSilences']['reply'][number]
export type Alerted = PlatformApi['getAlerting']['reply']['instances'][number]
export type Channel = PlatformApi['listChannels']['reply'][number]

const EVERY = 10

export const useProblems = (query: NonNullable<PlatformApi['listProblems']['query']>) =>
  usePoll(['alerting', 'problems', query], (signal) => platform.listProblems({ query }, signal), { every: EVERY })

export const useProblem = (id: number | null) =>
  usePoll(['alerting', 'problem', id], (signal) => platform.getProblem({ params: { problem: String(id) } }, signal), { every: EVERY, enabled: id !== null })

export const useRules = () => usePoll(['alerting', 'rules'], (signal) => platform.listRules(undefined, signal), { every: 30 })
export const useTemplates = () => usePoll(['alerting', 'templates'], (signal) => platform.listAlertTemplates(undefined, signal), { every: 30 })
export const useAlerting = () => usePoll(['alerting', 'instances'], (signal) => platform.getAlerting(undefined, signal), { every: EVERY })
export const useChannels = (enabled: boolean) =>
  usePoll(['alerting', 'channels'], (signal) => platform.listChannels(undefined, signal), { every: EVERY, enabled })
export const useSilences = (ended: boolean) =>
  usePoll(['alerting', 'silences', ended], (signal) => platform.listSilences({ query: { ended: ended ? 'true' : 'false' } }, signal), { every: EVERY })

/** The instances that match now. The last answer stays until the next one is here. */
export const useMatches = (filters: readonly TagFilter[]) =>
  usePoll(['alerting', 'matches', filters], (signal) => platform.matchInstances({ body: { filters: [...filters] } }, signal), { every: null })

type BackTest = PlatformApi['backTestRule']['body']
/** Where a rule would have fired. `asked` null: nothing to ask yet. */
export const useBackTest = (rule: string, asked: (Omit<BackTest, 'from' | 'to'> & { readonly from: number; readonly to: number }) | null) =>
  usePoll(
    ['back-test', rule, asked],
    (signal) => {
      if (asked === null) throw new Error('Nothing is asked')
      return platform.backTestRule({ params: { rule }, body: asked }, signal)
    },
    { every: null, enabled: asked !== null },
  )

/** Waits for a change and for everything about alerting to be asked anew. */
export function useAlertingChange(): <T>(work: Promise<T>) => Promise<T> {
  const cache = useQueryClient()
  return useCallback(
    async (work) => {
      const done = await work
      void cache.invalidateQueries({ queryKey: ['overview'] })
      await cache.invalidateQueries({ queryKey: ['alerting'] })
      return done
    },
    [cache],
  )
}
