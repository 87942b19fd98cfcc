import { HOUR } from '../../app/range.ts'
import { queryPlans, querySamples, sampling, type ReportScope } from '../../data/api.ts'
import { usePoll } from '../../data/use-poll.ts'

/** Plans change seldom, so what is shown reaches further back than the range. */
const BACK = { plans: 30 * 24 * HOUR, samples: 24 * HOUR, state: 3 * HOUR } as const

const before = ({ from, to, filters }: ReportScope, ms: number): ReportScope => ({ from: Math.min(from, to - ms), to, filters })
const keyOf = (what: string, { from, to, filters }: ReportScope, md5 = '') => [what, md5, from, to, filters]

export function usePlans(scope: ReportScope, md5: string) {
  const asked = before(scope, BACK.plans)
  return usePoll(keyOf('plans', asked, md5), (signal) => queryPlans(asked, md5, signal), { every: null })
}

export function useSamples(scope: ReportScope, md5: string) {
  const asked = before(scope, BACK.samples)
  return usePoll(keyOf('query-samples', asked, md5), (signal) => querySamples(asked, md5, signal), { every: null })
}

/** What hinders samples and plans on the instances in scope. */
export function useSampling(scope: ReportScope) {
  const asked = before(scope, BACK.state)
  return usePoll(keyOf('sampling', asked), (signal) => sampling(asked, signal), { every: null })
}
