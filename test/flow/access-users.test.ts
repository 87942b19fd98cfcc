/** Users and roles over real HTTPS, string by string as the interface is published. */
import { expect, test } from 'vitest'
import { aheadClock, outside } from './access-parts.ts'

const GOOD = 'a good word'

test('a user is created, shown, listed, changed and deleted in the published words', async () => {
  const { ask } = await outside()
  expect(
    await ask('POST', '/ds-api/users/ann@x.org', { password: GOOD, privilege: 'read', profile: 'developer', live_360: '0', comment: 'née Ω', extra: 1 }),
  ).toMatchObject({
    status: 201,
    text: '{"status":"User with login ann created successfully"}',
  })
  const shown = '{"id":2,"login":"ann","email":"ann@x.org","profile":"developer","privilege":"read","roles":[],"live_360":0,"comment":"née Ω"}'
  expect(await ask('GET', '/ds-api/users/ann@x.org')).toMatchObject({ status: 200, text: shown })
  expect((await ask('GET', '/ds-api/users/ANN%40X.org')).text).toBe(shown)
  expect((await ask('GET', '/ds-api/users')).json).toMatchObject([{ login: 'admin', email: 'admin@localhost', privilege: 'admin' }, JSON.parse(shown)])
  expect(await ask('PUT', '/ds-api/users/ann@x.org', { privilege: 'read write', live_360: 1 })).toMatchObject({
    status: 200,
    text: '{"status":"User updated successfully!"}',
  })
  expect((await ask('GET', '/ds-api/users/ann@x.org')).json).toMatchObject({ privilege: 'read write', live_360: 1, profile: 'developer', comment: 'née Ω' })
  expect(await ask('PUT', '/ds-api/users/ann@x.org')).toMatchObject({ status: 200 })
  expect(await ask('DELETE', '/ds-api/users/ann@x.org')).toMatchObject({ status: 200, text: '{"message":"User deleted"}' })
  expect(await ask('GET', '/ds-api/users/ann@x.org')).toMatchObject({ status: 404 })
})

test('without more than a password a user is an administrator of everything', async () => {
  const { ask } = await outside()
  await ask('POST', '/ds-api/users/ann@x.org', { password: GOOD })
  expect((await ask('GET', '/ds-api/users/ann@x.org')).json).toMatchObject({ privilege: 'admin', profile: 'data admin', roles: [], live_360: 1, comment: '' })
})

test('the login is the part before @, or the whole address when that is taken', async () => {
  const { ask, signIn } = await outside()
  const create = async (email: string) => (await ask('POST', `/ds-api/users/${email}`, { password: GOOD, privilege: 'read' })).said
  expect(await create('ann@x.org')).toBe('User with login ann created successfully')
  expect(await create('Ann@y.org')).toBe('User with login Ann@y.org created successfully')
  expect(await create('admin@z.org')).toBe('User with login admin@z.org created successfully')
  for (const name of ['ann', 'ann@x.org', 'Ann@y.org', 'admin@z.org']) expect([name, (await signIn(name, GOOD)).status]).toEqual([name, 201])
})

test.each([
  ['a password that is too short', { password: 'short' }, 'password must have at least 8 characters'],
  ['no password', {}, 'password is missing; only users of the directory (ldap) have none'],
  ['no body', undefined, 'password is missing; only users of the directory (ldap) have none'],
  ['an unknown privilege', { password: GOOD, privilege: 'root' }, 'privilege must be one of "read", "read write", "admin"'],
  ['an unknown profile', { password: GOOD, profile: 'dba' }, 'profile must be one of "developer", "data admin"'],
  ['a live_360 of 2', { password: GOOD, live_360: 2 }, /^live_360 must be /],
  ['an unknown role', { password: GOOD, roles: ['nobody'] }, 'There is no role named "nobody" to assign; create it first'],
  ['an unknown single role', { password: GOOD, role: 'nobody' }, 'There is no role named "nobody" to assign; create it first'],
  ['a number for a text', { password: GOOD, comment: 5 }, /^comment must be a text/],
  ['what is not JSON', '{"password":', /^The body is not valid JSON/],
])('a new user with %s is 400, with a sentence', async (_, body, sentence) => {
  const { ask } = await outside()
  const reply = await ask('POST', '/ds-api/users/ann@x.org', body)
  expect([reply.status, reply.error]).toEqual([400, typeof sentence === 'string' ? sentence : expect.stringMatching(sentence)])
  expect((await ask('GET', '/ds-api/users/ann@x.org')).status).toBe(404)
})

