import * as z from 'zod'
import { KnownTag, Role, RoleAccess, RoleEntry, RoleName, RolePreview, RoleUser } from '../../../shared/model/access.ts'
import { route } from '../context.ts'
import { addRole, knownTags, listRoles, previewRole, removeRole, replaceRole, roleEntries, showRole, usersOfRole } from '../roles.ts'

const New = z.object({ role: RoleName })
/** Whichever it names: a name that cannot be is an unknown one. */
const Named = z.object({ role: z.string() })
const Access = z.object({ access: RoleAccess })
const Status = z.object({ status: z.string() })

export default [
  route({
    id: 'listRoles',
    method: 'GET',
    path: '/ds-api/roles',
    right: 'admin',
    doc: 'All roles; 404 when there is none.',
    reply: [200, z.array(Role)],
    fails: ['role.none'],
    handler: listRoles,
  }),
  route({
    id: 'addRole',
    method: 'POST',
    path: '/ds-api/roles/:role',
    right: 'admin',
    doc: 'Create a role: its users see the instances that match all filters of one of its elements.',
    params: New,
    body: Access,
    reply: [201, Status],
    fails: ['role.exists', 'role.tag'],
    handler: async (api, { params, body }) => {
      await addRole(api, params.role, body.access)
      return { status: `Role name ${params.role} created successfully` }
    },
  }),
  route({
    id: 'getRole',
    method: 'GET',
    path: '/ds-api/roles/:role',
    right: 'admin',
    doc: 'A role.',
    params: Named,
    reply: [200, Role],
    fails: ['role.unknown'],
    handler: (api, { params }) => showRole(api, params.role),
  }),
  route({
    id: 'listRoleUsers',
    method: 'GET',
    path: '/ds-api/roles/:role/users',
    right: 'admin',
    doc: 'The users who have a role.',
    params: Named,
    reply: [200, z.array(RoleUser)],
    fails: ['role.unknown'],
    handler: (api, { params }) => usersOfRole(api, params.role),
  }),
  route({
    id: 'updateRole',
    method: 'PUT',
    path: '/ds-api/roles/:role',
    right: 'admin',
    doc: 'Replace what a role shows. It counts from the next request of its users on.',
    params: Named,
    body: Access,
    reply: [200, Status],
    fails: ['role.unknown', 'role.tag'],
    handler: async (api, { params, body }) => {
      await replaceRole(api, params.role, body.access)
      return { status: `Role name ${params.role} updated successfully` }
    },
  }),
  route({
    id: 'deleteRole',
    method: 'DELETE',
    path: '/ds-api/roles/:role',
    right: 'admin',
    doc: 'Remove a role that nobody has.',
    params: Named,
    reply: [200, Status],
    fails: ['role.unknown', 'role.used'],
    handler: (api, { params }) => {
      removeRole(api, params.role)
      return { status: `Role name ${params.role} deleted successfully` }
    },
  }),
  route({
    id: 'listRoleEntries',
    method: 'GET',
    path: '/ds-api/app/roles',
    right: 'admin',
    own: true,
    doc: 'All roles, with whom they restrict and what they show now; an empty list when there is none.',
    reply: [200, z.array(RoleEntry)],
    handler: roleEntries,
  }),
  route({
    id: 'previewRole',
    method: 'POST',
    path: '/ds-api/app/roles/preview',
    right: 'admin',
    own: true,
    doc: 'What a role with this access would show now.',
    body: z.object({ access: RoleAccess }).strict(),
    reply: [200, RolePreview],
    handler: (api, { body }) => previewRole(api, body.access),
  }),
  route({
    id: 'listTags',
    method: 'GET',
    path: '/ds-api/app/tags',
    right: 'admin',
    own: true,
    doc: 'The tags there are and the values that instances carry now.',
    reply: [200, z.array(KnownTag)],
    handler: knownTags,
  }),
]
