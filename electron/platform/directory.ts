import { LdapSettings } from '../../shared/model/access.ts'
import { MASK } from '../../shared/model/server.ts'
import type { Log } from '../kernel/log.ts'
import { fail } from '../kernel/problem.ts'
import type { Vault } from '../kernel/vault.ts'
import type { Config, StoredUser } from '../store/store.ts'
import { faultOf, verifyAt, type Verdict } from './ldap.ts'

/** The directory server by which users without a password here sign in. */
export interface Directory {
  /** A directory that cannot be asked is a no, and the reason is in the log. */
  verify(user: StoredUser, password: string): Promise<boolean>
  /** The same for a trial, with the reason. */
  test(user: StoredUser, password: string): Promise<Verdict>
  /** As it is set, the password of the search masked; null: not at all. */
  settings(): LdapSettings | null
  change(to: LdapSettings): void
  remove(): void
}

const SETTING = 'ldap'

export function createDirectory(config: Config, vault: Vault, log: Log): Directory {
  /** The settings as they are used, the password open. */
  const stored = (): LdapSettings | undefined => {
    const text = config.setting(SETTING)
    if (text === undefined || text === '') return undefined
    const settings = LdapSettings.parse(JSON.parse(text))
    return withPassword(settings, (sealed) => (sealed === undefined ? undefined : vault.open(sealed)))
  }

  const test: Directory['test'] = async (user, password) => {
    const settings = stored()
    return settings === undefined ? { kind: 'failed', why: 'no directory server is set' } : verifyAt(settings, user, password)
  }

  return {
    test,
    verify: async (user, password) => {
      const verdict = await test(user, password)
      if (verdict.kind !== 'right') log[verdict.kind === 'failed' ? 'warn' : 'info']({ user: user.login, cause: verdict.why }, 'no sign-in by the directory')
      return verdict.kind === 'right'
    },
    settings: () => {
      const settings = stored()
      return settings === undefined ? null : withPassword(settings, (password) => password && MASK)
    },
    change: (to) => {
      const before = stored()
      const kept = to.search?.bind_password === undefined || to.search.bind_password === MASK ? before?.search?.bind_password : undefined
      const moved = before !== undefined && (['url', 'start_tls', 'ca'] as const).some((field) => to[field] !== before[field])
      // Who cannot see the password must not have it sent to a server of theirs.
      if (kept !== undefined && to.search !== null && (moved || to.search.bind_dn !== before?.search?.bind_dn))
        fail('request.invalid', { field: 'search.bind_password', why: 'must be given again when the server or the name changes' })
      const fault = faultOf(to)
      if (fault !== undefined) fail('request.invalid', fault)
      config.putSetting(SETTING, JSON.stringify(withPassword(to, (given) => seal(kept ?? given))))
    },
    remove: () => {
      config.putSetting(SETTING, '')
    },
  }

  function seal(password: string | undefined): string | undefined {
    return password === undefined || password === MASK ? undefined : vault.seal(password)
  }
}

function withPassword(settings: LdapSettings, turn: (password: string | undefined) => string | undefined): LdapSettings {
  if (settings.search === null) return settings
  const { bind_password: given, ...search } = settings.search
  const password = turn(given)
  return { ...settings, search: { ...search, ...(password !== undefined && { bind_password: password }) } }
}