test('an address that is none is 400 when it is to be created, and unknown otherwise', async () => {
  const { ask } = await outside()
  for (const name of ['nobody', 'a%20b@x', 'a:b@x', `${'a'.repeat(300)}@x`, '@', '%00@x'])
    expect([name, (await ask('POST', `/ds-api/users/${name}`, { password: GOOD })).status]).toEqual([name, 400])
  for (const method of ['GET', 'PUT', 'DELETE'] as const) {
    expect((await ask(method, '/ds-api/users/nobody')).status).toBe(404)
    expect(await ask(method, '/ds-api/users/admin')).toMatchObject({
      status: 404,
      error: 'There is no user with the e-mail address admin; GET /ds-api/users lists the users',
    })
  }
})

test('an address that exists is 409, whatever its case', async () => {
  const { ask } = await outside()
  expect((await ask('POST', '/ds-api/users/ADMIN@localhost', { password: GOOD })).status).toBe(409)
  const both = await Promise.all([1, 2, 3].map(() => ask('POST', '/ds-api/users/ann@x.org', { password: GOOD })))
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409, 409])
})

test('a role is created, shown, replaced, assigned, taken away and deleted in the published words', async () => {
  const { ask, seed } = await outside()
  seed()
  expect(await ask('GET', '/ds-api/roles')).toMatchObject({ status: 404, error: 'There is no role yet; POST /ds-api/roles/<name> creates one' })
  const access = [
    {
      filters: [
        { tag: 'env', value: 'prod' },
        { tag: 'server', value: 'alpha' },
      ],
    },
    { filters: [{ tag: 'pg_instance', value: 'beta@spare' }] },
  ]
  expect(await ask('POST', '/ds-api/roles/web%20team', { access })).toMatchObject({ status: 201, text: '{"status":"Role name web team created successfully"}' })
  expect(await ask('POST', '/ds-api/roles/web%20team', { access })).toMatchObject({ status: 409 })
  expect(await ask('GET', '/ds-api/roles/web%20team')).toMatchObject({ status: 200, text: JSON.stringify({ name: 'web team', access }) })
  expect(await ask('GET', '/ds-api/roles')).toMatchObject({ status: 200, json: [{ name: 'web team', access }] })
  const less = [{ filters: [{ tag: 'env', value: 'prod' }] }]
  expect(await ask('PUT', '/ds-api/roles/web%20team', { access: less })).toMatchObject({
    status: 200,
    text: '{"status":"Role name web team updated successfully"}',
  })
  expect((await ask('GET', '/ds-api/roles/web%20team')).json).toEqual({ name: 'web team', access: less })

  await ask('POST', '/ds-api/users/ann@x.org', { password: GOOD, privilege: 'read' })
  expect((await ask('GET', '/ds-api/roles/web%20team/users')).text).toBe('[]')
  expect(await ask('POST', '/ds-api/users/ann@x.org/role/web%20team')).toMatchObject({
    status: 201,
    text: '{"status":"Role web team has been assigned to ann@x.org"}',
  })
  expect((await ask('POST', '/ds-api/users/ann@x.org/role/web%20team')).status).toBe(201)
  expect((await ask('GET', '/ds-api/roles/web%20team/users')).text).toBe(
    '[{"id":2,"login":"ann","email":"ann@x.org","profile":"data admin","privilege":"read","role":"web team","live_360":1}]',
  )
  expect(await ask('DELETE', '/ds-api/roles/web%20team')).toMatchObject({
    status: 400,
    error: 'The role "web team" is assigned to ann@x.org; take it from them first',
  })
  expect(await ask('DELETE', '/ds-api/users/ann@x.org/role/web%20team')).toMatchObject({
    status: 200,
    text: '{"status":"Role web team has been removed from ann@x.org"}',
  })
  for (const [email, role] of [
    ['ann@x.org', 'web%20team'],
    ['ann@x.org', 'none'],
    ['none@x.org', 'web%20team'],
    ['none', '%20'],
  ])
    expect(await ask('DELETE', `/ds-api/users/${email}/role/${role}`)).toMatchObject({ status: 400, text: '{"error":"Invalid request"}' })
  expect(await ask('POST', '/ds-api/users/ann@x.org/role/none')).toMatchObject({
    status: 400,
    error: 'There is no role named "none" to assign; create it first',
  })
  expect((await ask('POST', '/ds-api/users/none@x.org/role/web%20team')).status).toBe(400)
  expect(await ask('DELETE', '/ds-api/roles/web%20team')).toMatchObject({ status: 200, text: '{"status":"Role name web team deleted successfully"}' })
  for (const [method, path] of [
    ['GET', ''],
    ['GET', '/users'],
    ['PUT', ''],
    ['DELETE', ''],
  ] as const)
    expect([method, (await ask(method, `/ds-api/roles/web%20team${path}`, method === 'PUT' ? { access: less } : undefined)).status]).toEqual([method, 404])
})

