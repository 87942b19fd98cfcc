/**
 * Random and hostile requests to both interfaces, from a seed that is printed: WATCHPOST_FUZZ_SEED repeats a run, WATCHPOST_FUZZ_REQUESTS makes it longer.
 * Nobody gets a 500, nobody waits, nothing is changed by what was refused, and neither memory nor file handles are left behind.
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createAgent } from '../../electron/agent/agent.ts'
import { routes as agentRoutes } from '../../electron/agent/routes/_all.generated.ts'
import { systemClock } from '../../electron/kernel/clock.ts'
import { createLog, Secret, type Log } from '../../electron/kernel/log.ts'
import type { AnyRoute } from '../../electron/kernel/route.ts'
import { ownTls } from '../../electron/kernel/tls.ts'
import { fileVault } from '../../electron/kernel/vault.ts'
import { routes as platformRoutes } from '../../electron/platform/routes/_all.generated.ts'
import { folder } from '../unit/agent/batches.ts'
import { busyWatch, startHere } from './elsewhere-parts.ts'
import { handles, lineTo, randomOf, wildFor } from './fuzz-parts.ts'

const REQUESTS = Number(process.env['WATCHPOST_FUZZ_REQUESTS'] ?? 8_000)
const BATCH = 500
const LINES = 12
const PATIENCE = 15_000
const KEY = 'the license key of the fuzzed agent'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
const heap = (): number => {
  collect()
  return process.memoryUsage().heapUsed
}

/** What is logged as an error is a failure that nobody expected. */
function errorLog(): { readonly log: Log; readonly errors: string[] } {
  const errors: string[] = []
  return { log: createLog('error', { write: (line: string) => void errors.push(line) }), errors }
}

interface Target {
  readonly port: number
  readonly routes: readonly AnyRoute[]
  /** Header lines that let a request in. */
  readonly auth: readonly string[]
  /** Not asked with them: it would end the interface or the session. */
  readonly forbidden: RegExp
  readonly state: () => unknown
  readonly errors: readonly string[]
}

async function fuzz(target: Target): Promise<void> {
  const seed = Number(process.env['WATCHPOST_FUZZ_SEED'] ?? Math.floor(Math.random() * 2 ** 32))
  process.stdout.write(`fuzz seed ${String(seed)} (WATCHPOST_FUZZ_SEED repeats it)\n`)
  const random = randomOf(seed)
  const trusted = wildFor(target.routes, target.auth, target.forbidden, random)
  const untrusted = wildFor(target.routes, ['X: y', 'api-token: wrong', 'user-token: wrong'], /$^/, random)
  const lines = Array.from({ length: LINES }, () => lineTo(target.port, PATIENCE))
  const statuses = new Map<number, number>()
  let compared = 0
  let early = { heap: 0, handles: 0 }
  for (let sent = 0; sent < REQUESTS; sent += BATCH) {
    const next = (sent / BATCH) % 2 === 0 ? trusted : untrusted
    const before = JSON.stringify(target.state())
    let accepted = 0
    let left = BATCH
    const work = async ({ send }: (typeof lines)[number]): Promise<void> => {
      while (left-- > 0) {
        const wild = next()
        const { status, text } = await send(wild)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        const asked = wild.bytes.toString('latin1', 0, 600)
        if (status >= 500 && status !== 502) throw new Error(`${String(status)} with seed ${String(seed)} to:\n${asked}\n${text.slice(0, 600)}`)
        if (status >= 400 && !wild.head && !text.includes('"error":"'))
          throw new Error(`${String(status)} without a sentence, seed ${String(seed)}:\n${asked}\n${text.slice(0, 600)}`)
        const changes = !/^(GET|HEAD|OPTIONS) /.test(asked)
        if (changes && (status === 0 || (status >= 200 && status < 300))) accepted++
      }
    }
    await Promise.all(lines.map(work))
    // A request that was let in and taken may have changed something; all others must not have.
    if (accepted === 0 || next === untrusted) {
      compared++
      expect(JSON.stringify(target.state())).toBe(before)
    }
    if (sent === REQUESTS / 2) early = { heap: heap(), handles: handles() }
  }
  expect(target.errors).toEqual([])
  expect(compared).toBeGreaterThanOrEqual(REQUESTS / BATCH / 2)
  for (const status of [200, 400, 401, 404, 405]) expect(statuses.get(status) ?? 0, `answers with ${String(status)}`).toBeGreaterThan(20)
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(heap() - early.heap, 'bytes kept after the second half').toBeLessThan(15_000_000)
  if (!Number.isNaN(early.handles)) expect(handles() - early.handles, 'file handles kept').toBeLessThan(LINES * 2)
  for (const line of lines) line.close()
  process.stdout.write(`answers: ${JSON.stringify(Object.fromEntries([...statuses].sort(([a], [b]) => a - b)))}\n`)
}

test('the agent’s interface', { timeout: 300_000 }, async () => {
  const at = folder()
  const { log, errors } = errorLog()
  const agent = createAgent(
    {
      folder: join(at, 'agent'),
      host: '127.0.0.1',
      port: 0,
      server: 'fuzzed',
      version: '1.2.3',
      clock: systemClock,
      log,
      vault: fileVault(join(at, 'vault.key')),
      tls: await ownTls(join(at, 'certs'), 'agent', systemClock),
      licenseKey: new Secret(KEY),
      trust: {},
    },
    busyWatch([]),
  )
  await agent.start()
  await agent.declare('main', { host: 'db', port: 5432, user: 'u', password: 'p', tags: '' })
  await agent.retire('main')
  const { openState } = await import('../../electron/agent/state.ts')
  const state = () => openState(join(at, 'agent'), fileVault(join(at, 'vault.key'))).settings
  try {
    // Removing the only connection would leave the rest of the run without a name that exists.
    await fuzz({
      port: agent.port,
      routes: agentRoutes,
      auth: [`api-token: ${KEY}`],
      forbidden: /agent\/(stop|port)|^DELETE \/api\/connections/,
      state,
      errors,
    })
    expect(agent.running).toBe(true)
  } finally {
    await agent.stop()
  }
})

test('the platform’s interface', { timeout: 300_000 }, async () => {
  const { log, errors } = errorLog()
  const here = await startHere({ log })
  const { config, history } = here
  const state = () => [config.users(), config.agents().map((one) => [one, config.licenseKeys(one.id)]), history.instances(), config.setting('time_zone')]
  const key = here.platform.embeddedAgent().key.reveal()
  await fuzz({
    port: here.platform.port,
    routes: platformRoutes,
    auth: [`user-token: ${here.token}`, `api-token: ${key}`],
    forbidden: /token\/|session|sign-out|^DELETE \/ds-api\/user/,
    state,
    errors,
  })
})
