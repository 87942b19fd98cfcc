/** Steering an agent through the platform: what roles leave of it, and what the log keeps of it. */
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { createLog } from '../../electron/kernel/log.ts'
import { routesFor } from '../../electron/kernel/route.ts'
import { serve } from '../../electron/kernel/server.ts'
import { ownTls } from '../../electron/kernel/tls.ts'
import { systemClock } from '../../electron/kernel/clock.ts'
import { outside } from './access-parts.ts'

const WORD = 'a good word'
const route = routesFor<null, 'key', null>()
const Params = z.object({ connection_name: z.string() })

/** Something that answers like an agent with the connections `main` (of alpha) and `spare`, and tells what reached it. */
async function steered() {
  const all = await outside({ collect: false })
  all.seed()
  const reached: string[] = []
  const tags = new Map([
    ['main', 'env=prod,team=web'],
    ['spare', 'env=test'],
  ])
  const connection = (name: string) => ({ name, password: 'top secret', tags: tags.get(name) ?? '' })
  const tls = await ownTls(`${all.folder}/agent-certs`, 'agent', systemClock)
  const server = await serve({
    routes: [
      route({
        id: 'list',
        method: 'GET',
        path: '/api/connections',
        right: 'key',
        doc: '',
        reply: [200, z.unknown()],
        handler: () => [...tags.keys()].map(connection),
      }),
      route({
        id: 'health',
        method: 'GET',
        path: '/api/app/health',
        right: 'key',
        doc: '',
        reply: [200, z.unknown()],
        handler: () => ({
          upload: {},
          connections: [...tags.keys()].map((name) => ({ name })),
          dead_letters: { batches: 1, newest: [{ connection: 'spare' }] },
        }),
      }),
      route({
        id: 'show',
        method: 'GET',
        path: '/api/connections/:connection_name',
        right: 'key',
        doc: '',
        params: Params,
        reply: [200, z.unknown()],
        handler: (_, { params }) => connection(params.connection_name),
      }),
      route({
        id: 'change',
        method: 'PUT',
        path: '/api/connections/:connection_name',
        right: 'key',
        doc: '',
        params: Params,
        body: z.looseObject({ tags: z.string() }),
        reply: [200, z.unknown()],
        handler: (_, { params, body }) => {
          reached.push(`PUT ${params.connection_name}`)
          tags.set(params.connection_name, body.tags)
          return { status: 'Connection updated!' }
        },
      }),
      route({
        id: 'proxy',
        method: 'POST',
        path: '/api/proxy',
        right: 'key',
        doc: '',
        body: z.looseObject({}),
        reply: [201, z.unknown()],
        handler: (_, { body }) => {
          reached.push(`proxy ${JSON.stringify(body)}`)
          return { status: 'Proxy set' }
        },
      }),
      route({
        id: 'disable',
        method: 'PATCH',
        path: '/api/connections/:connection_name/disable',
        right: 'key',
        doc: '',
        params: Params,
        reply: [200, z.unknown()],
        handler: (_, { params }) => {
          reached.push(`disable ${params.connection_name}`)
          return { status: 'Connection disabled!' }
        },
      }),
    ],
    ctx: null,
    identify: () => null,
    tls,
    host: '127.0.0.1',
    port: 0,
    log: createLog('silent'),
    clock: systemClock,
    openapi: { path: '/openapi.json', title: 'double', version: '0' },
  })
  onTestFinished(() => server.close())
  all.platform.agentAt(all.agent, server.url, tls)
  await all.ask('POST', '/ds-api/roles/prod', { access: [{ filters: [{ tag: 'env', value: 'prod' }] }] })
  await all.ask('POST', '/ds-api/users/ann@x.org', { password: WORD, privilege: 'read write', roles: ['prod'] })
  return { ...all, reached, home: `/ds-api/app/agents/${all.agent}`, token: await all.tokenOf('ann', WORD) }
}

test('whose roles show some instances reaches their connections at an agent, and nothing that concerns all', async () => {
  const { ask, home, token, reached } = await steered()
  expect((await ask('GET', `${home}/api/connections`, undefined, token)).json).toMatchObject([{ name: 'main', password: '••••••••' }])
  expect((await ask('GET', `${home}/api/connections`)).json).toHaveLength(2)
  expect((await ask('GET', `${home}/api/app/health`, undefined, token)).json).toMatchObject({
    connections: [{ name: 'main' }],
    dead_letters: { batches: 1, newest: [] },
  })
  expect((await ask('GET', `${home}/api/connections/main`, undefined, token)).status).toBe(200)
  expect((await ask('GET', `${home}/api/connections/spare`, undefined, token)).status).toBe(404)
  expect((await ask('PATCH', `${home}/api/connections/spare/disable`, undefined, token)).status).toBe(404)
  expect((await ask('PATCH', `${home}/api/connections/main/disable`, undefined, token)).status).toBe(200)
  const all = await ask('PATCH', `${home}/api/connections/disable`, undefined, token)
  expect([all.status, all.error]).toEqual([403, 'The roles of ann show some instances only, and this concerns all of them; ask an administrator'])
  expect((await ask('GET', `${home}/api/proxy`, undefined, token)).status).toBe(403)
  expect(reached).toEqual(['disable main'])
})

test('a write that is relayed to an agent is in the log, with what it changed there', async () => {
  const { ask, home } = await steered()
  expect((await ask('PUT', `${home}/api/connections/main`, { tags: 'env=new', password: 'another secret' })).status).toBe(200)
  const audit = await ask('GET', '/ds-api/app/audit?limit=1')
  expect(audit.json).toMatchObject({
    entries: [
      {
        login: 'admin',
        operation: 'relayUpdateConnection',
        method: 'PUT',
        path: `${home}/api/connections/main`,
        request: { tags: 'env=new', password: '••••••••' },
        before: { name: 'main', tags: 'env=prod,team=web', password: '••••••••' },
        after: { name: 'main', tags: 'env=new' },
        failure: '',
      },
    ],
  })
  expect(audit.text).not.toMatch(/secret/)
})

test('the mask of a proxy’s password reaches the agent, which knows what it stands for', async () => {
  const { ask, home, reached } = await steered()
  const proxy = { host: 'proxy', port: 3128, user: 'u', password: '••••••••' }
  expect((await ask('POST', `${home}/api/proxy`, proxy)).status).toBe(201)
  expect(reached).toEqual([`proxy ${JSON.stringify(proxy)}`])
})

test('a role may name a tag that only an agent’s connection has declared', async () => {
  const { ask, home } = await steered()
  const role = () => ask('POST', '/ds-api/roles/new', { access: [{ filters: [{ tag: 'colour', value: 'red' }] }] })
  expect((await role()).status).toBe(400)
  await ask('PUT', `${home}/api/connections/spare`, { tags: 'colour=red' })
  expect((await role()).status).toBe(201)
})
