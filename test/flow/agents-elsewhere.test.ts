import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import type { AddedAgent, AgentEntry, LicenseKey } from '../../shared/model/agents.ts'
import { busyWatch, HOME, startElsewhere, startHere, startHostile, type Here } from './elsewhere-parts.ts'

const MAIN = { host: 'db.example', port: 5432, user: 'monitor', password: 'secret of the database', tags: 'env=prod' }
const WAIT = { timeout: 60_000, interval: 50 }
const saying = (text: string): unknown => expect.stringContaining(text)
const pids = ({ history }: Here): number[] => {
  const instances = history.instances().map(({ id }) => id)
  const found: number[] = []
  for (const block of history.scan({ probe: 'sessions', instances, from: 0, to: 1e15, columns: ['pid'] }))
    for (let row = 0; row < block.rows; row++)
      found.push(Number(block.numbers['pid']?.[row] ?? block.labels['pid']?.values[block.labels['pid'].codes[row] ?? 0]))
  return found
}
const counted = (put: readonly number[]): number[] => Array.from({ length: put.length }, (_, i) => i + 1)

/** A platform, and an agent elsewhere that it issued a key to and steers. */
async function both(watch = busyWatch([])) {
  const here = await startHere()
  const { json } = await here.ask<AddedAgent>('POST', HOME, { name: 'far' })
  const key = json.license_key ?? ''
  const agent = await startElsewhere(here, key, { watchOf: watch })
  const id = json.agent.id
  await here.ask('PATCH', `${HOME}/${id}`, { url: agent.url })
  await here.ask('PUT', `${HOME}/${id}/certificate`, { fingerprint: agent.fingerprint })
  const look = async (): Promise<AgentEntry> => (await here.ask<AgentEntry>('GET', `${HOME}/${id}`)).json
  const keys = async (): Promise<LicenseKey[]> => (await here.ask<LicenseKey[]>('GET', `${HOME}/${id}/license-keys`)).json
  return { here, agent, id, key, look, keys, api: `${HOME}/${id}/api` }
}

test('an agent is added, its certificate compared and accepted, and nothing secret reaches it before', async () => {
  const here = await startHere()
  const spy = await startHostile((_, response) => response.end('{}'))
  const added = await here.ask<AddedAgent>('POST', HOME, { name: 'far', url: spy.url, license_key: 'a key that the agent has' })
  expect(added).toMatchObject({
    status: 201,
    json: {
      agent: { name: 'far', url: spy.url, state: 'certificate-unknown', certificate: { accepted: null, seen: { fingerprint: spy.fingerprint, pin: spy.pin } } },
    },
  })
  expect(added.json).not.toHaveProperty('license_key')
  const { id } = added.json.agent
  expect(await here.ask('GET', `${HOME}/${id}/api/connections`)).toMatchObject({ status: 502, json: { error: saying('certificate has not been accepted') } })
  const other = 'ab'.repeat(32)
  expect(await here.ask('PUT', `${HOME}/${id}/certificate`, { fingerprint: other })).toMatchObject({ status: 409, json: { error: saying(spy.fingerprint) } })
  expect(spy.seen).toEqual([])
  const spelled = (spy.fingerprint.match(/../g) ?? []).join(':').toUpperCase()
  expect((await here.ask('PUT', `${HOME}/${id}/certificate`, { fingerprint: spelled })).status).toBe(200)
  expect(spy.seen.map(({ key }) => key)).toContain('a key that the agent has')
  expect(here.said.join()).not.toContain('a key that the agent has')
})

test('everything that the app does with the embedded agent works with one elsewhere; no answer holds a key or a password', async () => {
  const { here, agent, key, look, api } = await both()
  expect(await look()).toMatchObject({ state: 'online', cause: '', version: '1.2.3', server: 'elsewhere', port: agent.port, rotating: false })
  const say = async (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object) => here.ask(method, `${api}${path}`, body)
  expect(await say('POST', '/connections/main', MAIN)).toMatchObject({ status: 201, json: { status: 'Connection created and connected!' } })
  expect((await say('GET', '/connections')).json).toEqual([expect.objectContaining({ name: 'main', host: 'db.example', password: '••••••••' })])
  for (const path of ['disable-samples', 'enable-samples', 'lock-monitoring-delay/5', 'query-monitoring-min-calls/7', 'disable', 'enable'])
    expect((await say('PATCH', `/connections/main/${path}`)).status, path).toBe(200)
  expect((await say('PUT', '/connections/main', { tags: 'env=test', password: '••••••••' })).status).toBe(200)
  expect((await say('PATCH', '/agent/tables-monitoring-limit/12')).status).toBe(200)
  expect((await say('POST', '/server/test-upload')).status).toBe(201)
  expect((await say('POST', '/proxy', { host: '127.0.0.1', port: 9, user: 'u', password: 'secret of the proxy' })).status).toBe(201)
  expect((await say('GET', '/proxy')).json).toMatchObject({ user: 'u', password: '••••••••' })
  expect((await say('DELETE', '/proxy')).status).toBe(200)
  expect((await say('GET', '/agent/status')).json).toMatchObject({ 'tables-monitoring-limit': 12 })
  expect((await say('GET', '/app/health')).status).toBe(200)
  expect((await say('PATCH', '/connections/nobody/enable')).status).toBe(404)
  await vi.waitFor(() => {
    expect(here.history.instances().map(({ label }) => label)).toEqual(['elsewhere@main'])
  }, WAIT)
  expect((await look()).last_upload).toBeGreaterThan(0)
  expect((await say('DELETE', '/connections/main')).status).toBe(200)
  const all = here.said.join()
  expect(all.split(key)).toHaveLength(2)
  expect(all).not.toMatch(/secret of the (database|proxy)/)
})

