import * as z from 'zod'
import { AuditPage, AuditQuery, LdapSettings, LdapTest, LdapTestReply, PlatformSettings, PlatformSettingsChange } from '../../../shared/model/access.ts'
import { fail } from '../../kernel/problem.ts'
import { auditPage } from '../audit.ts'
import { route } from '../context.ts'
import { changePlatformSettings, platformSettings } from '../settings.ts'

const own = { own: true, right: 'admin' } as const
const Status = z.object({ status: z.string() })

export default [
  route({
    ...own,
    id: 'getSettings',
    method: 'GET',
    path: '/ds-api/app/settings',
    doc: 'What is set for the platform as a whole.',
    reply: [200, PlatformSettings],
    handler: ({ config }) => platformSettings(config),
  }),
  route({
    ...own,
    id: 'changeSettings',
    method: 'PATCH',
    path: '/ds-api/app/settings',
    doc: 'Change the settings that are sent.',
    body: PlatformSettingsChange,
    reply: [200, PlatformSettings],
    handler: ({ config }, { body }) => changePlatformSettings(config, body),
  }),
  route({
    ...own,
    id: 'getLdap',
    method: 'GET',
    path: '/ds-api/app/ldap',
    doc: 'The directory server by which users without a password here sign in; null when none is set.',
    reply: [200, LdapSettings.nullable()],
    handler: ({ directory }) => directory.settings(),
  }),
  route({
    ...own,
    id: 'setLdap',
    method: 'PUT',
    path: '/ds-api/app/ldap',
    doc: 'Set the directory server. Local users are not affected.',
    body: LdapSettings,
    reply: [200, LdapSettings.nullable()],
    handler: ({ directory }, { body }) => {
      directory.change(body)
      return directory.settings()
    },
  }),
  route({
    ...own,
    id: 'removeLdap',
    method: 'DELETE',
    path: '/ds-api/app/ldap',
    doc: 'Do without a directory server: its users cannot sign in any more.',
    reply: [200, Status],
    handler: ({ directory }) => {
      directory.remove()
      return { status: 'Directory server removed' }
    },
  }),
  route({
    ...own,
    id: 'testLdap',
    method: 'POST',
    path: '/ds-api/app/ldap/test',
    doc: 'Try whether a user of the directory can sign in, and say why not.',
    body: LdapTest,
    reply: [200, LdapTestReply],
    fails: ['credentials.throttled', 'user.unknown'],
    handler: async ({ access, config, directory }, { body, caller }) => {
      const user = config.userByName(body.user) ?? fail('user.unknown', { email: body.user })
      if (!user.ldap) fail('request.invalid', { field: 'user', why: 'must be a user of the directory' })
      const verdict = await access.limited(caller.address, user.login, () => directory.test(user, body.password))
      return verdict.kind === 'right' ? { ok: true, cause: '' } : { ok: false, cause: verdict.why }
    },
  }),
  route({
    ...own,
    id: 'listAudit',
    method: 'GET',
    path: '/ds-api/app/audit',
    doc: 'Who has written what and who has signed in, newest first, in pages.',
    query: AuditQuery,
    reply: [200, AuditPage],
    handler: (api, { query }) => auditPage(api, query),
  }),
]
