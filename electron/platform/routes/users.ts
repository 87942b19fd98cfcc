import * as z from 'zod'
import { Email, NewUser, User, UserChange, UserEntry } from '../../../shared/model/access.ts'
import { route } from '../context.ts'

const New = z.object({ email: Email })
/** Whoever it names: a name that cannot be is an unknown one. */
const Named = z.object({ email: z.string() })
const Assigned = Named.extend({ role: z.string() })
const Status = z.object({ status: z.string() })

export default [
  route({
    id: 'listUsers',
    method: 'GET',
    path: '/ds-api/users',
    right: 'admin',
    doc: 'All users.',
    reply: [200, z.array(User)],
    handler: ({ users }) => users.list(),
  }),
  route({
    id: 'addUser',
    method: 'POST',
    path: '/ds-api/users/:email',
    right: 'admin',
    doc: 'Create a user. Without `ldap` a password is needed; without privilege and roles it is an administrator of everything.',
    params: New,
    body: NewUser,
    reply: [201, Status],
    fails: ['user.exists', 'role.unassignable'],
    handler: async ({ users }, { params, body }) => ({ status: `User with login ${await users.add(params.email, body)} created successfully` }),
  }),
  route({
    id: 'getUser',
    method: 'GET',
    path: '/ds-api/users/:email',
    right: 'admin',
    doc: 'A user.',
    params: Named,
    reply: [200, User],
    fails: ['user.unknown'],
    handler: ({ users }, { params }) => users.show(params.email),
  }),
  route({
    id: 'updateUser',
    method: 'PUT',
    path: '/ds-api/users/:email',
    right: 'admin',
    doc: 'Change what is sent of a user and leave the rest. Another password or privilege ends their access tokens.',
    params: Named,
    body: UserChange,
    reply: [200, Status],
    fails: ['user.unknown', 'user.last-admin', 'role.unassignable'],
    handler: async ({ users }, { params, body }) => {
      await users.change(params.email, body)
      return { status: 'User updated successfully!' }
    },
  }),
  route({
    id: 'deleteUser',
    method: 'DELETE',
    path: '/ds-api/users/:email',
    right: 'admin',
    doc: 'Remove a user; their access tokens end at once.',
    params: Named,
    reply: [200, z.object({ message: z.string() })],
    fails: ['user.unknown', 'user.last-admin'],
    handler: ({ users }, { params }) => {
      users.remove(params.email)
      return { message: 'User deleted' }
    },
  }),
  route({
    id: 'assignRole',
    method: 'POST',
    path: '/ds-api/users/:email/role/:role',
    right: 'admin',
    doc: 'Give a user a role besides those they have.',
    params: Assigned,
    reply: [201, Status],
    fails: ['user.unassignable', 'role.unassignable', 'user.last-admin'],
    handler: ({ users }, { params: { email, role } }) => {
      users.assign(email, role)
      return { status: `Role ${role} has been assigned to ${email}` }
    },
  }),
  route({
    id: 'removeRoleOfUser',
    method: 'DELETE',
    path: '/ds-api/users/:email/role/:role',
    right: 'admin',
    doc: 'Take a role from a user. Without any role they see every instance.',
    params: Assigned,
    reply: [200, Status],
    fails: ['role.unremovable'],
    handler: ({ users }, { params: { email, role } }) => {
      users.unassign(email, role)
      return { status: `Role ${role} has been removed from ${email}` }
    },
  }),
  route({
    id: 'endUserTokens',
    method: 'DELETE',
    path: '/ds-api/app/users/:email/tokens',
    right: 'admin',
    own: true,
    doc: 'End every access token of a user at once; they may sign in again.',
    params: Named,
    reply: [200, Status],
    fails: ['user.unknown'],
    handler: ({ users }, { params }) => {
      users.signOut(params.email)
      return { status: 'Access tokens ended' }
    },
  }),
  route({
    id: 'listUserEntries',
    method: 'GET',
    path: '/ds-api/app/users',
    right: 'admin',
    own: true,
    doc: 'All users, with what the published list does not tell.',
    reply: [200, z.array(UserEntry)],
    handler: ({ users }) => users.entries(),
  }),
]
