import type { OverviewReply } from './api.ts'
import { overview } from './api.ts'
import { usePoll } from './use-poll.ts'

export type Instance = OverviewReply['instances'][number]

/** The state of the whole: instances, agents, demo, who is signed in. */
export const useOverview = () => usePoll(['overview'], overview, { every: 10 })

/** The demo marks its instances, so that nobody takes invented load for their own. */
export const isDemo = (instance: Instance): boolean => instance.tags['env'] === 'demo'

/** Acknowledges, closes and silences: all but what is set for everybody. */
export const mayAct = (state: OverviewReply | undefined): boolean =>
  state?.user.profile !== 'developer' && /^(read write|admin)$/.test(state?.user.privilege ?? '')

export const mayWrite = (state: OverviewReply | undefined): boolean => state?.user.privilege === 'admin'
