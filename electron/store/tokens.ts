import type { WriteDb } from './db.ts'
import type { Config, StoredToken } from './store.ts'

/** Access tokens, by their hashes, and when somebody last signed in. */
export function createTokens(db: WriteDb): Pick<Config, 'putToken' | 'tokenByHash' | 'tokens' | 'dropTokens' | 'signedIn' | 'lastSignIns'> {
  const put = db.prepare<StoredToken>(
    'insert into token (hash, user, expires, name, issued, address) values (@hash, @user, @expires, @name, @issued, @address)',
  )
  const byHash = db.prepare<[string], StoredToken>('select * from token where hash = ?')
  const valid = db.prepare<{ at: number; user: number | null }, StoredToken>(
    'select * from token where expires > @at and (@user is null or user = @user) order by issued desc, hash',
  )
  const drop = db.prepare<{ user: number | null; expiredAt: number | null; hash: string | null }>(
    `delete from token where (@user is null or user = @user) and (@expiredAt is null or expires <= @expiredAt)
       and (@hash is null or hash = @hash)`,
  )
  const signedIn = db.prepare<[number, number]>('update user set last_sign_in = ? where id = ?')
  const last = db.prepare<[], { readonly id: number; readonly at: number }>('select id, last_sign_in as at from user where last_sign_in is not null')

  return {
    putToken(token) {
      put.run(token)
    },
    tokenByHash: (hash) => byHash.get(hash),
    tokens: (at, user) => valid.all({ at, user: user ?? null }),
    dropTokens({ user = null, expiredAt = null, hash = null }) {
      drop.run({ user, expiredAt, hash })
    },
    signedIn(user, at) {
      signedIn.run(at, user)
    },
    lastSignIns: () => new Map(last.all().map(({ id, at }) => [id, at])),
  }
}