test('another certificate blocks the agent and shows both; accepting it lets it in again', async () => {
  const { here, agent, id, key, look, api } = await both()
  const { port } = agent
  await agent.stop()
  expect(await look()).toMatchObject({ state: 'unreachable', cause: saying('refuses the connection') })
  const impostor = await startElsewhere(here, key, { at: agent.at, certs: 'other-certs', more: { port } })
  expect(await look()).toMatchObject({
    state: 'certificate-changed',
    certificate: { accepted: { fingerprint: agent.fingerprint, pin: agent.pin }, seen: { fingerprint: impostor.fingerprint, pin: impostor.pin } },
  })
  expect(await here.ask('GET', `${api}/connections`)).toMatchObject({ status: 502, json: { error: saying(impostor.fingerprint) } })
  await here.ask('PUT', `${HOME}/${id}/certificate`, { fingerprint: impostor.fingerprint })
  expect(await look()).toMatchObject({ state: 'online' })
})

test('a wrong key is told apart, and the right one mends it', async () => {
  const { here, agent, id, key, look } = await both()
  await agent.stop()
  const there = await startElsewhere(here, 'the key the agent was really given', { at: agent.at, more: { port: agent.port } })
  expect(await look()).toMatchObject({ state: 'key-refused' })
  expect((await here.ask('PATCH', `${HOME}/${id}`, { license_key: 'the key the agent was really given' })).json).toMatchObject({ state: 'online' })
  expect((await here.ask('POST', HOME, { name: 'second', license_key: 'the key the agent was really given' })).status).toBe(400)
  expect((await here.ask('POST', HOME, { name: 'second', license_key: key })).status).toBe(400)
  expect(there.running).toBe(true)
})

test('a rotation hands the new key over with an acknowledgement, both work meanwhile, and no batch is lost or doubled', async () => {
  const put: number[] = []
  const { here, agent, id, key, look, keys, api } = await both(busyWatch(put))
  await here.ask('POST', `${api}/connections/main`, MAIN)
  await vi.waitFor(() => {
    expect(pids(here).length).toBeGreaterThan(5)
  }, WAIT)
  const rotated = await here.ask<{ ends: number }>('POST', `${HOME}/${id}/license-keys/rotate`, { grace_hours: 2 })
  expect(rotated.status).toBe(201)
  expect(rotated.json.ends - here.clock.now()).toBeGreaterThan(7_100_000)
  await vi.waitFor(async () => {
    expect(await look()).toMatchObject({ state: 'online', rotating: false })
  }, WAIT)
  expect((await keys()).map(({ state, first_used }) => [state, first_used !== null])).toEqual([
    ['valid', true],
    ['grace', true],
  ])
  const status = async (token: string): Promise<unknown> => (await here.as({ 'api-token': token })('POST', '/ds-api/app/ingest')).status
  expect(await status(key)).toBe(200)
  expect(readFileSync(join(agent.at, 'agent', 'state.json'), 'utf8')).not.toContain(key)
  // Started anew with the key of its file, it goes on with the one it was handed.
  await agent.stop()
  const again = await startElsewhere(here, key, { at: agent.at, more: { port: agent.port }, watchOf: busyWatch(put, { next: put.length + 1 }) })
  here.clock.ahead = 3 * 3_600_000
  expect(await status(key)).toBe(401)
  expect(await look()).toMatchObject({ state: 'online' })
  await vi.waitFor(() => {
    expect(put.length).toBeGreaterThan(30)
  }, WAIT)
  await again.stop()
  await again.start()
  const stop = put.length
  await vi.waitFor(() => {
    expect(
      pids(here)
        .sort((a, b) => a - b)
        .slice(0, stop),
    ).toEqual(counted(put).slice(0, stop))
  }, WAIT)
  expect(new Set(pids(here)).size).toBe(pids(here).length)
})

