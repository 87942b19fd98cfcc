/** Who is signed in, what they may, and until when. */
import { formatInstant } from '../../../shared/units.ts'
import { useSession, useView } from '../../app/state.ts'
import { platform } from '../../data/api.ts'
import { now } from '../../data/clock.ts'
import { useNow } from '../../data/use-now.ts'
import { copyText } from '../../ui/copy.ts'
import { Status } from '../../ui/Feedback.tsx'
import { lengthWords } from './lasting.ts'

export type Session = Awaited<ReturnType<typeof platform.getSession>>

export function Me({ of }: { readonly of: Session }) {
  const zone = useView((s) => s.zone)
  const { token, showSheet, end } = useSession()
  const left = of.expires - useNow(10_000)
  const facts: readonly (readonly [string, string])[] = [
    ['E-mail', of.email],
    ['Login', of.login],
    ['Organisation', of.organization_name],
    ['Signs in', of.ldap ? 'by the directory (LDAP)' : 'with a password kept here'],
    ['Privilege', of.privilege],
    ['Profile', of.profile],
    ['Roles', of.roles.length === 0 ? 'none: every instance' : of.roles.join(', ')],
    ['Live screens', of.live_360 === 1 ? 'yes' : 'no: an administrator can allow them'],
  ]
  return (
    <div className="token-body">
      <Status kind={left > 0 ? 'ok' : 'unknown'}>
        Signed in as {of.login}, until {formatInstant(of.expires, now(), zone)} (in {lengthWords(left)})
      </Status>
      <dl className="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className="row wrap">
        <button
          type="button"
          className="button"
          onClick={() => {
            showSheet(true)
          }}
        >
          Sign in again
        </button>
        <button
          type="button"
          className="button"
          title="user-token: … for a request by hand. It carries what this account may."
          onClick={() => {
            void copyText(`user-token: ${token ?? ''}`, 'Header')
          }}
        >
          Copy as header
        </button>
        <button
          type="button"
          className="button"
          title="This token ends at once"
          onClick={() => {
            // Whether or not the platform could be told: here it is forgotten.
            void platform.endSession().then(end, end)
          }}
        >
          Sign out
        </button>
      </div>
      <p className="note">
        A token lives 24 hours at most, and ends with its user, a new password or another privilege. While this screen is open it is renewed.
      </p>
    </div>
  )
}