test.each([
  ['no access', {}, 'access is missing'],
  ['access that is no list', { access: {} }, /^access must be a list/],
  ['an element without a filter, which would be everything', { access: [{ filters: [] }] }, 'access[0].filters must name at least one tag filter'],
  ['a filter without a value', { access: [{ filters: [{ tag: 'env' }] }] }, 'access[0].filters[0].value is missing'],
  [
    'an unknown tag',
    { access: [{ filters: [{ tag: 'env', value: 'prod' }] }, { filters: [{ tag: 'colour', value: 'red' }] }] },
    'No instance carries the tag "colour"; a role can only name tags that exist',
  ],
  [
    'a tag of every object',
    { access: [{ filters: [{ tag: 'constructor', value: 'x' }] }] },
    'No instance carries the tag "constructor"; a role can only name tags that exist',
  ],
])('a role with %s is 400, with a sentence', async (_, body, sentence) => {
  const { ask, seed } = await outside()
  seed()
  const reply = await ask('POST', '/ds-api/roles/web', body)
  expect([reply.status, reply.error]).toEqual([400, typeof sentence === 'string' ? sentence : expect.stringMatching(sentence)])
})

test('a tag exists as soon as a connection declares it', async () => {
  const { ask } = await outside()
  const role = () => ask('POST', '/ds-api/roles/web', { access: [{ filters: [{ tag: 'colour', value: 'red' }] }] })
  expect((await role()).status).toBe(400)
  expect((await ask('POST', '/ds-api/pool/pg-instances/dark', { host: '127.0.0.1', port: 1, user: 'u', password: '', tags: 'colour=red' })).status).toBe(201)
  expect((await role()).status).toBe(201)
})

test('roles wins over the deprecated role; an empty one is none', async () => {
  const { ask, seed } = await outside()
  seed()
  for (const name of ['a', 'b']) await ask('POST', `/ds-api/roles/${name}`, { access: [{ filters: [{ tag: 'env', value: 'prod' }] }] })
  const rolesAfter = async (body: object) => {
    expect(await ask('PUT', '/ds-api/users/ann@x.org', body)).toMatchObject({ status: 200 })
    return Reflect.get((await ask('GET', '/ds-api/users/ann@x.org')).json as object, 'roles') as unknown
  }
  await ask('POST', '/ds-api/users/ann@x.org', { password: GOOD, privilege: 'read', role: 'a' })
  expect(await rolesAfter({})).toEqual(['a'])
  expect(await rolesAfter({ role: 'b' })).toEqual(['b'])
  expect(await rolesAfter({ role: 'a', roles: ['b', 'b'] })).toEqual(['b'])
  expect(await rolesAfter({ role: '' })).toEqual([])
  // Existing clients say so what the document calls the default.
  expect(await rolesAfter({ role: 'No restriction' })).toEqual([])
  await ask('POST', '/ds-api/roles/No%20restriction', { access: [{ filters: [{ tag: 'env', value: 'prod' }] }] })
  expect(await rolesAfter({ role: 'No restriction' })).toEqual(['No restriction'])
  expect(await rolesAfter({ roles: ['a', 'b'] })).toEqual(['a', 'b'])
})

test('the last administrator can neither be deleted, nor demoted, nor restricted', async () => {
  const { ask, seed } = await outside()
  seed()
  await ask('POST', '/ds-api/roles/web', { access: [{ filters: [{ tag: 'env', value: 'prod' }] }] })
  const me = '/ds-api/users/admin@localhost'
  const last = { status: 400, error: 'admin@localhost is the last administrator of everything and stays one; make another one first' }
  const refused = async () => {
    expect(await ask('DELETE', me)).toMatchObject(last)
    for (const change of [{ privilege: 'read write' }, { profile: 'developer' }, { roles: ['web'] }, { role: 'web' }])
      expect(await ask('PUT', me, change)).toMatchObject(last)
    expect(await ask('POST', `${me}/role/web`)).toMatchObject(last)
  }
  await refused()
  // Neither a restricted administrator, nor one whose password is elsewhere, is another one.
  await ask('POST', '/ds-api/users/ann@x.org', { password: GOOD, role: 'web' })
  await ask('POST', '/ds-api/users/dev@x.org', { password: GOOD, profile: 'developer' })
  await ask('POST', '/ds-api/users/ldap@x.org', { ldap: true })
  await refused()
  expect(await ask('PUT', me, { comment: 'still here', privilege: 'admin' })).toMatchObject({ status: 200 })
  expect((await ask('DELETE', '/ds-api/users/ann@x.org/role/web')).status).toBe(200)
  expect((await ask('DELETE', me)).status).toBe(200)
})

