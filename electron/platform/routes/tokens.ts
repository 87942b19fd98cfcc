import * as z from 'zod'
import { fail } from '../../kernel/problem.ts'
import { NewToken, OwnToken, Password, Session } from '../../../shared/model/access.ts'
import type { BasicCaller } from '../access.ts'
import { basicRoute, route, type PlatformApi } from '../context.ts'
import { addOwnToken, endOwnToken, ownTokens } from '../own-tokens.ts'
import { lacking } from '../rights.ts'
import { organisation } from '../settings.ts'
import { utc } from '../../kernel/zone.ts'

const TOKENS = '/ds-api/app/tokens'
const Token = z.object({ 'user-token': z.string() })

/** A token for name and password, and the sign-in in the log. */
function signedIn({ access, signIns }: PlatformApi, { user, address }: BasicCaller): z.infer<typeof Token> {
  const token = access.issue(user, { address })
  signIns.succeeded(user, address, user.ldap ? 'directory' : 'password')
  return { 'user-token': token }
}

export default [
  basicRoute({
    id: 'createToken',
    method: 'POST',
    path: '/ds-api/user-token',
    right: 'basic',
    doc: 'Issue an access token, valid for 24 hours.',
    reply: [201, Token],
    fails: ['credentials.wrong', 'credentials.throttled'],
    handler: (api, { caller }) => signedIn(api, caller),
  }),
  basicRoute({
    id: 'showToken',
    method: 'GET',
    path: '/ds-api/user-token',
    right: 'basic',
    doc: 'Whose token it is and when it expires; asked by its owner or an administrator. The parameter is `token` or `user-token`; without it a token is issued, as clients from before the POST expect.',
    query: z.object({ token: z.string().optional(), 'user-token': z.string().optional() }),
    reply: [200, z.union([z.object({ email: z.string(), expire_time: z.string(), organization_name: z.string(), user: z.string() }), Token])],
    fails: ['credentials.wrong', 'credentials.throttled', 'token.unknown'],
    handler: (api, { caller, query }) => {
      const { access, config } = api
      const token = query.token ?? query['user-token']
      if (token === undefined) return signedIn(api, caller)
      const owner = access.byToken(token)
      if (owner === undefined || (owner.user.id !== caller.user.id && lacking(caller.user, 'admin') !== undefined)) fail('token.unknown')
      const { email, login } = owner.user
      return { email, expire_time: utc.plain(owner.expires), organization_name: organisation(config), user: login }
    },
  }),
  route({
    id: 'renewSession',
    method: 'POST',
    path: '/ds-api/app/session/renew',
    right: 'developer',
    own: true,
    doc: 'Trade a valid access token for a fresh one, so that a screen left open stays signed in.',
    reply: [201, Token],
    handler: ({ access, signIns }, { caller: { user, address, oneTime } }) => {
      const token = access.issue(user, { address })
      if (oneTime) signIns.succeeded(user, address, 'desktop')
      return { 'user-token': token }
    },
  }),
  route({
    id: 'getSession',
    method: 'GET',
    path: '/ds-api/app/session',
    right: 'developer',
    own: true,
    doc: 'Who is signed in, and what they may.',
    reply: [200, Session],
    handler: ({ config }, { caller: { user, expires, sees } }) => {
      const { email, login, privilege, profile, live360, roles, ldap } = user
      const restricted = sees !== null
      return { email, login, privilege, profile, live_360: live360, roles: [...roles], restricted, ldap, organization_name: organisation(config), expires }
    },
  }),
  route({
    id: 'endSession',
    method: 'DELETE',
    path: '/ds-api/app/session',
    right: 'developer',
    own: true,
    doc: 'Sign out: the access token ends at once.',
    reply: [200, z.object({ status: z.string() })],
    handler: ({ access }, { caller }) => {
      access.end(caller)
      return { status: 'Signed out' }
    },
  }),
  route({
    id: 'changeOwnPassword',
    method: 'PUT',
    path: '/ds-api/app/session/password',
    right: 'developer',
    own: true,
    doc: "Change one's own password. Every token of the user ends; the answer carries a fresh one.",
    body: z.object({ old_password: z.string(), password: Password }).strict(),
    reply: [200, Token],
    fails: ['credentials.throttled'],
    handler: async ({ access }, { caller, body }) => ({
      'user-token': access.issue(await access.changePassword(caller.user, body.old_password, body.password), { address: caller.address }),
    }),
  }),
  route({
    id: 'listOwnTokens',
    method: 'GET',
    path: TOKENS,
    right: 'developer',
    own: true,
    doc: "One's own valid access tokens, newest first; never the tokens themselves.",
    reply: [200, z.array(OwnToken)],
    handler: (api, { caller }) => ownTokens(api, caller),
  }),
  route({
    id: 'addOwnToken',
    method: 'POST',
    path: TOKENS,
    right: 'developer',
    own: true,
    doc: "Issue an access token with the asker's rights and a name, for a script. It is told in this answer only.",
    body: NewToken,
    reply: [201, Token.extend({ expires: z.number() })],
    handler: (api, { caller, body }) => addOwnToken(api, caller, body),
  }),
  route({
    id: 'endOwnToken',
    method: 'DELETE',
    path: `${TOKENS}/:token`,
    right: 'developer',
    own: true,
    doc: "End one of one's own access tokens at once; it is named by the beginning of its hash, as it is listed.",
    params: z.object({ token: z.string() }),
    reply: [200, z.object({ status: z.string() })],
    fails: ['token.none'],
    handler: (api, { caller, params }) => {
      endOwnToken(api, caller, params.token)
      return { status: 'Token ended' }
    },
  }),
]
