import { useEffect } from 'react'
import { renew } from '../data/api.ts'
import { now } from '../data/clock.ts'
import { useOverview } from '../data/use-overview.ts'
import { refreshAll } from '../data/use-poll.ts'
import { askTicket } from './bridge.ts'
import { useSession } from './state.ts'

/** A token lives 24 hours; with less than this left it is traded for a fresh one. */
const RENEW_BELOW = 12 * 3_600_000

/** Renews the session silently while the page is open. */
export function useSessionKeeper(): void {
  const { data } = useOverview()
  const expires = data?.user.expires
  useEffect(() => {
    const { token, dead, begin } = useSession.getState()
    if (expires === undefined || token === null || dead || expires - now() > RENEW_BELOW) return
    renew(token).then(begin, () => undefined) // the next look at the overview tries again
  }, [expires, data])
}

/** The desktop's window signs in by itself: at the start, and when its token died. */
export function useTicket(): void {
  const needed = useSession((s) => s.token === null || s.dead)
  const left = useSession((s) => s.left)
  useEffect(() => {
    if (!needed || left) return
    const trade = async () => {
      const ticket = await askTicket()
      if (ticket === '') return
      useSession.getState().begin(await renew(ticket))
      refreshAll()
    }
    trade().catch(() => undefined) // the sign-in page is there instead
  }, [needed, left])
}