test('a token ends at once with its user, their password, their privilege, a sign-out and 24 hours', async () => {
  const clock = aheadClock()
  const { ask, tokenOf } = await outside({ clock })
  const alive = async (token: string) => (await ask('GET', '/ds-api/app/session', undefined, token)).status === 200
  const fresh = async (password = GOOD) => {
    const token = await tokenOf('ann', password)
    expect(await alive(token)).toBe(true)
    return token
  }
  await ask('POST', '/ds-api/users/ann@x.org', { password: GOOD, privilege: 'read' })
  let token = await fresh()
  await ask('PUT', '/ds-api/users/ann@x.org', { comment: 'other', privilege: 'read', profile: 'developer' })
  expect(await alive(token)).toBe(true)
  await ask('PUT', '/ds-api/users/ann@x.org', { privilege: 'read write' })
  expect(await alive(token)).toBe(false)
  token = await fresh()
  await ask('PUT', '/ds-api/users/ann@x.org', { password: 'another word' })
  expect(await alive(token)).toBe(false)
  token = await fresh('another word')
  expect((await ask('DELETE', '/ds-api/app/session', undefined, token)).status).toBe(200)
  expect(await alive(token)).toBe(false)
  token = await fresh('another word')
  clock.ahead = 24 * 3_600_000 + 1
  expect(await alive(token)).toBe(false)
  clock.ahead = 0
  expect(await alive(token)).toBe(true)
  await ask('DELETE', '/ds-api/users/ann@x.org')
  expect(await alive(token)).toBe(false)
  // Somebody else of the same address does not inherit it.
  await ask('POST', '/ds-api/users/ann@x.org', { password: GOOD, privilege: 'read' })
  expect(await alive(token)).toBe(false)
})

test('everybody changes their own password with the old one, and nobody else’s', async () => {
  const { ask, tokenOf, signIn } = await outside()
  await ask('POST', '/ds-api/users/ann@x.org', { password: GOOD, privilege: 'read', profile: 'developer' })
  const token = await tokenOf('ann', GOOD)
  const change = (body: object) => ask('PUT', '/ds-api/app/session/password', body, token)
  expect(await change({ old_password: 'wrong word', password: 'another word' })).toMatchObject({ status: 400, error: 'old_password is wrong' })
  expect(await change({ old_password: GOOD, password: 'short' })).toMatchObject({ status: 400, error: 'password must have at least 8 characters' })
  expect((await ask('PUT', '/ds-api/users/ann@x.org', { password: 'another word' }, token)).status).toBe(403)
  const changed = await change({ old_password: GOOD, password: 'another word' })
  expect(changed.status).toBe(200)
  expect((await ask('GET', '/ds-api/app/session', undefined, token)).status).toBe(401)
  expect((await ask('GET', '/ds-api/app/session', undefined, String(Reflect.get(changed.json as object, 'user-token')))).json).toMatchObject({
    login: 'ann',
    restricted: false,
  })
  expect([(await signIn('ann', GOOD)).status, (await signIn('ann', 'another word')).status]).toEqual([401, 201])
})

test('settings are read and changed by administrators, and count at once', async () => {
  const { ask, password, platform } = await outside()
  expect((await ask('GET', '/ds-api/app/settings')).json).toMatchObject({
    organization_name: 'local',
    retention: { minutes_days: 14, hours_days: 90, days_days: 400 },
    audit_days: 400,
    mask_passwords: false,
  })
  const changed = await ask('PATCH', '/ds-api/app/settings', { organization_name: 'Ωmega', time_zone: 'Asia/Kathmandu', retention: { minutes_days: 7 } })
  expect(changed).toMatchObject({
    status: 200,
    json: { organization_name: 'Ωmega', time_zone: 'Asia/Kathmandu', retention: { minutes_days: 7, hours_days: 90 } },
  })
  for (const [body, sentence] of [
    [{ time_zone: 'Mars/Base' }, 'time_zone must be the name of a time zone, such as Europe/Berlin'],
    [{ retention: { minutes_days: 0 } }, /^retention.minutes_days must be a whole number/],
    [{ organization_name: '' }, 'organization_name must not be empty'],
    [{ colour: 'red' }, /^colour is not known here/],
  ] as const) {
    const reply = await ask('PATCH', '/ds-api/app/settings', body)
    expect([reply.status, reply.error]).toEqual([400, typeof sentence === 'string' ? sentence : expect.stringMatching(sentence)])
  }
  const info = await platform.inject({
    method: 'GET',
    url: `/ds-api/user-token?token=${(await platform.inject({ method: 'POST', url: '/ds-api/user-token', headers: { authorization: `Basic ${Buffer.from(`admin:${password}`).toString('base64')}` } })).body.slice(15, -2)}`,
    headers: { authorization: `Basic ${Buffer.from(`admin:${password}`).toString('base64')}` },
  })
  expect(info.json()).toMatchObject({ organization_name: 'Ωmega' })
})
