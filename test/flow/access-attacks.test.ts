/** What somebody tries who may do something, and wants to do more. */
import { expect, test } from 'vitest'
import { routes } from '../../electron/platform/routes/_all.generated.ts'
import type { AnyRoute } from '../../electron/kernel/route.ts'
import { isWrite } from '../../electron/platform/audit.ts'
import { outside, type Outside } from './access-parts.ts'

const WORD = 'a good word'
const stamp = (at: number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ')
const range = () => ({ from: stamp(Date.now() - 3_600_000), to: stamp(Date.now() + 60_000) })

async function restricted(): Promise<Outside & { readonly token: string }> {
  const all = await outside({ collect: false })
  all.seed()
  await all.ask('POST', '/ds-api/roles/prod', { access: [{ filters: [{ tag: 'env', value: 'prod' }] }] })
  await all.ask('POST', '/ds-api/users/ann@x.org', { password: WORD, privilege: 'read write', roles: ['prod'] })
  return { ...all, token: await all.tokenOf('ann', WORD) }
}

test('no filter leads out of a role: not the label of a foreign instance, not alternatives, not tags of every object', async () => {
  const { ask, token } = await restricted()
  for (const filters of [
    [{ tag: 'pg_instance', value: 'beta@spare' }],
    [
      { tag: 'pg_instance', value: 'alpha@main' },
      { tag: 'pg_instance', value: 'beta@spare' },
    ],
    [{ tag: 'env', value: 'test' }],
    [
      { tag: 'env', value: 'prod' },
      { tag: 'env', value: 'test' },
    ],
    [{ tag: 'server', value: 'beta' }],
    [{ tag: '__proto__', value: '' }],
    [{ tag: 'constructor', value: 'function Object() { [native code] }' }],
    [],
  ]) {
    for (const id of ['pg-instance-infos', 'session-history', 'top-queries', 'tables', 'data-size', 'query']) {
      const { status, text } = await ask('POST', `/ds-api/activity/${id}`, { ...range(), filters, query_md5_id: 'a'.repeat(32) }, token)
      expect([id, filters, status < 300 || status === 404, text.includes('beta')]).toEqual([id, filters, true, false])
    }
    const now = Date.now()
    const scope = { from: now - 3_600_000, to: now, filters }
    for (const [path, more] of [
      ['load', { bucket: 60, by: 'pg_instance' }],
      ['top', { dimensions: ['pg_instance', 'user_name'] }],
    ] as const) {
      const { status, text } = await ask(
        'POST',
        `/ds-api/app/activity/${path}`,
        { ...scope, ...more, where: [{ dimension: 'pg_instance', values: ['beta@spare'] }] },
        token,
      )
      expect([path, status, text.includes('beta')]).toEqual([path, 200, false])
    }
  }
  expect((await ask('GET', '/ds-api/app/overview', undefined, token)).text).not.toContain('beta')
})

test('the filters of one element are all needed; elements and roles are alternatives; none shows nothing', async () => {
  const { ask, token } = await restricted()
  const seen = async () =>
    ((await ask('GET', '/ds-api/app/overview', undefined, token)).json as { instances: { label: string }[] }).instances
      .map(({ label }) => label)
      .sort()
      .join(' ')
  const role = (access: unknown) => ask('PUT', '/ds-api/roles/prod', { access })
  const env = (value: string) => ({ tag: 'env', value })
  for (const [access, labels] of [
    [[{ filters: [env('prod')] }], 'alpha@main'],
    [[{ filters: [env('prod'), env('test')] }], ''],
    [[{ filters: [env('prod'), { tag: 'team', value: 'web' }] }], 'alpha@main'],
    [[{ filters: [env('prod'), { tag: 'team', value: 'db' }] }], ''],
    [[{ filters: [env('prod')] }, { filters: [env('test')] }], 'alpha@main beta@spare'],
    [[{ filters: [{ tag: 'pg_instance', value: 'beta@spare' }] }], 'beta@spare'],
    [[{ filters: [{ tag: 'type', value: 'primary' }] }], 'alpha@main beta@spare'],
    [[], ''],
  ] as const) {
    expect((await role(access)).status).toBe(200)
    expect([access, await seen()]).toEqual([access, labels])
  }
  await ask('POST', '/ds-api/roles/test', { access: [{ filters: [env('test')] }] })
  await ask('POST', '/ds-api/users/ann@x.org/role/test')
  expect(await seen()).toBe('beta@spare')
})

test('thousands of elements and hundreds of roles do not make a request slow', async () => {
  const { ask, token, config } = await restricted()
  const access = Array.from({ length: 1000 }, (_, at) => ({
    filters: [
      { tag: 'env', value: `none ${String(at)}` },
      { tag: 'team', value: 'web' },
    ],
  }))
  const names = Array.from({ length: 100 }, (_, at) => `role ${String(at)}`)
  for (const name of names) config.putRole({ name, access })
  config.putRole({ name: 'last', access: [{ filters: [{ tag: 'env', value: 'test' }] }] })
  expect((await ask('PUT', '/ds-api/users/ann@x.org', { roles: [...names, 'last'] })).status).toBe(200)
  const overview = async (own?: string): Promise<{ text: string; ms: number }> => {
    const start = performance.now()
    const { text } = await ask('GET', '/ds-api/app/overview', undefined, own)
    return { text, ms: performance.now() - start }
  }
  const restrictedOne = await overview(token)
  expect(restrictedOne.text).toContain('beta@spare')
  expect(restrictedOne.text).not.toContain('alpha@main')
  // A hundred thousand filters against none.
  expect(restrictedOne.ms).toBeLessThan(200 * Math.max(5, (await overview()).ms))
  expect((await ask('POST', '/ds-api/roles/huge', { access: [...access, ...access] })).status).toBe(400)
})

test('a token in flight when its user goes does not come back', async () => {
  const { ask, token, tokenOf } = await restricted()
  const [gone, ...renewed] = await Promise.all([
    ask('DELETE', '/ds-api/users/ann@x.org'),
    ...Array.from({ length: 20 }, () => ask('POST', '/ds-api/app/session/renew', undefined, token)),
    ...Array.from({ length: 5 }, () => tokenOf('ann', WORD).then((one) => ({ status: one === '' ? 401 : 201, json: { 'user-token': one } }))),
  ])
  expect(gone.status).toBe(200)
  for (const { status, json } of renewed) {
    expect([201, 401]).toContain(status)
    if (status === 201) expect((await ask('GET', '/ds-api/app/session', undefined, String(Reflect.get(json as object, 'user-token')))).status).toBe(401)
  }
})

test('a password that was changed while somebody signed in with the old one gives no lasting token', async () => {
  const { ask, tokenOf } = await restricted()
  const [, ...tokens] = await Promise.all([
    ask('PUT', '/ds-api/users/ann@x.org', { password: 'another word' }),
    ...Array.from({ length: 4 }, () => tokenOf('ann', WORD)),
  ])
  for (const token of tokens) if (token !== '') expect((await ask('GET', '/ds-api/app/session', undefined, token)).status).toBe(401)
})

test('names are data: they reach no statement, no header and no other path', async () => {
  const { ask, signIn, token } = await restricted()
  for (const name of [`' or 1=1 --`, `admin'--`, '%', '_dmin', 'admin\u0000', 'admin\r\nx: y', `"; drop table user; --`, '$where', '\u202eadmin', 'ａｄｍｉｎ'])
    expect([name, (await signIn(name, 'x')).status]).toEqual([name, 401])
  for (const role of [`x'; drop table role; --`, '${7*7}', '{{7*7}}', '<script>alert(1)</script>'.replace('/', ''), '__proto__', 'constructor', 'toString']) {
    const path = `/ds-api/roles/${encodeURIComponent(role)}`
    expect(await ask('POST', path, { access: [{ filters: [{ tag: 'env', value: role }] }] })).toMatchObject({
      status: 201,
      said: `Role name ${role} created successfully`,
    })
    expect((await ask('GET', path)).json).toMatchObject({ name: role })
  }
  for (const path of ['/ds-api/users/..%2froles', '/ds-api/users/%2e%2e/roles', '/ds-api/roles/a%2Fb', '/ds-api/roles/..%5c'])
    expect([path, (await ask('POST', path, { access: [], password: WORD })).status]).toEqual([path, expect.toBeOneOf([400, 404, 405, 409])])
  expect((await ask('GET', '/ds-api/users/ann@x.org', undefined, token)).status).toBe(403)
  expect((await ask('PUT', '/ds-api/users/ann@x.org', { privilege: 'admin', roles: [] }, token)).status).toBe(403)
})

test('an unknown user and a wrong password take the same time and get the same answer', async () => {
  const { signIn } = await restricted()
  const once = async (name: string): Promise<number> => {
    const start = performance.now()
    expect(await signIn(name, 'wrong word')).toMatchObject({ status: 401, error: 'User name or password is wrong; send both with HTTP Basic authentication' })
    return performance.now() - start
  }
  await once('warm-up')
  const [known, unknown]: [number[], number[]] = [[], []]
  for (let at = 0; at < 6; at++) {
    known.push(await once('ann'))
    unknown.push(await once(`nobody${String(at)}`))
  }
  const median = (all: readonly number[]): number => [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0
  expect(median(known) / median(unknown)).toBeGreaterThan(0.4)
  expect(median(known) / median(unknown)).toBeLessThan(2.5)
})

test('every write is in the log with who, what, before and after, and without secrets; also one that was refused', async () => {
  const { ask, token } = await restricted()
  await ask('PUT', '/ds-api/users/ann@x.org', { comment: 'new', password: 'a secret word' })
  await ask('DELETE', '/ds-api/users/none@x.org')
  await ask('POST', '/ds-api/app/roles/preview', { access: [] })
  const { entries: all } = (await ask('GET', '/ds-api/app/audit')).json as { entries: Record<string, unknown>[] }
  const entries = all.filter(({ operation }) => operation !== 'signIn')
  expect(entries).toMatchObject([
    {
      operation: 'deleteUser',
      path: '/ds-api/users/none%40x.org',
      before: null,
      after: null,
      failure: 'There is no user with the e-mail address none@x.org; GET /ds-api/users lists the users',
    },
    {
      login: 'admin',
      email: 'admin@localhost',
      operation: 'updateUser',
      method: 'PUT',
      request: { comment: 'new', password: '••••••••' },
      before: { comment: '', roles: ['prod'] },
      after: { comment: 'new', roles: ['prod'] },
      failure: '',
    },
    { operation: 'addUser', before: null, after: { login: 'ann' } },
    { operation: 'addRole', before: null, after: { name: 'prod' } },
  ])
  expect(JSON.stringify(entries)).not.toContain('a secret word')
  expect(JSON.stringify(entries)).not.toContain(WORD)
  expect((await ask('GET', '/ds-api/app/audit', undefined, token)).status).toBe(401)
  const first = (await ask('GET', '/ds-api/app/audit?limit=1')).json as { entries: { id: number }[]; next: number }
  expect([first.entries.length, first.next]).toEqual([1, first.entries[0]?.id])
  expect((await ask('GET', `/ds-api/app/audit?limit=1000&before=${String(first.next)}`)).json).toMatchObject({
    entries: [{ operation: 'updateUser' }, { operation: 'signIn' }, { operation: 'addUser' }, { operation: 'addRole' }, { operation: 'signIn' }],
    next: null,
    operations: ['addRole', 'addUser', 'deleteUser', 'signIn', 'updateUser'],
  })
  expect((await ask('GET', '/ds-api/app/audit?operation=addRole&user=ADMIN')).json).toMatchObject({ entries: [{ operation: 'addRole' }] })
  const times = all.map(({ time }) => Number(time))
  const within = async (query: string) =>
    ((await ask('GET', `/ds-api/app/audit?${query}`)).json as { entries: { time: number }[] }).entries.map(({ time }) => time)
  const [from, to] = [Math.min(...times) + 1, Math.max(...times)]
  expect(await within(`from=${String(from)}&to=${String(to)}`)).toEqual(times.filter((time) => time >= from && time < to))
  expect(await within(`to=${String(to)}`)).toEqual(times.filter((time) => time < to))
  for (const query of ['from=x', 'limit=0', 'limit=1001', 'limit=1e2', 'before=-1', 'limit=x'])
    expect([query, (await ask('GET', `/ds-api/app/audit?${query}`)).status]).toEqual([query, 400])
})

test('every operation that is not a question is logged', () => {
  const unlogged = (routes as readonly AnyRoute[]).filter((route) => route.method !== 'GET' && !isWrite(route)).map(({ method, path }) => `${method} ${path}`)
  // Reports are questions with a body.
  expect(unlogged.filter((one) => !/ \/ds-api\/(app\/)?(activity|reports)\//.test(one)).sort()).toMatchInlineSnapshot(`
    [
      "DELETE /ds-api/app/session",
      "POST /ds-api/app/ingest",
      "POST /ds-api/app/ldap/test",
      "POST /ds-api/app/roles/preview",
      "POST /ds-api/app/rules/:rule/back-test",
      "POST /ds-api/app/rules/matches",
      "POST /ds-api/app/session/renew",
      "POST /ds-api/user-token",
    ]
  `)
})
