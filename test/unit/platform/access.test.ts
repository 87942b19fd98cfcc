import { expect, test } from 'vitest'
import { basic, heldClock, running } from './running.ts'

test('the first administrator signs in by e-mail and by login, and the password is told once', async () => {
  const { platform, ask } = await running()
  const { email, login, password } = platform.firstAdmin!
  expect([email, login]).toEqual(['admin@localhost', 'admin'])
  expect(`${String(password)} ${JSON.stringify({ password })}`).toBe('••• {"password":"•••"}')
  for (const name of [email, login]) {
    const signed = await ask('POST', '/ds-api/user-token', undefined, { authorization: basic(name, password.reveal()) })
    expect(signed.status).toBe(201)
    expect(signed.json).toEqual({ 'user-token': signed.token })
    expect(signed.token).toMatch(/^[\w-]{43}$/)
  }
})

test('what is kept of a token does not sign anyone in', async () => {
  const { config, token, ask } = await running()
  const { createHash } = await import('node:crypto')
  const hash = createHash('sha256').update(token).digest('hex')
  expect(config.tokenByHash(hash)).toBeDefined()
  expect((await ask('GET', '/ds-api/app/overview', undefined, { 'user-token': hash })).status).toBe(401)
})

test('a wrong, an empty and a malformed Basic header are 401', async () => {
  const { password: right, ask } = await running()
  for (const authorization of [basic('admin', 'x'), basic('nobody', right), basic('admin', ''), 'Basic !!', 'Bearer x', basic('admin', `${right} `)]) {
    const reply = await ask('POST', '/ds-api/user-token', undefined, { authorization })
    expect([authorization, reply.status, reply.json]).toEqual([authorization, 401, { error: reply.error }])
  }
  expect((await ask('POST', '/ds-api/user-token', undefined, {})).status).toBe(401)
})

test('the eleventh wrong password of a minute is 429 with Retry-After; another user and a valid token are not held up; a minute later it is over', async () => {
  const { password, clock, token, ask } = await running()
  const wrong = () => ask('POST', '/ds-api/user-token', undefined, { authorization: basic('admin', 'wrong') })
  const statuses = await Promise.all(Array.from({ length: 11 }, wrong)).then((all) => all.map(({ status }) => status))
  expect(statuses.filter((status) => status === 401)).toHaveLength(10)
  expect(statuses.filter((status) => status === 429)).toHaveLength(1)
  clock.time += 20_000
  const held = await wrong()
  expect([held.status, held.headers['retry-after']]).toEqual([429, '40'])
  expect((await ask('POST', '/ds-api/user-token', undefined, { authorization: basic('other', 'wrong') })).status).toBe(401)
  expect((await ask('GET', '/ds-api/app/overview', undefined, { 'user-token': token })).status).toBe(200)
  clock.time += 40_001
  expect((await ask('POST', '/ds-api/user-token', undefined, { authorization: basic('admin', password) })).status).toBe(201)
})

test('right passwords are never throttled', async () => {
  const { createThrottle } = await import('../../../electron/platform/throttle.ts')
  const throttle = createThrottle(heldClock())
  for (let at = 0; at < 50; at++) {
    expect(throttle.begin('::1', 'admin')).toBe(0)
    throttle.succeeded('::1', 'admin')
  }
})

test('a token dies after 24 hours, and with its user', async () => {
  const { clock, token, ask, config } = await running()
  const status = async () => (await ask('GET', '/ds-api/app/overview', undefined, { 'user-token': token })).status
  clock.time += 24 * 3600_000 - 1
  expect(await status()).toBe(200)
  clock.time += 1
  expect(await status()).toBe(401)
  clock.time -= 1000
  expect(await status()).toBe(200)
  config.dropTokens({ user: config.userByName('admin')!.id })
  expect(await status()).toBe(401)
})

test('a missing and a wrong token are 401 before the body, the name or the report is looked at', async () => {
  const { ask } = await running()
  for (const headers of [{}, { 'user-token': '' }, { 'user-token': 'x'.repeat(43) }]) {
    for (const path of ['/ds-api/activity/top-queries', '/ds-api/app/activity/load', '/ds-api/app/demo'])
      expect((await ask('POST', path, { nonsense: true }, headers)).status).toBe(401)
    expect((await ask('GET', '/ds-api/app/agents/none/api/agent/status', undefined, headers)).status).toBe(401)
  }
})

test('token info tells the owner, under both names of the parameter; a wrong token is 401, none issues one', async () => {
  const { password, clock, token, ask } = await running()
  const authorization = basic('admin', password)
  const expire_time = new Date(clock.time + 24 * 3600_000).toISOString().slice(0, 19).replace('T', ' ')
  for (const name of ['token', 'user-token']) {
    const info = await ask('GET', `/ds-api/user-token?${name}=${token}`, undefined, { authorization })
    expect([info.status, info.text]).toEqual([200, JSON.stringify({ email: 'admin@localhost', expire_time, organization_name: 'local', user: 'admin' })])
  }
  expect((await ask('GET', '/ds-api/user-token?token=other', undefined, { authorization })).status).toBe(401)
  const none = await ask('GET', '/ds-api/user-token', undefined, { authorization })
  expect([none.status, Object.keys(none.json as object)]).toEqual([200, ['user-token']])
  expect((await ask('GET', '/ds-api/app/overview', undefined, { 'user-token': none.token })).status).toBe(200)
  expect((await ask('GET', `/ds-api/user-token?token=${token}`, undefined, { authorization: basic('admin', 'x') })).status).toBe(401)
})

