/** Who signed in and who could not; the tokens that are one's own; what an agent's key writes. */
import { expect, test } from 'vitest'
import { httpsClient } from '../../electron/kernel/client.ts'
import { lacking, relayRight } from '../../electron/platform/rights.ts'
import type { StoredUser } from '../../electron/store/store.ts'
import { aheadClock, outside, type Outside } from './access-parts.ts'

const WORD = 'a good word'

interface Entry {
  readonly operation: string
  readonly login: string
  readonly address: string
  readonly request: unknown
  readonly failure: string
}
const entries = async ({ ask }: Outside, query = 'operation=signIn') => ((await ask('GET', `/ds-api/app/audit?${query}`)).json as { entries: Entry[] }).entries

// vitest types its matchers as any.
const anyNumber: unknown = expect.any(Number)
const something: unknown = expect.stringMatching(/./)

test('who signs in is in the log with where from; who fails too, and a name that nobody has is not kept', async () => {
  const all = await outside({ collect: false })
  await all.ask('POST', '/ds-api/users/ann@x.org', { password: WORD, privilege: 'read' })
  await all.signIn('ann', 'wrong word')
  await all.signIn('my-secret-pasted-here', 'x')
  await all.signIn('ann@x.org', WORD)
  expect(await entries(all)).toMatchObject([
    { login: 'ann', address: '127.0.0.1', request: { by: 'password' }, failure: '' },
    { login: '', address: '127.0.0.1', failure: 'There is no user of the name that was given' },
    { login: 'ann', address: '127.0.0.1', failure: 'Wrong password' },
    { login: 'admin', request: { by: 'password' }, failure: '' },
  ])
  expect((await all.ask('GET', '/ds-api/app/audit')).text).not.toMatch(/my-secret|wrong word/)
  const users = (await all.ask('GET', '/ds-api/app/users')).json as { login: string; last_sign_in: number | null; tokens: number }[]
  expect(users).toMatchObject([
    { login: 'admin', last_sign_in: anyNumber, tokens: 1 },
    { login: 'ann', last_sign_in: anyNumber, tokens: 1 },
  ])
})

test('the desktop’s one-time sign-in is in the log; a renewal of a token is none', async () => {
  const all = await outside({ collect: false })
  await all.ask('POST', '/ds-api/app/session/renew')
  await all.ask('POST', '/ds-api/app/session/renew', undefined, all.platform.ticket())
  expect(await entries(all)).toMatchObject([
    { login: 'admin', request: { by: 'desktop' } },
    { login: 'admin', request: { by: 'password' } },
  ])
})

test('a user who is held up is told once for as long as it lasts', async () => {
  const clock = aheadClock()
  const all = await outside({ collect: false, clock })
  for (let at = 0; at < 14; at++) await all.signIn('admin', 'wrong word')
  const failures = async () => (await entries(all)).map(({ failure }) => failure).filter((one) => one !== '')
  expect(await failures()).toEqual([
    expect.stringMatching(/^Too many wrong passwords; held up for \d+ s$/),
    ...Array.from({ length: 10 }, () => 'Wrong password'),
  ])
  clock.ahead = 61_000
  await all.signIn('admin', 'wrong word')
  expect((await failures())[0]).toBe('Wrong password')
})

