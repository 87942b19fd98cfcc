/** Users of a directory, against a real slapd. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LdapSettings } from '../../shared/model/access.ts'
import { privateCa, SEARCHER, startSlapd, SUFFIX, type Slapd } from '../help/slapd.ts'
import { outside } from './access-parts.ts'

const PASSWORD = 'Öffne dich, bitte'
const STRANGE = 'o*(x)\\,y'

let slapd: Slapd | undefined
const server = (): Slapd => slapd ?? expect.fail('slapd does not run')

beforeAll(async () => {
  slapd = await startSlapd([
    { uid: 'ann', mail: 'ann@x.org', password: PASSWORD },
    { uid: 'bob', mail: 'bob@x.org', password: 'the word of bob' },
    { uid: STRANGE, mail: 'strange@x.org', password: PASSWORD },
    { uid: 'twin1', mail: 'twin@x.org', password: PASSWORD },
    { uid: 'twin2', mail: 'twin@x.org', password: PASSWORD },
  ])
}, 120_000)
afterAll(() => slapd?.stop())

const BY_DN = `uid={login},ou=people,${SUFFIX}`
const bySearch = (filter = '(&(objectClass=inetOrgPerson)(mail={email}))', more: object = {}) => ({
  user_dn: '',
  search: { base: SUFFIX, filter, bind_dn: SEARCHER.dn, bind_password: SEARCHER.password, ...more },
})

async function with_(settings: (slapd: Slapd) => Partial<LdapSettings>) {
  const all = await outside({ collect: false })
  const body = { url: server().url, start_tls: true, ca: server().ca, user_dn: BY_DN, ...settings(server()) }
  const put = await all.ask('PUT', '/ds-api/app/ldap', body)
  for (const email of ['ann@x.org', 'bob@x.org'])
    await all.ask('POST', `/ds-api/users/${email}`, { ldap: true, privilege: 'read', password: 'is not used here' })
  return { ...all, put, status: async (name: string, password: string) => (await all.signIn(name, password)).status }
}

test.each<[string, (slapd: Slapd) => Partial<LdapSettings>]>([
  ['StartTLS with a private CA, by the pattern of the DN', () => ({})],
  ['LDAPS with a private CA, by the pattern of the DN', ({ secureUrl }) => ({ url: secureUrl, start_tls: false })],
  ['StartTLS, by a search', () => bySearch()],
  ['LDAPS, by a search', ({ secureUrl }) => ({ url: secureUrl, start_tls: false, ...bySearch('(uid={login})') })],
  ['the name of the server', ({ secureUrl }) => ({ url: secureUrl.replace('127.0.0.1', 'localhost'), start_tls: false })],
  ['this very machine, unencrypted', () => ({ start_tls: false, ca: '' })],
])('signs in over %s: the right password only, and never the other’s', async (_, settings) => {
  const { status, put, ask, tokenOf } = await with_(settings)
  expect([put.status, put.error]).toEqual([200, ''])
  expect([await status('ann', PASSWORD), await status('ann@x.org', PASSWORD), await status('bob', 'the word of bob')]).toEqual([201, 201, 201])
  expect([await status('ann', 'wrong'), await status('ann', 'the word of bob'), await status('ann', ''), await status('ann', 'is not used here')]).toEqual([
    401, 401, 401, 401,
  ])
  expect((await ask('GET', '/ds-api/app/session', undefined, await tokenOf('ann', PASSWORD))).json).toMatchObject({
    login: 'ann',
    ldap: true,
    privilege: 'read',
  })
})

test('somebody of the directory who is no user here does not sign in', async () => {
  const { status, ask } = await with_(() => ({}))
  expect(await status('twin1', PASSWORD)).toBe(401)
  await ask('DELETE', '/ds-api/users/ann@x.org')
  expect(await status('ann', PASSWORD)).toBe(401)
})

test('a server that is down is 401 with the reason in the log; local users are not affected', async () => {
  const { status, password, logged, ask } = await with_(() => ({ url: 'ldap://127.0.0.1:1' }))
  expect(await status('ann', PASSWORD)).toBe(401)
  expect(logged()).toMatch(/"user":"ann","cause":"[^"]*ECONNREFUSED[^"]*","msg":"no sign-in by the directory"/)
  expect(await status('admin', password)).toBe(201)
  expect((await ask('POST', '/ds-api/app/ldap/test', { user: 'ann', password: PASSWORD })).json).toEqual({
    ok: false,
    cause: expect.stringContaining('ECONNREFUSED') as string,
  })
})

test('without settings users of the directory do not sign in, and the log says why', async () => {
  const { status, ask, logged } = await with_(() => ({}))
  expect((await ask('DELETE', '/ds-api/app/ldap')).status).toBe(200)
  expect((await ask('GET', '/ds-api/app/ldap')).json).toBeNull()
  expect(await status('ann', PASSWORD)).toBe(401)
  expect(logged()).toContain('no directory server is set')
})

test('a certificate of another authority is not believed, with StartTLS as with LDAPS', async () => {
  const { ca } = await privateCa()
  for (const settings of [
    () => ({ ca }),
    ({ secureUrl }: Slapd) => ({ ca, url: secureUrl, start_tls: false }),
    ({ secureUrl }: Slapd) => ({ ca: '', url: secureUrl, start_tls: false }),
  ]) {
    const { status, logged } = await with_(settings)
    expect(await status('ann', PASSWORD)).toBe(401)
    expect(logged()).toMatch(/certificate/)
  }
})

test('a name cannot add to the DN or to the filter', async () => {
  for (const settings of [() => ({}), () => bySearch('(uid={login})')]) {
    const { status, ask, config } = await with_(settings)
    const add = (login: string, email: string) =>
      config.addUser({ login, email, passwordHash: null, privilege: 'read', profile: 'data admin', live360: 1, roles: [], comment: '', ldap: true })
    for (const login of ['*', 'a*', 'ann)(uid=*', '*)(objectClass=*', `ann,ou=people,${SUFFIX}`, 'ann+sn=ann', 'ann,dc=x', '\\61nn', 'nobody)(|(uid=ann'])
      add(login, `${Buffer.from(login).toString('hex')}@x.org`)
    for (const login of ['*', 'a*', 'ann)(uid=*', '*)(objectClass=*', `ann,ou=people,${SUFFIX}`, 'ann+sn=ann', 'ann,dc=x', '\\61nn', 'nobody)(|(uid=ann'])
      expect([login, await status(login, PASSWORD)]).toEqual([login, 401])
    // Somebody who really is called so signs in.
    add(STRANGE, 'strange@x.org')
    expect(await status(STRANGE, PASSWORD)).toBe(201)
    expect((await ask('GET', '/ds-api/app/session')).status).toBe(200)
  }
})

test('a search that finds several is nobody, and the log says so', async () => {
  const { status, ask, logged } = await with_(() => bySearch())
  await ask('POST', '/ds-api/users/twin@x.org', { ldap: true, privilege: 'read' })
  expect(await status('twin@x.org', PASSWORD)).toBe(401)
  expect(logged()).toMatch(/several entries|[Ss]ize ?limit/)
})

test('a search that cannot sign in says so; its password is never shown, and not sent to another server', async () => {
  const { status, ask, logged, put, config } = await with_(() => bySearch())
  expect(put.text).not.toContain(SEARCHER.password)
  expect((await ask('GET', '/ds-api/app/ldap')).text).not.toContain(SEARCHER.password)
  expect(config.setting('ldap')).not.toContain(SEARCHER.password)
  expect((await ask('GET', '/ds-api/app/audit')).text).not.toContain(SEARCHER.password)
  const shown = put.json as LdapSettings
  expect((await ask('PUT', '/ds-api/app/ldap', shown)).status).toBe(200)
  expect(await status('ann', PASSWORD)).toBe(201)
  const moved = await ask('PUT', '/ds-api/app/ldap', { ...shown, url: 'ldap://127.0.0.1:1' })
  expect([moved.status, moved.error]).toEqual([400, 'search.bind_password must be given again when the server or the name changes'])
  await ask('PUT', '/ds-api/app/ldap', { ...shown, search: { ...shown.search, bind_password: 'wrong' } })
  expect(await status('ann', PASSWORD)).toBe(401)
  expect(logged()).toContain(`the search cannot sign in as ${SEARCHER.dn}`)
})

test.each<[string, object, string]>([
  [
    'no encryption to another machine',
    { start_tls: false, url: 'ldap://ldap.example.org' },
    'start_tls is needed with ldap://: passwords do not travel unencrypted',
  ],
  ['both encryptions', { url: 'ldaps://ldap.example.org' }, 'start_tls is for ldap:// addresses; ldaps:// is encrypted from the beginning'],
  ['neither pattern nor search', { user_dn: '' }, 'user_dn or search must be given, and not both'],
  ['a pattern that is the same for all', { user_dn: 'uid=ann' }, 'user_dn must contain {login} or {email}'],
  ['a filter that is the same for all', { ...bySearch('(uid=ann)') }, 'search.filter must contain {login} or {email}'],
  ['an address that is none', { url: 'http://x' }, 'url must be of the form ldap://host:port or ldaps://host:port'],
])('settings with %s are 400', async (_, more, sentence) => {
  const { ask } = await outside({ collect: false })
  const reply = await ask('PUT', '/ds-api/app/ldap', { url: 'ldap://127.0.0.1', start_tls: true, user_dn: BY_DN, ...more })
  expect([reply.status, reply.error]).toEqual([400, sentence])
})

test('a user of the directory has no password here: neither set nor changed', async () => {
  const { ask, tokenOf } = await with_(() => ({}))
  expect(await ask('PUT', '/ds-api/users/ann@x.org', { password: 'another word' })).toMatchObject({
    status: 400,
    error: 'password is kept by the directory server; change it there',
  })
  const own = await ask('PUT', '/ds-api/app/session/password', { old_password: PASSWORD, password: 'another word' }, await tokenOf('ann', PASSWORD))
  expect([own.status, own.error]).toEqual([400, 'password is kept by the directory server; change it there'])
})

test('link-local addresses are not asked', async () => {
  const { status, logged } = await with_(() => ({ url: 'ldap://169.254.169.254' }))
  expect(await status('ann', PASSWORD)).toBe(401)
  expect(logged()).toContain('link-local')
})
