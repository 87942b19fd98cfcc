import { fail } from '../kernel/problem.ts'
import type { Request } from '../kernel/server.ts'
import type { Access, BasicCaller, UserCaller } from './access.ts'
import type { AgentCaller, LicenseKeys } from './license-keys.ts'
import { isUserRight, lacking, type UserRight } from './rights.ts'

export type Caller = undefined | AgentCaller | BasicCaller | UserCaller

function headerOf(request: Request, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

function agentOf(keys: LicenseKeys, request: Request): AgentCaller {
  const key = headerOf(request, 'api-token') ?? fail('token.missing', { header: 'api-token', what: "the agent's license key" })
  return keys.accept(key, request.address) ?? fail('token.wrong', { header: 'api-token', what: 'license key' })
}

function userOf(access: Access, request: Request, needed: UserRight): UserCaller {
  const token = headerOf(request, 'user-token') ?? fail('token.missing', { header: 'user-token', what: 'an access token; POST /ds-api/user-token issues one' })
  const caller = access.byToken(token, request.address) ?? fail('token.wrong', { header: 'user-token', what: 'access token' })
  const lack = lacking(caller.user, needed)
  if (lack !== undefined) fail('right.missing', { user: caller.user.login, right: lack })
  return caller
}

async function basicOf(access: Access, request: Request): Promise<BasicCaller> {
  return { user: await access.signIn(headerOf(request, 'authorization'), request.address), address: request.address }
}

/** Who asks, by what the operation needs; fails with 401, 403 or 429 before anything else of the request is looked at. */
export const identifyWith =
  (access: Access, keys: LicenseKeys) =>
  (right: string, request: Request): Caller | Promise<Caller> => {
    if (isUserRight(right)) return userOf(access, request, right)
    switch (right) {
      case 'public':
        return undefined
      case 'agent':
        return agentOf(keys, request)
      case 'basic':
        return basicOf(access, request)
      default:
        throw new Error(`unknown right ${right}`)
    }
  }
