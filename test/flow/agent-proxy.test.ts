/** The proxy of an agent, set by somebody who cannot see its password. */
import * as fs from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../electron/kernel/clock.ts'
import { MASK } from '../../shared/model/server.ts'
import { folder } from '../unit/agent/batches.ts'
import { clientOf, startAgent, startPlatform } from './agent-parts.ts'

test('a proxy sent with its password masked keeps the one it has, and does not send it to another proxy', async () => {
  const at = folder()
  const platform = await startPlatform(at, systemClock)
  const agent = await startAgent(at, systemClock, platform)
  const api = clientOf(agent, fs.readFileSync(join(at, 'certs', 'agent.pem'), 'utf8'))
  onTestFinished(async () => {
    await api.close()
    await agent.stop()
    await platform.close()
  })
  const kept = { host: 'proxy', port: 3128, user: 'u', password: 'p' }
  const masked = { ...kept, password: MASK }
  await api.ask('POST', '/api/proxy', kept)
  expect((await api.ask('POST', '/api/proxy', masked)).status).toBe(201)
  expect((await api.ask('GET', '/api/proxy')).body).toEqual(kept)
  for (const change of [{ host: 'elsewhere' }, { port: 3129 }, { user: 'v' }]) {
    const { status, body } = await api.ask('POST', '/api/proxy', { ...masked, ...change })
    expect([status, body]).toEqual([400, { error: 'password must be given again when host, port or user changes' }])
  }
  expect((await api.ask('GET', '/api/proxy')).body).toEqual(kept)
  await api.ask('DELETE', '/api/proxy')
  expect((await api.ask('POST', '/api/proxy', masked)).status).toBe(400)
})