async function withUser(privilege: 'read' | 'read write', profile: 'developer' | 'data admin' = 'data admin') {
  const all = await running()
  const { hashPassword } = await import('../../../electron/platform/password.ts')
  all.config.addUser({
    login: 'ann',
    email: 'ann@x.org',
    passwordHash: await hashPassword('ann-s word'),
    privilege,
    profile,
    live360: 1,
    roles: [],
    comment: '',
    ldap: false,
  })
  const signed = await all.ask('POST', '/ds-api/user-token', undefined, { authorization: basic('ann@x.org', 'ann-s word') })
  return { ...all, ann: { 'user-token': signed.token } }
}

test('a token is shown to its owner and to administrators only', async () => {
  const { token, ann, ask, password } = await withUser('read')
  const mine = { authorization: basic('ann', 'ann-s word') }
  expect((await ask('GET', `/ds-api/user-token?token=${ann['user-token']}`, undefined, mine)).json).toMatchObject({ email: 'ann@x.org', user: 'ann' })
  expect((await ask('GET', `/ds-api/user-token?token=${token}`, undefined, mine)).status).toBe(401)
  const admin = { authorization: basic('admin', password) }
  expect((await ask('GET', `/ds-api/user-token?token=${ann['user-token']}`, undefined, admin)).json).toMatchObject({ user: 'ann' })
})

test('who may only read is refused with 403 what needs more, with a sentence', async () => {
  const { ann, ask } = await withUser('read')
  const reply = await ask('POST', '/ds-api/app/demo', undefined, ann)
  expect([reply.status, reply.error]).toEqual([403, 'The user ann has not the privilege for this (admin is needed); ask an administrator'])
})

test('a developer reads sessions, queries and instances, and nothing else', async () => {
  const { ann, ask } = await withUser('admin' as 'read', 'developer')
  const body = { from: '2026-03-10', to: '2026-03-11', filters: [], query_md5_id: 'a'.repeat(32) }
  const status = async (id: string) => (await ask('POST', `/ds-api/activity/${id}`, body, ann)).status
  for (const id of ['session-history', 'top-queries', 'queries-summary', 'query', 'pg-instance-infos']) expect([id, await status(id)]).toEqual([id, 201])
  for (const id of ['pg-instance', 'pg-background', 'data-size']) expect([id, await status(id)]).toEqual([id, 403])
})

test('a token is renewed without the password, and the old one goes on', async () => {
  const { token, ask, clock } = await running()
  clock.time += 3600_000
  const fresh = (await ask('POST', '/ds-api/app/session/renew')).token
  expect(fresh).not.toBe(token)
  clock.time += 23 * 3600_000 + 1
  expect((await ask('GET', '/ds-api/app/overview', undefined, { 'user-token': token })).status).toBe(401)
  expect((await ask('GET', '/ds-api/app/overview', undefined, { 'user-token': fresh })).status).toBe(200)
})

test('who changes their password gives the old one; every other token of theirs ends', async () => {
  const { password: old, token, ask } = await running()
  const change = (old_password: string, password: string) => ask('PUT', '/ds-api/app/session/password', { old_password, password })
  expect((await change('wrong', 'long enough')).json).toEqual({ error: 'old_password is wrong' })
  expect((await change(old, 'short')).json).toEqual({ error: 'password must have at least 8 characters' })
  const changed = await change(old, 'pässwörd 1')
  expect(changed.status).toBe(200)
  expect((await ask('GET', '/ds-api/app/overview', undefined, { 'user-token': token })).status).toBe(401)
  expect((await ask('GET', '/ds-api/app/overview', undefined, { 'user-token': changed.token })).status).toBe(200)
  expect((await ask('POST', '/ds-api/user-token', undefined, { authorization: basic('admin', old) })).status).toBe(401)
  expect((await ask('POST', '/ds-api/user-token', undefined, { authorization: basic('admin', 'pässwörd 1') })).status).toBe(201)
})

test('the platform says its name, version and time without a token', async () => {
  const { ask } = await running()
  expect((await ask('GET', '/ds-api/', undefined, {})).json).toEqual({ name: 'Watchpost', version: '0.0.0-test', time: '2026-03-10 12:00:00' })
})

test('a ticket signs the desktop in once, within a minute, and is kept nowhere', async () => {
  const { platform, clock, ask } = await running()
  const renew = (ticket: string) => ask('POST', '/ds-api/app/session/renew', undefined, { 'user-token': ticket })
  const ticket = platform.ticket()
  const traded = await renew(ticket)
  expect((await ask('GET', '/ds-api/app/overview', undefined, { 'user-token': traded.token })).json).toMatchObject({
    user: { login: 'admin', expires: clock.time + 24 * 3600_000 },
  })
  expect((await renew(ticket)).status).toBe(401)
  const late = platform.ticket()
  clock.time += 60_000
  expect((await renew(late)).status).toBe(401)
})
