import type { ProblemFull } from '../../data/alerting.ts'
import { now } from '../../data/clock.ts'

/** Before it began and after it ended, ms. */
const AROUND = 600_000

export const windowOf = ({ since, resolved }: Pick<ProblemFull, 'since' | 'resolved'>) => ({
  from: since - AROUND,
  to: Math.min(now(), (resolved ?? now()) + AROUND),
})
