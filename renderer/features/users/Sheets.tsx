/** What is asked about one user before it is done. */
import { Drawer, Modal } from '@mantine/core'
import * as z from 'zod'
import { Password } from '../../../shared/model/access.ts'
import { plural } from '../../../shared/units.ts'
import { platform } from '../../data/api.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { Form } from '../../ui/Form.tsx'
import { notify } from '../../ui/notify.ts'
import type { Asked } from './columns.tsx'
import { EditUser } from './EditUser.tsx'

const PASSWORD = z.object({ password: Password })

export function Sheets({
  asked,
  me,
  roles,
  reload,
  close,
}: {
  readonly asked: Asked | null
  readonly me: string | undefined
  readonly roles: readonly string[]
  readonly reload: () => Promise<void>
  readonly close: () => void
}) {
  const user = asked?.user
  const what = asked?.what
  const email = user?.email ?? ''
  const params = { email }
  return (
    <>
      <Drawer opened={what === 'edit'} onClose={close} title={`Edit ${email}`}>
        {user === undefined ? null : (
          <EditUser
            user={user}
            mine={email === me}
            roles={roles}
            done={async () => {
              await reload()
              notify(email, 'Saved')
              close()
            }}
            onCancel={close}
          />
        )}
      </Drawer>
      <Modal opened={what === 'password'} onClose={close} title={`Set the password of ${email}`}>
        <Form
          fields={[{ name: 'password', label: 'New password', secret: true, hint: 'At least 8 characters. Tell it to them by another way.' }]}
          schema={PASSWORD}
          start={{ password: '' }}
          submitLabel="Set"
          busyLabel="Setting…"
          onCancel={close}
          submit={async ({ password }) => {
            await platform.updateUser({ params, body: { password } })
            await reload()
            notify(email, 'Password set')
            close()
          }}
        >
          {() => (
            <p className="note whole">
              {user === undefined || user.tokens === 0
                ? 'The old password ends.'
                : `The old password and ${plural(user.tokens, 'access token')} of theirs end.`}
            </p>
          )}
        </Form>
      </Modal>
      <Modal opened={what === 'tokens'} onClose={close} title={`End the access tokens of ${email}?`}>
        <Confirm
          text={`${plural(user?.tokens ?? 0, 'access token')} of ${email} end at once: screens and scripts that use them are signed out. They may sign in again.${email === me ? ' So are you.' : ''}`}
          action="End them"
          work={async () => {
            await platform.endUserTokens({ params })
            await reload()
          }}
          close={close}
        />
      </Modal>
      <Modal opened={what === 'delete'} onClose={close} title={`Delete ${email}?`}>
        <Confirm
          text={`${email} can no longer sign in, and ${plural(user?.tokens ?? 0, 'access token')} of theirs end at once. What they have changed stays, and the audit log goes on telling it.`}
          action="Delete"
          work={async () => {
            await platform.deleteUser({ params })
            await reload()
          }}
          close={close}
        />
      </Modal>
    </>
  )
}
