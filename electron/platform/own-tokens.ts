import type * as z from 'zod'
import type { NewToken, OwnToken } from '../../shared/model/access.ts'
import { fail } from '../kernel/problem.ts'
import type { UserCaller } from './access.ts'
import type { PlatformApi } from './context.ts'

/** The access tokens of the one who asks. */

/** So much of the hash names a token. */
const ID_LENGTH = 12
const HOUR = 3_600_000

const idOf = (hash: string): string => hash.slice(0, ID_LENGTH)

export const ownTokens = ({ config, clock }: PlatformApi, caller: UserCaller): OwnToken[] =>
  config.tokens(clock.now(), caller.user.id).map(({ hash, name, issued, expires, address }) => ({
    id: idOf(hash),
    name,
    issued,
    expires,
    address,
    present: hash === caller.tokenHash,
  }))

export function addOwnToken(api: PlatformApi, caller: UserCaller, { name, hours }: z.output<typeof NewToken>) {
  const token = api.access.issue(caller.user, { name, lasting: hours * HOUR, address: caller.address })
  return { 'user-token': token, expires: api.access.byToken(token)?.expires ?? api.clock.now() }
}

/** Fails with `token.none`. */
export function endOwnToken({ config, clock }: PlatformApi, caller: UserCaller, id: string): void {
  const found = config.tokens(clock.now(), caller.user.id).find(({ hash }) => idOf(hash) === id) ?? fail('token.none', { token: id })
  config.dropTokens({ hash: found.hash })
}
