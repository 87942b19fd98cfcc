import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import * as net from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startCore, type Core } from '../../electron/core.ts'
import { httpsClient, type HttpsRequest } from '../../electron/kernel/client.ts'
import { readSettings } from '../../electron/kernel/config.ts'
import { createLog } from '../../electron/kernel/log.ts'
import type { AgentEntry } from '../../shared/model/agents.ts'
import { folder } from '../unit/agent/batches.ts'

const HOME = '/ds-api/app/agents'
const saying = (text: string): unknown => expect.stringContaining(text)
const DOOR = join(import.meta.dirname, '../../electron/headless.ts')

interface Reply {
  readonly status: number
  readonly json: Readonly<Record<string, unknown>>
}

/** The core as `watchpost headless` starts it, on free ports. */
async function start(dataDir: string, flags: readonly string[] = []) {
  const settings = readSettings('headless', ['--data-dir', dataDir, '--platform-port', '0', '--agent-port', '0', ...flags], {})
  if (!('role' in settings)) throw new Error('the settings are wrong')
  const core: Core = await startCore(settings, { log: createLog('silent') })
  onTestFinished(() => core.stop())
  const credentials = (): Record<string, string> => JSON.parse(readFileSync(join(dataDir, 'credentials.json'), 'utf8')) as Record<string, string>
  const client = httpsClient({ trust: { ca: readFileSync(join(dataDir, 'certs', 'platform.pem'), 'utf8') } })
  const toAgent = httpsClient({ trust: { ca: readFileSync(join(dataDir, 'certs', 'agent.pem'), 'utf8') } })
  onTestFinished(async () => {
    await client.close()
    await toAgent.close()
  })
  const send = async (by: typeof client, url: string, method: string, headers: Record<string, string>, body?: object): Promise<Reply> => {
    const reply = await by.request({ method: method as HttpsRequest['method'], url, headers, ...(body !== undefined && { body: JSON.stringify(body) }) })
    return { status: reply.status, json: JSON.parse(reply.body.toString() || '{}') as Reply['json'] }
  }
  const url = core.ready.platform?.url ?? ''
  const signed = await send(client, `${url}/ds-api/user-token`, 'POST', {
    authorization: `Basic ${Buffer.from(`admin:${credentials()['password'] ?? ''}`).toString('base64')}`,
  })
  const token = String(signed.json['user-token'])
  const ask = (method: string, path: string, body?: object): Promise<Reply> => send(client, `${url}${path}`, method, { 'user-token': token }, body)
  const agents = async (): Promise<AgentEntry> => ((await ask('GET', HOME)).json as unknown as AgentEntry[])[0]!
  const { id } = await agents()
  const look = async (): Promise<AgentEntry> => (await ask('GET', `${HOME}/${id}`)).json as unknown as AgentEntry
  const direct = (method: string, at: string, path: string, body?: object): Promise<Reply> =>
    send(toAgent, `${at}${path}`, method, { 'api-token': credentials()['api_token'] ?? '' }, body)
  const stopped = (): Promise<void> =>
    vi.waitFor(
      async () => {
        expect((await look()).state).toBe('stopped')
      },
      { timeout: 60_000 },
    )
  return { core, id, ask, look, direct, stopped, credentials, url }
}

