import { mkdtempSync, rmSync } from 'node:fs'
import https from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { agentApi } from '../../../shared/api/agent.generated.ts'
import { createLog } from '../../../electron/kernel/log.ts'
import { fail } from '../../../electron/kernel/problem.ts'
import { routesFor, type Method } from '../../../electron/kernel/route.ts'
import { serve } from '../../../electron/kernel/server.ts'
import { ownTls } from '../../../electron/kernel/tls.ts'
import { MASK } from '../../../shared/model/server.ts'
import { heldClock, running } from './running.ts'

interface Seen {
  readonly method: string
  readonly name: string
  readonly body: unknown
  readonly key: unknown
}

/** An agent's management interface as far as the relays matter, over real HTTPS. */
async function agentDouble(key: () => string) {
  const folder = mkdtempSync(join(tmpdir(), 'wp-agent-'))
  const tls = await ownTls(folder, 'agent', heldClock())
  const seen: Seen[] = []
  const connection = { name: 'main', host: 'db', port: 5432, user: 'mon', password: 'sesame', tags: '' }
  const route = routesFor<null, 'key', unknown>()
  const one = (method: Method, answer: (name: string) => unknown) =>
    route({
      id: method,
      method,
      path: '/api/connections/:connection_name',
      right: 'key',
      doc: '',
      params: z.object({ connection_name: z.string() }),
      body: z.unknown(),
      reply: [method === 'POST' ? 201 : 200, z.unknown()],
      handler: (_, { params, body, caller }) => {
        seen.push({ method, name: params.connection_name, body, key: caller })
        return answer(params.connection_name)
      },
    })
  const routes = [
    one('GET', (name) => (name === 'none' ? fail('connection.unknown', { name }) : connection)),
    one('PUT', () => ({ status: 'Connection updated!' })),
    one('POST', () => ({ status: 'Connection created and connected!' })),
    one('DELETE', () => {
      throw new Error('broken')
    }),
    route({
      id: 'list',
      method: 'GET',
      path: '/api/connections',
      right: 'key',
      doc: '',
      reply: [200, z.unknown()],
      handler: () => [connection, { ...connection, password: '', deeper: [{ password: 'x' }] }],
    }),
  ]
  const server = await serve({
    routes,
    ctx: null,
    tls,
    host: '127.0.0.1',
    port: 0,
    log: createLog('silent'),
    clock: heldClock(),
    openapi: { path: '/openapi.json', title: 'double', version: '0' },
    identify: (_, { headers }) => (headers['api-token'] === key() ? headers['api-token'] : fail('token.wrong', { header: 'api-token', what: 'license key' })),
  })
  onTestFinished(async () => {
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return { url: server.url, pin: tls.pin, seen, close: () => server.close() }
}

async function relayed() {
  const all = await running()
  const agent = await agentDouble(() => all.key)
  all.platform.agentAt(all.agent, agent.url, { pin: agent.pin, fingerprint: '' })
  const base = `/ds-api/app/agents/${all.agent}/api/connections`
  return { ...all, base, double: agent }
}

test('there is a relay for every operation of the agent’s interface', async () => {
  const { platform } = await running()
  const paths = ((await platform.inject({ method: 'GET', url: '/ds-api/openapi.json' })).json() as { paths: Record<string, object> }).paths
  for (const { method, path } of Object.values(agentApi))
    expect(paths[`/ds-api/app/agents/{agent}${path.replace(/:(\w+)/g, '{$1}')}`]).toHaveProperty(method.toLowerCase())
})

test('the license key is added on the way, names arrive as they were, the agent’s status and body come back', async () => {
  const { ask, base, double, key } = await relayed()
  const reply = await ask('POST', `${base}/caf%C3%A9%20%25`, { host: 'db', port: 5432, user: 'mon', password: 'p', tags: '' })
  expect([reply.status, reply.json]).toEqual([201, { status: 'Connection created and connected!' }])
  // Besides, the log of writes looks at what there was before and what there is after.
  expect(double.seen.filter(({ method }) => method !== 'GET')).toEqual([
    { method: 'POST', name: 'café %', body: { host: 'db', port: 5432, user: 'mon', password: 'p', tags: '' }, key },
  ])
  expect(JSON.stringify(reply)).not.toContain(key)
})

/** Sends the address as it is: the other clients resolve dots before they send. */
const rawStatus = (url: string, path: string, token: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const request = https.request({ hostname, port, path, method: 'PATCH', headers: { 'user-token': token }, rejectUnauthorized: false }, (reply) => {
      reply.resume()
      resolve(reply.statusCode)
    })
    request.once('error', reject)
    request.end()
  })

test('a name made of dots cannot lead to another operation', async () => {
  const { platform, base, double, token } = await relayed()
  for (const name of ['.', '..', '%2e', '%2E%2e', '.%2e']) expect([name, await rawStatus(platform.url, `${base}/${name}/enable`, token)]).toEqual([name, 400])
  expect(double.seen).toEqual([])
})

test('passwords are masked at any depth, and an empty one is seen to be empty', async () => {
  const { ask, base } = await relayed()
  const { json } = await ask('GET', base)
  expect(json).toEqual([expect.objectContaining({ host: 'db', password: MASK }), expect.objectContaining({ password: '', deeper: [{ password: MASK }] })])
})

test('a mask that is sent back leaves the password as it is', async () => {
  const { ask, base, double } = await relayed()
  expect((await ask('PUT', `${base}/main`, { tags: 'a=b', password: MASK })).status).toBe(200)
  const sent = double.seen.filter(({ method }) => method === 'PUT')
  expect(sent).toMatchObject([{ body: { tags: 'a=b' } }])
  expect(sent[0]!.body).not.toHaveProperty('password')
})

test('a change of host, port or user needs the password again, so that it cannot be sent elsewhere', async () => {
  const { ask, base, double } = await relayed()
  for (const change of [{ host: 'evil' }, { port: 6666 }, { user: 'root' }, { host: 'evil', password: MASK }]) {
    const reply = await ask('PUT', `${base}/main`, change)
    expect([reply.status, reply.error]).toEqual([400, expect.stringMatching(/^password must be given again when (host|port|user) changes$/)])
  }
  expect(double.seen.filter(({ method }) => method === 'PUT')).toEqual([])
  expect((await ask('PUT', `${base}/main`, { host: 'db', port: 5432, user: 'mon', tags: '' })).status).toBe(200)
  expect((await ask('PUT', `${base}/main`, { host: 'other', password: 'new' })).status).toBe(200)
})

test('what the agent refuses comes back with its status and sentence; its own failure is a 502', async () => {
  const { ask, base } = await relayed()
  expect(await ask('GET', `${base}/none`)).toMatchObject({
    status: 404,
    json: { error: 'There is no connection named "none"; GET /api/connections lists the names' },
  })
  expect(await ask('DELETE', `${base}/main`)).toMatchObject({ status: 502, json: { error: 'Internal error' } })
})

test('an agent that is unknown, unplaced, away, with another key or another certificate is said so, and never looks like a sign-out', async () => {
  const { ask, base, platform, agent, double, config } = await relayed()
  expect(await ask('GET', '/ds-api/app/agents/nobody/api/connections')).toMatchObject({
    status: 404,
    json: { error: 'There is no agent "nobody" registered here' },
  })
  const stored = config.agents().find(({ id }) => id === agent)!
  config.putAgent({ ...stored, url: null })
  expect(await ask('GET', base)).toMatchObject({
    status: 502,
    json: { error: 'The agent "embedded" does not answer: its management interface is not known here' },
  })
  platform.agentAt(agent, double.url, { pin: Buffer.alloc(32).toString('base64'), fingerprint: '' })
  const foreign = await ask('GET', base)
  expect([foreign.status, foreign.error]).toEqual([502, expect.stringContaining('does not answer')])
  expect(double.seen).toEqual([])
  platform.agentAt(agent, double.url, { pin: double.pin, fingerprint: '' })
  await double.close()
  const away = await ask('GET', base)
  expect([away.status, away.error]).toEqual([502, expect.stringMatching(/^The agent "embedded" does not answer: /)])
})

test('looking needs read, switching read write, the rest an administrator; developers steer no agent', async () => {
  const { ask, base, config, platform } = await relayed()
  const { hashPassword } = await import('../../../electron/platform/password.ts')
  const { basic } = await import('./running.ts')
  const passwordHash = await hashPassword('ann-s word')
  const as = async (privilege: 'read' | 'read write' | 'admin', profile: 'developer' | 'data admin') => {
    const login = `${privilege} ${profile}`
    config.addUser({ login, email: login, passwordHash, privilege, profile, live360: 1, roles: [], comment: '', ldap: false })
    const signed = await platform.inject({ method: 'POST', url: '/ds-api/user-token', headers: { authorization: basic(login, 'ann-s word') } })
    const headers = { 'user-token': (signed.json() as Record<string, string>)['user-token']! }
    const status = async (method: 'GET' | 'PATCH' | 'DELETE', path: string) => (await ask(method, `${base}${path}`, undefined, headers)).status
    return [await status('GET', ''), await status('PATCH', '/main/enable'), await status('DELETE', '/main')]
  }
  // the double knows no /enable: 404 says that the relay let it through
  expect(await as('read', 'data admin')).toEqual([200, 403, 403])
  expect(await as('read write', 'data admin')).toEqual([200, 404, 403])
  expect(await as('admin', 'data admin')).toEqual([200, 404, 502])
  expect(await as('admin', 'developer')).toEqual([403, 403, 403])
})