test('a token of one’s own is told once, lives as long as was asked and not longer than a day, and ends when its user ends it', async () => {
  const clock = aheadClock()
  const all = await outside({ collect: false, clock })
  const { ask } = all
  await ask('POST', '/ds-api/users/ann@x.org', { password: WORD, privilege: 'read', profile: 'developer' })
  const token = await all.tokenOf('ann', WORD)
  const list = async (as = token) => (await ask('GET', '/ds-api/app/tokens', undefined, as)).json as { id: string; name: string; present: boolean }[]
  const add = (body: object) => ask('POST', '/ds-api/app/tokens', body, token)
  for (const [body, sentence] of [
    [{ name: 'x', hours: 25 }, /^hours must be/],
    [{ name: 'x', hours: 0 }, /^hours must be/],
    [{ name: ' ', hours: 1 }, 'name must not be empty'],
    [{ hours: 1 }, 'name is missing'],
  ] as const) {
    const { status, error } = await add(body)
    expect([status, error]).toEqual([400, typeof sentence === 'string' ? sentence : expect.stringMatching(sentence)])
  }
  const added = (await add({ name: 'nightly report', hours: 2 })).json as { 'user-token': string; expires: number }
  const script = added['user-token']
  expect(await list()).toMatchObject([
    { name: 'nightly report', present: false, address: '127.0.0.1', expires: added.expires },
    { name: '', present: true },
  ])
  expect((await list(script)).find(({ present }) => present)?.name).toBe('nightly report')
  // Nobody ends a token of somebody else's.
  const [mine] = await list(all.admin)
  expect(await ask('DELETE', `/ds-api/app/tokens/${mine?.id ?? ''}`, undefined, token)).toMatchObject({
    status: 404,
    error: `You have no valid access token ${mine?.id ?? ''}; GET /ds-api/app/tokens lists yours`,
  })
  clock.ahead = 2 * 3_600_000 - 5000
  expect((await ask('GET', '/ds-api/app/session', undefined, script)).status).toBe(200)
  clock.ahead = 2 * 3_600_000 + 1
  expect((await ask('GET', '/ds-api/app/session', undefined, script)).status).toBe(401)
  const second = ((await add({ name: 'other', hours: 24 })).json as { 'user-token': string })['user-token']
  const found = (await list()).find(({ name }) => name === 'other')
  expect((await ask('DELETE', `/ds-api/app/tokens/${found?.id ?? ''}`, undefined, token)).json).toEqual({ status: 'Token ended' })
  expect((await ask('GET', '/ds-api/app/session', undefined, second)).status).toBe(401)
  const log = await ask('GET', '/ds-api/app/audit?user=ann')
  // The third is the refused one.
  expect((log.json as { entries: Entry[] }).entries.map(({ operation }) => operation)).toEqual([
    'endOwnToken',
    'addOwnToken',
    'endOwnToken',
    'addOwnToken',
    'signIn',
  ])
  for (const secret of [script, second]) expect(log.text).not.toContain(secret)
})

test('an administrator ends every token of a user, who may sign in again', async () => {
  const { ask, tokenOf } = await outside({ collect: false })
  await ask('POST', '/ds-api/users/ann@x.org', { password: WORD, privilege: 'read' })
  const tokens = [await tokenOf('ann', WORD), await tokenOf('ann', WORD)]
  expect(await ask('DELETE', '/ds-api/app/users/ann@x.org/tokens')).toMatchObject({ status: 200, said: 'Access tokens ended' })
  for (const token of tokens) expect((await ask('GET', '/ds-api/app/session', undefined, token)).status).toBe(401)
  expect((await ask('GET', '/ds-api/app/session', undefined, await tokenOf('ann', WORD))).status).toBe(200)
  expect((await ask('DELETE', '/ds-api/app/users/none@x.org/tokens')).status).toBe(404)
})

test('what an agent’s key starts is in the log under the agent’s name, also when it is refused', async () => {
  const all = await outside({ collect: false })
  const client = httpsClient({ trust: { pin: all.pin } })
  const key = all.platform.embeddedAgent().key.reveal()
  const reply = await client.request({ method: 'POST', url: `${all.platform.url}/ds-api/app/agent/start`, headers: { 'api-token': key } })
  await client.close()
  expect(reply.status).toBe(409)
  const [entry] = await entries(all, 'operation=startOwnAgent')
  expect(entry).toMatchObject({ login: 'agent embedded', address: '127.0.0.1', failure: something })
})

test.each([
  ['live', 'read', 'developer', 1, undefined],
  ['live', 'read', 'data admin', 0, 'live_360'],
  ['live', 'admin', 'data admin', 0, 'live_360'],
  ['live write', 'read write', 'data admin', 1, undefined],
  ['live write', 'read write', 'data admin', 0, 'live_360'],
  ['live write', 'read', 'data admin', 1, 'read write'],
  ['live write', 'admin', 'developer', 1, 'the profile data admin'],
  ['admin', 'admin', 'data admin', 0, undefined],
] as const)('for %s, a %s %s with live_360 = %i lacks %s', (right, privilege, profile, live360, lack) => {
  const user: StoredUser = { id: 1, login: 'a', email: 'a@x', passwordHash: null, privilege, profile, live360, roles: [], comment: '', ldap: false }
  expect(lacking(user, right)).toBe(lack)
})

test.each([
  ['GET', '/api/app/connections/:connection_name/sessions', 'live'],
  ['POST', '/api/app/connections/:connection_name/explain', 'live'],
  ['POST', '/api/app/connections/:connection_name/sessions/:pid/cancel', 'live write'],
  ['POST', '/api/app/connections/:connection_name/sessions/:pid/terminate', 'live write'],
  ['GET', '/api/connections', 'read'],
  ['PATCH', '/api/connections/:connection_name/disable', 'read write'],
  ['PATCH', '/api/connections/:connection_name/disable-samples', 'admin'],
  ['POST', '/api/proxy', 'admin'],
] as const)('%s %s of an agent needs the right %s', (method, path, right) => {
  expect(relayRight({ method, path })).toBe(right)
})
