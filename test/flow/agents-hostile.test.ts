/** Outgoing requests to places that mean harm. */
import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import type { AddedAgent, AgentEntry } from '../../shared/model/agents.ts'
import { HOME, register, startElsewhere, startHere, startHostile } from './elsewhere-parts.ts'

const saying = (text: string): unknown => expect.stringContaining(text)

test.each([
  'http://127.0.0.1:8282',
  'https://user:word@127.0.0.1:8282',
  'https://127.0.0.1:8282/api',
  'https://127.0.0.1:8282?x',
  'https://127.0.0.1:99999',
  'file:///etc/passwd',
  'https://',
  '',
])('the address %s is 400', async (url) => {
  const { ask } = await startHere()
  expect(await ask('POST', HOME, { name: 'far', url })).toMatchObject({ status: 400, json: { error: saying('url') } })
})

test.each(['https://169.254.169.254', 'https://2852039166', 'https://0xa9fea9fe:443', 'https://[fe80::1]:8282', 'https://[::ffff:169.254.169.254]'])(
  'link-local %s is never asked',
  async (url) => {
    const { ask } = await startHere()
    const { json } = await ask<AddedAgent>('POST', HOME, { name: 'far', url })
    expect(json.agent).toMatchObject({ state: 'unreachable', cause: saying('link-local') })
  },
)

const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
test.each<[string, (response: ServerResponse) => void]>([
  ['a huge body', (response) => response.writeHead(200).end(Buffer.alloc(16 * 1024 * 1024, 'x'))],
  [
    'an endless body',
    (response) => {
      response.writeHead(200)
      const more = (): void => {
        while (response.writable && response.write(Buffer.alloc(65_536, ' ')));
      }
      response.on('drain', more)
      more()
    },
  ],
  ['a redirect', (response) => response.writeHead(302, { location: 'https://127.0.0.1:1/elsewhere' }).end()],
  ['no JSON', (response) => response.end('<html>')],
  ['a number', (response) => response.end('5')],
  ['nothing', (response) => response.writeHead(200).end()],
  ['deep JSON', (response) => response.end(nested(100_000))],
  ['wrong types', (response) => response.end(JSON.stringify({ version: [], server: 5, port: 'x', connections: null, upload: 'no' }))],
  ['a broken line', (response) => response.socket?.destroy()],
  ['a status of its own', (response) => response.writeHead(599).end('{"error":"x"}')],
  ['an endless sentence', (response) => response.writeHead(418).end(JSON.stringify({ error: 'e'.repeat(100_000) }))],
])('an agent that answers with %s does no harm', async (_, answer) => {
  const here = await startHere()
  const hostile = await startHostile((_request, response) => {
    answer(response)
  })
  const entry = await register(here, 'far', hostile.url, 'the key that it has', hostile.fingerprint)
  expect(entry).toMatchObject({ state: 'unreachable' })
  for (const path of ['connections', 'agent/status', 'app/health']) {
    const reply = await here.ask('GET', `${HOME}/${entry.id}/api/${path}`)
    expect(reply.text.length).toBeLessThan(2000)
    if (reply.status !== 200) expect([418, 502]).toContain(reply.status)
    else expect(Object.keys(reply.json)).toContain('version') // shapes are the renderer's to doubt; size and depth are bounded
  }
  expect(new Set(hostile.seen.map(({ path }) => path))).toEqual(new Set(['/api/agent/status', '/api/app/health', '/api/connections']))
})

test('a slow agent holds up neither the list nor the others', async () => {
  const here = await startHere()
  const far = await startElsewhere(here, 'the key of the first agent')
  const { id } = await register(here, 'far', far.url, 'the key of the first agent', far.fingerprint)
  const slow = await startHostile((_, response) => {
    response.writeHead(200)
    const drip = setInterval(() => response.write(' '), 200)
    response.on('close', () => {
      clearInterval(drip)
    })
  })
  const before = performance.now()
  const entry = await register(here, 'slow', slow.url, 'the key that it has', slow.fingerprint)
  const waited = performance.now() - before
  expect(waited, 'it is given up').toBeLessThan(60_000)
  expect(entry).toMatchObject({ state: 'unreachable', cause: saying('has not answered') })
  const known = performance.now()
  const { json } = await here.ask<AgentEntry[]>('GET', HOME)
  expect(performance.now() - known, 'nobody waits for it again').toBeLessThan(waited / 2)
  expect(json.map(({ name, state }) => [name, state])).toEqual([
    ['far', 'online'],
    ['slow', 'unreachable'],
  ])
  expect(json[0]?.id).toBe(id)
})
