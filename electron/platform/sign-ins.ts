import type { Clock } from '../kernel/clock.ts'
import type { Config, StoredUser } from '../store/store.ts'
import { auditDays } from './settings.ts'

/**
 * Who has signed in and who could not, in the log of writes. Nobody needs a right for a wrong password, so that so many a minute are
 * written one by one and the rest as a number: the log neither grows without bound nor costs a disk write for each.
 */
export interface SignIns {
  succeeded(user: StoredUser, address: string, by: 'password' | 'directory' | 'desktop'): void
  /** undefined: nobody has the name that was given. It is not kept: people type their password into the wrong field. */
  failed(user: StoredUser | undefined, address: string, why: string): void
  /** Kept once for as long as the user is held up. */
  throttled(user: StoredUser | undefined, address: string, seconds: number): void
}

const DAY = 86_400_000
const MINUTE = 60_000
const ONE_BY_ONE = 60

const SIGN_IN = 'signIn'

export function createSignIns(config: Config, clock: Clock): SignIns {
  let begun = -Infinity
  let written = 0
  let more = 0
  /** When a hold-up that was told ends, by user and address. */
  const told = new Map<string, number>()

  const put = (user: StoredUser | undefined, address: string, request: unknown, failure: string): void => {
    const now = clock.now()
    config.forgetAudit(now - auditDays(config) * DAY)
    const who = { login: user?.login ?? '', email: user?.email ?? '', address }
    const nothing = { before: null, after: null }
    config.beginAudit({ time: now, ...who, operation: SIGN_IN, method: 'POST', path: '/ds-api/user-token', request, ...nothing, failure })
  }

  /** Tells what the minute before left out. */
  const turnMinute = (): void => {
    if (clock.mono() - begun < MINUTE) return
    if (more > 0) put(undefined, '', { attempts: more }, `${String(more)} more sign-ins failed within a minute; they are not listed one by one`)
    begun = clock.mono()
    written = 0
    more = 0
  }

  const failed: SignIns['failed'] = (user, address, why) => {
    turnMinute()
    if (written >= ONE_BY_ONE) more++
    else put(user, address, null, why)
    written++
  }

  return {
    failed,
    succeeded: (user, address, by) => {
      turnMinute()
      config.signedIn(user.id, clock.now())
      put(user, address, { by }, '')
    },
    throttled: (user, address, seconds) => {
      const now = clock.mono()
      for (const [key, ends] of told) if (ends <= now) told.delete(key)
      const key = `${address}\n${user?.login ?? ''}`
      if (told.has(key)) return
      told.set(key, now + seconds * 1000)
      failed(user, address, `Too many wrong passwords; held up for ${String(seconds)} s`)
    },
  }
}
