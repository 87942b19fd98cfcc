/** Who has a role; it is given and taken with one press each. */
import { Modal } from '@mantine/core'
import { X } from 'lucide-react'
import { useState } from 'react'
import { platform } from '../../data/api.ts'
import { useAdmin } from '../../data/use-admin.ts'
import { Choice } from '../../ui/Choice.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import type { Role } from './access.ts'

export function People({ role, reload }: { readonly role: Role; readonly reload: () => Promise<void> }) {
  const users = useAdmin(['access', 'users'], (signal) => platform.listUserEntries(undefined, signal), 10)
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState('')
  /** Whose only role is about to be taken. */
  const [last, setLast] = useState('')
  const keep = () => {
    setLast('')
  }
  const all = users.list.data ?? []
  const others = all.filter(({ email, last_admin: last }) => !last && !role.users.includes(email)).map(({ email }) => email)
  const act = async (email: string, work: Promise<unknown>) => {
    setBusy(email)
    setReason('')
    try {
      await work
      await reload()
    } catch (cause) {
      setReason(cause instanceof Error ? cause.message : 'This did not work.')
    } finally {
      setBusy('')
    }
  }
  const paramsOf = (email: string) => ({ params: { email, role: role.name } })
  const only = (email: string) => all.find((one) => one.email === email)?.roles.length === 1
  return (
    <div className="people">
      <h3>Users with this role</h3>
      <div className="row wrap">
        {role.users.length === 0 ? <span className="dim">Nobody</span> : null}
        {role.users.map((email) => (
          <span key={email} className="chip" aria-busy={busy === email}>
            <span className="cut">{email}</span>
            <button
              type="button"
              aria-label={`Take ${role.name} from ${email}`}
              disabled={busy !== ''}
              onClick={() => {
                if (only(email)) setLast(email)
                else void act(email, platform.removeRoleOfUser(paramsOf(email)))
              }}
            >
              <X size={12} />
            </button>
          </span>
        ))}
        {others.length === 0 ? null : (
          <Choice
            label={`Give ${role.name} to`}
            all="Give it to…"
            options={others}
            value=""
            choose={(email) => {
              if (email !== '') void act(email, platform.assignRole(paramsOf(email)))
            }}
          />
        )}
      </div>
      <p className="note">Without any role a user sees every instance. The last administrator of everything cannot be given one.</p>
      <Modal opened={last !== ''} onClose={keep} title={`Take ${role.name} from ${last}?`}>
        <Confirm
          text={`It is the only role of ${last}. Without any role they see every instance, at once.`}
          action="Take it"
          work={async () => {
            await platform.removeRoleOfUser(paramsOf(last))
            await reload()
          }}
          close={keep}
        />
      </Modal>
      {reason === '' ? null : (
        <div className="banner crit" role="alert">
          {reason}
        </div>
      )}
    </div>
  )
}
