import { useState } from 'react'
import * as z from 'zod'
import { Email, Password } from '../../../shared/model/access.ts'
import { ApiProblem, platform } from '../../data/api.ts'
import { Form, type Field } from '../../ui/Form.tsx'
import { RolesField } from './RolesField.tsx'
import { PRIVILEGE_WORDS, PRIVILEGES, PROFILES, type User } from './user.tsx'

type Key = 'email' | 'password' | 'privilege' | 'profile' | 'live' | 'comment'

const EMAIL: Field<Key> = { name: 'email', label: 'E-mail', placeholder: 'ann@example.org', hint: 'They sign in with it, or with the part before the @.' }
const PASSWORD: Field<Key> = { name: 'password', label: 'Password', secret: true, hint: 'At least 8 characters.' }
const REST: readonly Field<Key>[] = [
  { name: 'privilege', label: 'Privilege', choices: PRIVILEGES, width: 'third' },
  { name: 'profile', label: 'Profile', choices: PROFILES, width: 'third' },
  { name: 'live', label: 'Live screens', choices: ['yes', 'no'], width: 'third' },
  { name: 'comment', label: 'Comment' },
]

const KINDS = [
  { is: false, words: 'With a password kept here' },
  { is: true, words: 'By the directory (LDAP)' },
]

export function AddUser({
  taken,
  roles,
  done,
  openExisting,
  onCancel,
}: {
  readonly taken: readonly User[]
  readonly roles: readonly string[]
  readonly done: (email: string) => Promise<void>
  readonly openExisting: (user: User) => void
  readonly onCancel: () => void
}) {
  const [ldap, setLdap] = useState(false)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const namesake = (email: string) => taken.find((one) => one.email.toLowerCase() === email.trim().toLowerCase())
  const schema = z.object({
    email: z
      .string()
      .trim()
      .pipe(Email)
      .refine((email) => namesake(email) === undefined, 'A user with this address exists already'),
    password: ldap ? z.string() : Password,
    privilege: z.enum(PRIVILEGES),
    profile: z.enum(PROFILES),
    live: z.enum(['yes', 'no']),
    comment: z.string().max(2000, 'must have at most 2000 characters'),
  })
  return (
    <div className="stack-wide">
      <div className="joined" role="group" aria-label="How they sign in">
        {KINDS.map(({ is, words }) => (
          <button
            key={words}
            type="button"
            className="button small"
            aria-pressed={ldap === is}
            onClick={() => {
              setLdap(is)
            }}
          >
            {words}
          </button>
        ))}
      </div>
      <Form
        fields={ldap ? [EMAIL, ...REST] : [EMAIL, PASSWORD, ...REST]}
        schema={schema}
        start={{ email: '', password: '', privilege: 'read', profile: 'data admin', live: 'yes', comment: '' }}
        submitLabel="Add the user"
        busyLabel="Adding…"
        onCancel={onCancel}
        submit={async (typed) => {
          const { email, password, privilege, profile, live, comment } = schema.parse(typed)
          const body = { privilege, profile, live_360: live === 'yes' ? 1 : 0, roles: [...chosen], comment } as const
          try {
            await platform.addUser({ params: { email }, body: ldap ? { ...body, ldap } : { ...body, password } })
          } catch (cause) {
            // Somebody else was quicker.
            if (cause instanceof ApiProblem && cause.status === 409) throw new Error('A user with this address exists already.', { cause })
            throw cause
          }
          await done(email)
        }}
      >
        {({ email, privilege }) => {
          const other = namesake(email)
          const words = PRIVILEGES.find((one) => one === privilege)
          return (
            <>
              <p className="note whole">
                {words === undefined ? null : `${words}: ${PRIVILEGE_WORDS[words]}`} A script that leaves the privilege out makes an administrator; this form
                begins with read.
              </p>
              <RolesField chosen={chosen} known={roles} choose={setChosen} had={[]} />
              {other === undefined ? null : (
                <div className="whole">
                  <button
                    type="button"
                    className="button small"
                    onClick={() => {
                      openExisting(other)
                    }}
                  >
                    Open the existing one
                  </button>
                </div>
              )}
            </>
          )
        }}
      </Form>
    </div>
  )
}