test('a revoked key is refused at once, what was collected is kept, and a new key brings it', async () => {
  const put: number[] = []
  const { here, agent, id, key, look, keys, api } = await both(busyWatch(put))
  await here.ask('POST', `${api}/connections/main`, MAIN)
  await vi.waitFor(() => {
    expect(pids(here).length).toBeGreaterThan(0)
  }, WAIT)
  expect((await here.ask('POST', `${HOME}/${id}/license-keys`)).status).toBe(409)
  const [valid] = await keys()
  expect((await here.ask('DELETE', `${HOME}/${id}/license-keys/${valid?.id ?? ''}`)).status).toBe(200)
  expect((await here.as({ 'api-token': key })('POST', '/ds-api/app/ingest')).status).toBe(401)
  const stored = pids(here).length
  expect(await look()).toMatchObject({ state: 'key-missing' })
  expect((await here.ask('GET', `${api}/connections`)).status).toBe(409)
  await vi.waitFor(() => {
    expect(put.length).toBeGreaterThan(stored + 10)
  }, WAIT)
  await agent.stop()
  const issued = await here.ask<{ license_key: string }>('POST', `${HOME}/${id}/license-keys`)
  await startElsewhere(here, issued.json.license_key, { at: agent.at, more: { port: agent.port }, watchOf: busyWatch(put, { next: put.length + 1 }) })
  const stop = put.length
  await vi.waitFor(() => {
    expect(
      pids(here)
        .sort((a, b) => a - b)
        .slice(0, stop),
    ).toEqual(counted(put).slice(0, stop))
  }, WAIT)
  expect(await look()).toMatchObject({ state: 'online' })
})

test('an agent cannot write for the instances of another', async () => {
  const { here, id, api } = await both()
  await here.ask('POST', `${api}/connections/main`, MAIN)
  await vi.waitFor(() => {
    expect(here.history.instances()).toHaveLength(1)
  }, WAIT)
  const [mine] = here.history.instances()
  const other = (await here.ask<AddedAgent>('POST', HOME, { name: 'other' })).json.license_key ?? ''
  const { zstdCompressSync } = await import('node:zlib')
  const instance = { connection: mine?.connection ?? '', name: 'main', server: 'forged', host: 'h', port: 1, tags: '', cpus: null }
  const body = zstdCompressSync(Buffer.from(JSON.stringify({ seq: 1, batch: { version: 1, instance, blocks: [], texts: [] } })))
  expect((await here.as({ 'api-token': other })('POST', '/ds-api/app/ingest', body)).status).toBe(403)
  expect(here.history.instances().map(({ agent, server }) => [agent, server])).toEqual([[id, 'elsewhere']])
})

test('a deleted agent is refused at once, and its history stays', async () => {
  const { here, id, key, api } = await both()
  await here.ask('POST', `${api}/connections/main`, MAIN)
  await vi.waitFor(() => {
    expect(here.history.instances()).toHaveLength(1)
  }, WAIT)
  expect((await here.ask('DELETE', `${HOME}/${id}`)).status).toBe(200)
  expect((await here.as({ 'api-token': key })('POST', '/ds-api/app/ingest')).status).toBe(401)
  expect((await here.ask('GET', `${HOME}/${id}`)).status).toBe(404)
  expect(here.history.instances()).toHaveLength(1)
})

test('the list of agents is the administrators’ alone', async () => {
  const { here, id } = await both()
  const { hashPassword } = await import('../../electron/platform/password.ts')
  const passwordHash = await hashPassword('long enough')
  here.config.addUser({
    login: 'ann',
    email: 'ann@x',
    passwordHash,
    privilege: 'read write',
    profile: 'data admin',
    live360: 1,
    roles: [],
    comment: '',
    ldap: false,
  })
  const basic = `Basic ${Buffer.from('ann:long enough').toString('base64')}`
  const { json } = await here.as({ authorization: basic })<Record<string, string>>('POST', '/ds-api/user-token')
  const ann = here.as({ 'user-token': json['user-token'] ?? '' })
  const nobody = here.as({})
  const { routes } = await import('../../electron/platform/routes/agents.ts').then((module) => ({ routes: module.default }))
  for (const { method, path, right } of routes) {
    if (right === 'agent') continue
    const url = path.replace(':agent', id).replace(':key', 'x')
    expect([method, path, (await ann(method, url)).status, (await nobody(method, url)).status]).toEqual([method, path, 403, 401])
  }
})
