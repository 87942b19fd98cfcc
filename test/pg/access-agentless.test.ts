/** Agentless connections to a real PostgreSQL: the published operations, the same reports, the same switches, roles, and a store that refuses. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { outside, type Outside } from '../flow/access-parts.ts'
import { installed, withServers, type TestServer } from '../help/postgres.ts'

const VERSION = [...installed.keys()].sort().at(-1) ?? 18
const HOME = '/ds-api/pool/pg-instances'
const OWN = '/ds-api/app/pool/pg-instances'

const addressOf = ({ settings: { host, port, user, password } }: TestServer) => ({ host, port, user, password, tags: 'env=prod,team=web' })
const stamp = (at: number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ')

async function until<T>(look: () => Promise<T | undefined>, ms = 30_000): Promise<T> {
  const end = Date.now() + ms
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    if (Date.now() > end) throw new Error('it did not happen in time')
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

const infos = async ({ ask }: Outside, token?: string): Promise<readonly Record<string, unknown>[]> => {
  const body = { from: stamp(Date.now() - 3_600_000), to: stamp(Date.now() + 60_000), filters: [] }
  return (await ask('POST', '/ds-api/activity/pg-instance-infos', body, token)).json as Record<string, unknown>[]
}

withServers([VERSION], (_, server) => {
  test('a connection is created, shown, switched, changed and deleted in the published words, and its server is in the reports', async () => {
    const all = await outside()
    const { ask, folder } = all
    const address = addressOf(server())
    expect(await ask('POST', `${HOME}/main`, address)).toMatchObject({ status: 201, text: '{"status":"Connection created and connected!"}' })
    expect(await ask('POST', `${HOME}/main`, address)).toMatchObject({ status: 409 })
    const shown = await ask('GET', `${HOME}/main`)
    expect(shown.text).toBe(
      JSON.stringify({
        name: 'main',
        ...address,
        enabled: true,
        connected: true,
        'collection-rate': 'low',
        samples: true,
        'lock-monitoring': true,
        'lock-monitoring-delay': 30,
        'table-monitoring': true,
        'query-monitoring': true,
        'query-monitoring-optimize': true,
        'query-monitoring-min-calls': 0,
        'query-monitoring-min-time': 0,
      }),
    )
    expect(readFileSync(join(folder, 'pool', 'state.json'), 'utf8')).not.toContain(address.password)

    const [row] = await until(async () => ((await infos(all)).length > 0 ? infos(all) : undefined))
    expect(row).toMatchObject({
      pg_instance: `${address.host}@main`,
      server: address.host,
      port: address.port,
      type: 'primary',
      tags: '{"env":"prod","team":"web"}',
    })

    expect(await ask('PATCH', `${HOME}/main/disable`)).toMatchObject({ status: 200, text: '{"status":"Connection disabled!"}' })
    expect((await ask('GET', `${HOME}/main`)).json).toMatchObject({ enabled: false, connected: false })
    expect(await ask('PATCH', `${HOME}/main/enable`)).toMatchObject({ status: 200, text: '{"status":"Connection enabled!"}' })
    expect((await ask('GET', `${HOME}/main`)).json).toMatchObject({ enabled: true, connected: true })
    for (const [path, says, key, value] of [
      ['disable-samples', 'Query samples disabled!', 'samples', false],
      ['disable-lock-monitoring', 'Lock monitoring disabled!', 'lock-monitoring', false],
      ['lock-monitoring-delay/5', 'Lock monitoring delay updated to value 5s', 'lock-monitoring-delay', 5],
      ['disable-table-monitoring', 'Table monitoring disabled!', 'table-monitoring', false],
      ['disable-query-monitoring', 'Query monitoring disabled!', 'query-monitoring', false],
      ['enable-query-monitoring', 'Query monitoring enabled!', 'query-monitoring', true],
      ['query-monitoring-min-calls/7', 'Query monitoring min calls updated to value 7', 'query-monitoring-min-calls', 7],
    ] as const) {
      expect(await ask('PATCH', `${OWN}/main/${path}`)).toMatchObject({ status: 200, said: says })
      expect((await ask('GET', `${HOME}/main`)).json).toMatchObject({ [key]: value })
    }
    expect((await ask('PATCH', `${OWN}/main/lock-monitoring-delay/1e3`)).status).toBe(400)
    expect((await ask('PATCH', `${OWN}/main`, { collection_rate: 'high', database: 'template1' })).status).toBe(200)
    expect((await ask('GET', `${OWN}/main`)).json).toMatchObject({
      collection_rate: 'high',
      database: 'template1',
      cause: '',
      connection: { 'collection-rate': 'high' },
    })
    expect(await ask('PUT', `${HOME}/main`, { tags: 'env=test' })).toMatchObject({ status: 200, text: '{"status":"Connection updated!"}' })
    expect((await ask('GET', `${HOME}/main`)).json).toMatchObject({ tags: 'env=test', password: address.password, connected: true })
    expect(await ask('DELETE', `${HOME}/main`)).toMatchObject({ status: 200, text: '{"status":"Connection deleted!"}' })
    for (const [method, path] of [
      ['GET', ''],
      ['PUT', ''],
      ['DELETE', ''],
      ['PATCH', '/enable'],
      ['PATCH', '/disable'],
    ] as const)
      expect([method, path, (await ask(method, `${HOME}/main${path}`)).status]).toEqual([method, path, 404])
    expect(await infos(all)).toHaveLength(1)
  }, 90_000)

  test('what cannot be connected is kept and says why; what is wrong in a body is 400', async () => {
    const { ask } = await outside()
    const address = addressOf(server())
    const wrong = await ask('POST', `${HOME}/dark`, { ...address, password: 'not this one' })
    expect([wrong.status, wrong.said]).toEqual([201, expect.stringMatching(/^Connection created, not connected: .*password/)])
    expect((await ask('GET', `${HOME}/dark`)).json).toMatchObject({ enabled: true, connected: false })
    for (const [more, sentence] of [
      [{ host: undefined }, 'host is missing'],
      [{ port: '5432' }, /^port must be a whole number/],
      [{ port: 70_000 }, /^port must be a whole number/],
      [{ user: undefined }, 'user is missing'],
      [{ password: undefined }, 'password is missing'],
      [{ tags: undefined }, 'tags is missing'],
      [{ tags: 'env' }, 'tags must be of the form key=value[,key=value]'],
      [{ tags: 'a=1,a=2' }, 'tags names the tag "a" twice'],
      [{ host: 'a@b' }, 'host must be a host name or an address, nothing else'],
      [{ host: '/tmp' }, 'host must be a host name or an address, nothing else'],
    ] as const) {
      const reply = await ask('POST', `${HOME}/new`, { ...address, ...more })
      expect([reply.status, reply.error]).toEqual([400, typeof sentence === 'string' ? sentence : expect.stringMatching(sentence)])
    }
    expect((await ask('POST', `${HOME}/a@b`, address)).status).toBe(400)
    expect((await ask('GET', OWN)).json).toHaveLength(1)
  }, 60_000)

  test('the password is for administrators only, and with the setting for nobody; then a new place needs it again', async () => {
    const { ask, tokenOf } = await outside()
    const address = addressOf(server())
    await ask('POST', `${HOME}/main`, address)
    await ask('POST', '/ds-api/users/rw@x.org', { password: 'a good word', privilege: 'read write' })
    const token = await tokenOf('rw', 'a good word')
    expect((await ask('GET', `${HOME}/main`, undefined, token)).json).toMatchObject({ password: '••••••••', host: address.host })
    expect((await ask('GET', `${HOME}/main`)).json).toMatchObject({ password: address.password })
    await ask('PATCH', '/ds-api/app/settings', { mask_passwords: true })
    expect((await ask('GET', `${HOME}/main`)).json).toMatchObject({ password: '••••••••' })
    const moved = await ask('PUT', `${HOME}/main`, { host: 'evil.example.org', password: '••••••••' })
    expect([moved.status, moved.error]).toEqual([400, 'password must be given again when host, port or user changes, because it is masked here'])
    expect((await ask('PUT', `${HOME}/main`, { tags: '', password: '••••••••' })).status).toBe(200)
    expect((await ask('GET', `${HOME}/main`)).json).toMatchObject({ connected: true, host: address.host })
    expect((await ask('GET', '/ds-api/app/audit')).text).not.toContain(address.password)
  }, 60_000)

  test('roles hold for connections from the first moment, before anything is read of them', async () => {
    const { ask, tokenOf } = await outside()
    const address = addressOf(server())
    await ask('POST', `${HOME}/main`, address)
    await ask('POST', `${HOME}/other`, { ...address, port: 1, tags: 'env=test' })
    await ask('POST', '/ds-api/roles/prod', { access: [{ filters: [{ tag: 'env', value: 'prod' }] }] })
    await ask('POST', '/ds-api/users/rw@x.org', { password: 'a good word', privilege: 'read write', roles: ['prod'] })
    const token = await tokenOf('rw', 'a good word')
    expect((await ask('GET', OWN, undefined, token)).json).toMatchObject([{ connection: { name: 'main', password: '••••••••' } }])
    for (const [method, path] of [
      ['GET', `${HOME}/other`],
      ['GET', `${OWN}/other`],
      ['PATCH', `${HOME}/other/disable`],
      ['PATCH', `${HOME}/other/enable`],
    ] as const)
      expect([path, (await ask(method, path, undefined, token)).status]).toEqual([path, 404])
    expect((await ask('PATCH', `${HOME}/main/disable`, undefined, token)).status).toBe(200)
    expect((await ask('GET', `${HOME}/other`)).json).toMatchObject({ enabled: true })
  }, 60_000)

  test('what the store refuses is kept on disk and stored later, once', async () => {
    const all = await outside()
    const { ask, history } = all
    const submit = history.submit.bind(history)
    let refusing = true
    let refused = 0
    Object.assign(history, {
      submit: (...given: Parameters<typeof submit>) => {
        if (!refusing) return submit(...given)
        refused += 1
        return Promise.reject(new Error('database or disk is full'))
      },
    })
    await ask('POST', `${HOME}/main`, addressOf(server()))
    await until(() => Promise.resolve(refused > 1 ? true : undefined))
    expect(await infos(all)).toEqual([])
    expect(all.logged()).toContain('database or disk is full')
    refusing = false
    const [row] = await until(async () => ((await infos(all)).length > 0 ? infos(all) : undefined))
    expect(row).toMatchObject({ type: 'primary' })
  }, 90_000)
})
