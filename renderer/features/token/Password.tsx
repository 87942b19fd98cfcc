import * as z from 'zod'
import { Password as NewPassword } from '../../../shared/model/access.ts'
import { useSession } from '../../app/state.ts'
import { platform } from '../../data/api.ts'
import { Form } from '../../ui/Form.tsx'
import { notify } from '../../ui/notify.ts'
import type { Session } from './Me.tsx'

const SCHEMA = z
  .object({ old: z.string().min(1, 'Type the present password'), next: NewPassword, again: z.string() })
  .refine(({ next, again }) => next === again, { path: ['again'], message: 'is not the same as the new password' })

/** One's own password, with the old one; every other token ends. */
export function Password({ of, reload }: { readonly of: Session; readonly reload: () => Promise<void> }) {
  const begin = useSession((s) => s.begin)
  if (of.ldap) return <p className="dim token-body">Your password is kept by the directory server; change it there.</p>
  return (
    <div className="token-body narrow-form">
      <Form
        quiet
        fields={[
          { name: 'old', label: 'Present password', secret: true },
          { name: 'next', label: 'New password', secret: true, width: 'half', hint: 'At least 8 characters.' },
          { name: 'again', label: 'The new one again', secret: true, width: 'half', hint: 'So that a slip is noticed.' },
        ]}
        schema={SCHEMA}
        start={{ old: '', next: '', again: '' }}
        submitLabel="Change the password"
        busyLabel="Changing…"
        submit={async ({ old, next }) => {
          begin((await platform.changeOwnPassword({ body: { old_password: old, password: next } }))['user-token'])
          await reload()
          notify('Password changed', 'Every other token of yours has ended')
        }}
      />
      <p className="note">Every other access token of yours ends with it: other screens and scripts sign in again.</p>
    </div>
  )
}
