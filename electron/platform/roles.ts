import * as z from 'zod'
import type { KnownTag, Role, RoleAccess, RoleEntry, RolePreview } from '../../shared/model/access.ts'
import { BUILT_IN_TAGS, parseTags } from '../../shared/model/server.ts'
import { fail } from '../kernel/problem.ts'
import type { StoredRole } from '../store/store.ts'
import type { PlatformApi } from './context.ts'
import { LOOK_MS, parsed } from './relay.ts'
import { seenInstances, shownBy, tagOf, type SeenInstance } from './reports/scope.ts'
import type { Sees } from './rights.ts'

/** What the operations on roles do. */

const shown = ({ name, access }: StoredRole): Role => ({ name, access: access.map(({ filters }) => ({ filters: filters.map((one) => ({ ...one })) })) })
const get = ({ config }: PlatformApi, role: string): StoredRole => config.role(role) ?? fail('role.unknown', { role })

export const showRole = (api: PlatformApi, role: string): Role => shown(get(api, role))

/** Refuses an empty list: so the interface is published. */
export function listRoles({ config }: PlatformApi): Role[] {
  const roles = config.roles()
  return roles.length === 0 ? fail('role.none') : roles.map(shown)
}

export const usersOfRole = (api: PlatformApi, role: string): ReturnType<PlatformApi['users']['ofRole']> => api.users.ofRole(get(api, role).name)

export async function addRole(api: PlatformApi, name: string, access: RoleAccess): Promise<void> {
  if (api.config.role(name) !== undefined) fail('role.exists', { role: name })
  await checkTags(api, access)
  if (api.config.role(name) !== undefined) fail('role.exists', { role: name })
  api.config.putRole({ name, access })
}

export async function replaceRole(api: PlatformApi, name: string, access: RoleAccess): Promise<void> {
  get(api, name)
  await checkTags(api, access)
  get(api, name)
  api.config.putRole({ name, access })
}

export function removeRole(api: PlatformApi, name: string): void {
  get(api, name)
  const users = api.users.ofRole(name).map(({ email }) => email)
  if (users.length > 0) fail('role.used', { role: name, users: users.join(', ') })
  api.config.dropRole(name)
}

const labelsFor = (instances: readonly SeenInstance[], sees: Sees): string[] => instances.filter(shownBy(sees)).map(({ label }) => label)

/** Every role with whom it restricts and to what, for the screen. */
export function roleEntries({ config, users, history }: PlatformApi): RoleEntry[] {
  const instances = seenInstances(history)
  return config.roles().map((role) => ({
    ...shown(role),
    users: users.ofRole(role.name).map(({ email }) => email),
    instances: labelsFor(instances, role.access),
  }))
}

export async function previewRole(api: PlatformApi, access: RoleAccess): Promise<RolePreview> {
  return { instances: labelsFor(seenInstances(api.history), access), unknown_tags: [...(await unknownTags(api, access))] }
}

/** Tags and their values, as instances carry them now. */
export function knownTags({ history }: PlatformApi): KnownTag[] {
  const values = new Map<string, Set<string>>([...BUILT_IN_TAGS].map((tag) => [tag, new Set()]))
  for (const instance of seenInstances(history))
    for (const tag of [...BUILT_IN_TAGS, ...Object.keys(instance.tags)]) {
      const value = tagOf(instance, tag)
      if (value !== undefined) values.set(tag, (values.get(tag) ?? new Set()).add(value))
    }
  return [...values].map(([tag, of]) => ({ tag, values: [...of].sort() }))
}

async function checkTags(api: PlatformApi, access: RoleAccess): Promise<void> {
  const [unknown] = await unknownTags(api, access)
  if (unknown !== undefined) fail('role.tag', { tag: unknown })
}

/** Tags that neither an instance nor a declared connection carries. The agents are asked only when the instances do not know one. */
async function unknownTags(api: PlatformApi, access: RoleAccess): Promise<ReadonlySet<string>> {
  const unknown = new Set(access.flatMap(({ filters }) => filters.map(({ tag }) => tag)))
  const strike = (tags: Iterable<string>): void => {
    for (const tag of tags) unknown.delete(tag)
  }
  strike(knownTags(api).map(({ tag }) => tag))
  strike((api.pool?.list() ?? []).flatMap(({ tags }) => Object.keys(parseTags(tags))))
  if (unknown.size > 0) strike((await declaredTags(api)).flatMap((tags) => Object.keys(parseTags(tags))))
  return unknown
}

const Declared = z.array(z.object({ tags: z.string().max(100_000) }))
const NO_BODY = Buffer.alloc(0)

/** Tag strings of the connections that agents have declared, and of which nothing may have been read yet. An agent that does not answer has none. */
async function declaredTags({ agents, relay, log }: PlatformApi): Promise<readonly string[]> {
  const answers = agents.list().map(async (agent) => {
    try {
      const { body } = await relay.exchange(agent, 'GET', '/api/connections', NO_BODY, LOOK_MS)
      return (Declared.safeParse(parsed(body)).data ?? []).map(({ tags }) => tags)
    } catch (error) {
      log.debug({ err: error, agent: agent.name }, 'the agent could not be asked for its tags')
      return []
    }
  })
  return (await Promise.all(answers)).flat()
}
