/** A user in words and shapes. */
import { formatInstant } from '../../../shared/units.ts'
import { useView } from '../../app/state.ts'
import { now } from '../../data/clock.ts'
import type { platform } from '../../data/api.ts'
import { Status } from '../../ui/Feedback.tsx'

export type User = Awaited<ReturnType<typeof platform.listUserEntries>>[number]

export const PRIVILEGES = ['read', 'read write', 'admin'] as const
export const PROFILES = ['developer', 'data admin'] as const

/** What a privilege allows, as the sentence under its field. */
export const PRIVILEGE_WORDS: Readonly<Record<User['privilege'], string>> = {
  read: 'Looks at everything its profile shows, and changes nothing.',
  'read write': 'Also steers alerting, silences and which databases are watched.',
  admin: 'Also users, roles, rules, agents, connections and settings.',
}

export function Roles({ of: { roles } }: { readonly of: User }) {
  if (roles.length === 0) return <span className="dim">every instance</span>
  return (
    <span className="row cut" style={{ gap: 4 }} title={roles.join(', ')}>
      {roles.map((role) => (
        <span key={role} className="tag">
          {role}
        </span>
      ))}
    </span>
  )
}

export function Live({ of: { live_360: live } }: { readonly of: User }) {
  return <Status kind={live === 1 ? 'ok' : 'off'}>{live === 1 ? 'Yes' : 'No'}</Status>
}

export function LastSignIn({ at }: { readonly at: number | null }) {
  const zone = useView((s) => s.zone)
  return at === null ? <span className="dim">never</span> : <span className="cut">{formatInstant(at, now(), zone)}</span>
}