const freePort = async (): Promise<number> => {
  const server = net.createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as net.AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

test('a stopped agent is started again from the app, and a changed port is where the relays find it', async () => {
  const { id, ask, look, stopped } = await start(folder())
  expect(await look()).toMatchObject({ state: 'online', embedded: true })
  expect((await ask('PUT', `${HOME}/${id}/api/agent/stop`)).json).toEqual({ status: 'Agent stopped' })
  await stopped()
  expect((await ask('GET', `${HOME}/${id}/api/connections`)).status).toBe(502)
  expect(await ask('POST', `${HOME}/${id}/start`)).toMatchObject({ status: 201, json: { state: 'online' } })
  expect((await ask('POST', `${HOME}/${id}/start`)).status).toBe(201)

  const port = await freePort()
  await ask('PATCH', `${HOME}/${id}/api/agent/port/${String(port)}`)
  await stopped()
  expect(await ask('POST', `${HOME}/${id}/start`)).toMatchObject({ status: 201, json: { state: 'online', port, url: `https://127.0.0.1:${String(port)}` } })
  expect((await ask('GET', `${HOME}/${id}/api/agent/status`)).json).toMatchObject({ port })
})

test('a port in use is said so, and another one helps', async () => {
  const { id, ask, look, stopped, url } = await start(folder())
  const taken = new URL(url).port
  await ask('PATCH', `${HOME}/${id}/api/agent/port/${taken}`)
  await stopped()
  expect(await ask('POST', `${HOME}/${id}/start`)).toMatchObject({ status: 409, json: { error: saying(`Port ${taken}`) } })
  expect(await look()).toMatchObject({ state: 'stopped' })
  const port = await freePort()
  expect(await ask('POST', `${HOME}/${id}/start`, { port })).toMatchObject({ status: 201, json: { state: 'online', port } })
})

test('the command line starts it too, without a password', async () => {
  const dataDir = folder()
  const run = promisify(execFile)
  const ctl = (...args: string[]) => run(process.execPath, [DOOR, 'ctl', ...args])
  await expect(ctl('start-agent', '--data-dir', dataDir)).rejects.toMatchObject({ code: 1, stderr: saying('No Watchpost runs') })
  const { id, ask, look, stopped, core } = await start(dataDir)
  await ask('PUT', `${HOME}/${id}/api/agent/stop`)
  await stopped()
  expect((await ctl('start-agent', '--data-dir', dataDir)).stdout).toBe('{"status":"Agent started"}\n')
  expect(await look()).toMatchObject({ state: 'online' })
  await expect(ctl('begin')).rejects.toMatchObject({ code: 1, stderr: saying('no command begin') })
  expect((await ctl('--help')).stdout).toContain('start-agent')
  await core.stop()
  expect(existsSync(join(dataDir, 'running.json'))).toBe(false)
})

test('it uploads to its own platform wherever that is, until somebody chooses another, which stays chosen', async () => {
  const dataDir = folder()
  const first = await start(dataDir)
  const agent = first.core.ready.agent?.url ?? ''
  const own = { host: '127.0.0.1', port: Number(new URL(first.url).port) }
  expect((await first.direct('GET', agent, '/api/server')).json).toEqual(own)
  expect((await first.direct('POST', agent, '/api/server/test-upload')).status).toBe(201)
  await first.direct('PUT', agent, '/api/server', own)
  await first.core.stop()

  const second = await start(dataDir)
  const at = second.core.ready.agent?.url ?? ''
  expect((await second.direct('GET', at, '/api/server')).json).toEqual({ host: '127.0.0.1', port: Number(new URL(second.url).port) })
  await second.direct('PUT', at, '/api/server', { host: 'other.example', port: 443 })
  await second.core.stop()

  const third = await start(dataDir)
  const last = third.core.ready.agent?.url ?? ''
  expect((await third.direct('GET', last, '/api/server')).json).toEqual({ host: 'other.example', port: 443 })
  await third.direct('DELETE', last, '/api/app/server')
  expect((await third.direct('GET', last, '/api/server')).json).toEqual({ host: '127.0.0.1', port: Number(new URL(third.url).port) })
})

test('a rotation of its key reaches the file for scripts, and neither key stops working in the grace period, over a restart too', async () => {
  const dataDir = folder()
  const { id, ask, look, credentials, core } = await start(dataDir)
  const before = credentials()
  expect((await ask('POST', `${HOME}/${id}/license-keys/rotate`)).status).toBe(201)
  const after = credentials()
  expect(after).toEqual({ ...before, api_token: expect.not.stringMatching(before['api_token'] ?? '') as string })
  expect(await look()).toMatchObject({ state: 'online' })
  expect((await ask('DELETE', `${HOME}/${id}`)).status).toBe(409)
  await core.stop()
  const again = await start(dataDir)
  expect(await again.look()).toMatchObject({ state: 'online' })
  expect(again.credentials()).toEqual(after)
})
