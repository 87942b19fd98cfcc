import { useState } from 'react'
import * as z from 'zod'
import { platform } from '../../data/api.ts'
import { Form, type Field } from '../../ui/Form.tsx'
import { RolesField } from './RolesField.tsx'
import { PRIVILEGE_WORDS, PRIVILEGES, PROFILES, type User } from './user.tsx'

type Key = 'privilege' | 'profile' | 'live' | 'comment'

const RIGHTS: readonly Field<Key>[] = [
  { name: 'privilege', label: 'Privilege', choices: PRIVILEGES, width: 'half' },
  { name: 'profile', label: 'Profile', choices: PROFILES, width: 'half' },
]
const REST: readonly Field<Key>[] = [
  { name: 'live', label: 'Live screens (live 360)', choices: ['yes', 'no'], width: 'half' },
  { name: 'comment', label: 'Comment' },
]
const SCHEMA = z.object({
  privilege: z.enum(PRIVILEGES),
  profile: z.enum(PROFILES),
  live: z.enum(['yes', 'no']),
  comment: z.string().max(2000, 'must have at most 2000 characters'),
})

const sameRoles = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((one) => b.includes(one))

/** Sends only what was changed. */
export function EditUser({
  user,
  mine,
  roles,
  done,
  onCancel,
}: {
  readonly user: User
  /** It is the account that is signed in. */
  readonly mine: boolean
  readonly roles: readonly string[]
  readonly done: () => Promise<void>
  readonly onCancel: () => void
}) {
  const [chosen, setChosen] = useState<readonly string[]>(user.roles)
  const before = { privilege: user.privilege, profile: user.profile, live: user.live_360 === 1 ? 'yes' : 'no', comment: user.comment }
  return (
    <div className="stack-wide">
      {user.last_admin ? (
        <div className="banner">
          This is the last administrator of everything: privilege, profile and roles stay as they are until there is another one with a password kept here.
        </div>
      ) : null}
      <Form
        fields={user.last_admin ? REST : [...RIGHTS, ...REST]}
        schema={SCHEMA}
        start={before}
        submitLabel="Save"
        busyLabel="Saving…"
        onCancel={onCancel}
        submit={async (typed) => {
          const { privilege, profile, live, comment } = SCHEMA.parse(typed)
          const change = {
            ...(privilege === before.privilege ? {} : { privilege }),
            ...(profile === before.profile ? {} : { profile }),
            ...(live === before.live ? {} : ({ live_360: live === 'yes' ? 1 : 0 } as const)),
            ...(comment === before.comment ? {} : { comment }),
            ...(sameRoles(chosen, user.roles) ? {} : { roles: [...chosen] }),
          }
          if (Object.keys(change).length > 0) await platform.updateUser({ params: { email: user.email }, body: change })
          await done()
        }}
      >
        {({ privilege }) => (
          <>
            {user.last_admin ? null : <RolesField chosen={chosen} known={roles} choose={setChosen} had={user.roles} />}
            {privilege === before.privilege ? null : (
              <p className="note whole" role="status">
                {PRIVILEGE_WORDS[SCHEMA.shape.privilege.parse(privilege)]}{' '}
                {mine
                  ? 'You are signed out with the change, and may not be able to take it back yourself.'
                  : user.tokens === 0
                    ? ''
                    : `Another privilege ends their access tokens (${String(user.tokens)}): they sign in again.`}
              </p>
            )}
          </>
        )}
      </Form>
    </div>
  )
}
