/**
 * Who may do what: every operation of the route table, asked as every privilege × profile × role, against the table in `access-matrix.md`.
 * After a wanted change write it anew: `npx vitest run --config test/vitest.config.ts test/flow/access-matrix.test.ts -u`.
 */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { AnyRoute } from '../../electron/kernel/route.ts'
import { routes } from '../../electron/platform/routes/_all.generated.ts'
import { hashPassword } from '../../electron/platform/password.ts'
import { outside, type Outside } from './access-parts.ts'

const PRIVILEGES = ['read', 'read write', 'admin'] as const
const PROFILES = ['developer', 'data admin'] as const
const ROLES = ['no role', 'prod', 'elsewhere'] as const

/** Names that are there where looking is all that happens, and that are nowhere where something would be lost. */
const NAMES: Readonly<Record<string, string>> = {
  connection_name: 'main',
  email: 'nobody@x.org',
  role: 'none',
  value: '5',
  'pg-instance': 'alpha@main',
  pg_instance: 'alpha@main',
}

const stamp = (at: number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ')

/** A body that the operations which show instances understand; to all others it is a wrong one. */
function bodyOf({ path }: AnyRoute): unknown {
  const now = Date.now()
  const common = { from: stamp(now - 3_600_000), to: stamp(now + 60_000), filters: [] }
  if (path.startsWith('/ds-api/app/reports/')) return common
  if (path.startsWith('/ds-api/activity/')) return { ...common, query_md5_id: 'a'.repeat(32) }
  const range = { from: now - 3_600_000, to: now }
  if (path.endsWith('/activity/compare')) return { before: { from: now - 7_200_000, to: now - 3_600_000 }, after: range }
  if (path.startsWith('/ds-api/alerting/')) return { message: 'Seen' }
  if (path.endsWith('/activity/load')) return { ...range, bucket: 60, by: 'user_name' }
  if (path.endsWith('/activity/top')) return { ...range, dimensions: ['user_name', 'pg_instance'] }
  return { wrong: true }
}

const filled = (path: string, agent: string): string =>
  path.replace(/:([\w-]+)/g, (_, name: string) => encodeURIComponent(name === 'agent' ? agent : (NAMES[name] ?? 'none')))

interface Person {
  readonly privilege: (typeof PRIVILEGES)[number]
  readonly profile: (typeof PROFILES)[number]
  readonly role: (typeof ROLES)[number]
  readonly token: string
  /** Signs in once more. */
  readonly fresh: () => Promise<string>
}

async function people({ config, tokenOf }: Outside, live360: 0 | 1): Promise<readonly Person[]> {
  config.putRole({ name: 'prod', access: [{ filters: [{ tag: 'env', value: 'prod' }] }] })
  config.putRole({ name: 'elsewhere', access: [{ filters: [{ tag: 'env', value: 'nowhere' }] }] })
  const passwordHash = await hashPassword('a good word')
  const all: Person[] = []
  for (const privilege of PRIVILEGES)
    for (const profile of PROFILES)
      for (const role of live360 === 1 ? ROLES : ROLES.slice(0, 1)) {
        const email = `${privilege}-${profile}-${role}-${live360 === 1 ? 'live' : 'not-live'}@x.org`.replaceAll(' ', '-')
        const roles = role === 'no role' ? [] : [role]
        config.addUser({ login: email, email, passwordHash, privilege, profile, live360, roles, comment: '', ldap: false })
        const fresh = () => tokenOf(email, 'a good word')
        all.push({ privilege, profile, role, token: await fresh(), fresh })
      }
  return all
}

/** Whether it was let through, and whose data the answer shows. */
function cellOf(status: number, text: string): string {
  if (status === 401 || status === 403 || status === 404) return String(status)
  const shows = [text.includes('alpha') ? 'alpha' : '', text.includes('beta') ? 'beta' : ''].filter((one) => one !== '')
  return shows.length === 0 ? 'yes' : shows.join('+')
}

test('every operation lets through exactly whom the table says, and shows them exactly what it says', { timeout: 600_000 }, async () => {
  const all = await outside()
  all.seed()
  const [users, notLive] = [await people(all, 1), await people(all, 0)]
  const lines: string[] = []
  const needLive: string[] = []
  const head = ['operation', ...PRIVILEGES.flatMap((privilege) => PROFILES.map((profile) => `${privilege}, ${profile}`))]
  for (const route of (routes as readonly AnyRoute[]).filter(({ right }) => !['public', 'agent', 'basic'].includes(right))) {
    const { method, path } = route
    const url = filled(path, path.startsWith('/ds-api/app/agents/:agent/api') ? all.agent : 'nobody')
    const body = method === 'GET' ? undefined : bodyOf(route)
    expect([method, path, (await all.ask(method, url, body, '')).status]).toEqual([method, path, 401])
    const cells = new Map<string, string[]>()
    for (const { privilege, profile, role, token, fresh } of users) {
      // This one ends the token it is asked with.
      const { status, text } = await all.ask(method, url, body, route.id === 'endSession' ? await fresh() : token)
      expect([method, path, role, status, text.slice(0, 200)]).not.toEqual([method, path, role, 500, text.slice(0, 200)])
      const key = `${privilege}, ${profile}`
      cells.set(key, [...(cells.get(key) ?? []), cellOf(status, text)])
    }
    const refused: string[] = []
    for (const { privilege, profile, token, fresh } of notLive) {
      const { status, text } = await all.ask(method, url, body, route.id === 'endSession' ? await fresh() : token)
      const [usual] = cells.get(`${privilege}, ${profile}`) ?? []
      if (status === 403 && usual !== '403') refused.push(`${privilege}, ${profile}`)
      else expect([method, path, privilege, profile, cellOf(status, text)]).toEqual([method, path, privilege, profile, usual])
    }
    if (refused.length > 0) needLive.push(`- ${method} ${path}: ${refused.join('; ')}`)
    const told = head.slice(1).map((key) => {
      const of = cells.get(key) ?? []
      return new Set(of).size === 1 ? (of[0] ?? '') : of.join(' / ')
    })
    lines.push(`| ${[`${method} ${path}`, ...told].join(' | ')} |`)
  }
  const table = [
    '# Who may do what',
    '',
    'Written and checked by `access-matrix.test.ts`: every operation of the platform that needs an access token, asked by every kind of user.',
    '`403` is a refusal, `yes` is none; `404` is none either, but there is nothing of that name, or nothing that they may see. Where the answer shows instances, they are named: `alpha` carries `env=prod`, `beta` carries `env=test`.',
    'Three entries in a cell are those of a user without a role, with the role `prod` (`env=prod`), and with a role that matches nothing.',
    '',
    `| ${head.join(' | ')} |`,
    `| ${head.map(() => '---').join(' | ')} |`,
    ...lines.sort(),
    '',
    '## Without `live_360`',
    '',
    'Every operation was asked by users without it too, and answered them the same, but for these, which refused whoever is named after them:',
    '',
    ...needLive.sort(),
    ...(needLive.length === 0 ? ['(none)'] : []),
    '',
  ].join('\n')
  await expect(table).toMatchFileSnapshot(join(import.meta.dirname, 'access-matrix.md'))
})
