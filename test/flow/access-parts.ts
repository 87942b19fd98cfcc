/** A whole platform over real HTTPS, with users of every kind, as an outsider meets it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createCollect } from '../../electron/agent/collect.ts'
import type { Probe, ReportForm } from '../../electron/catalog/define.ts'
import { probes } from '../../electron/catalog/probes/_all.generated.ts'
import { reports } from '../../electron/catalog/reports/_all.generated.ts'
import { httpsClient } from '../../electron/kernel/client.ts'
import { systemClock, type Clock } from '../../electron/kernel/clock.ts'
import { createLog } from '../../electron/kernel/log.ts'
import { ownTls } from '../../electron/kernel/tls.ts'
import { fileVault } from '../../electron/kernel/vault.ts'
import { createPlatform, type Platform } from '../../electron/platform/platform.ts'
import { openConfig, openHistory } from '../../electron/store/open.ts'
import type { Config, WriteHistory } from '../../electron/store/store.ts'
import { aboutInstance, basic, block, REF, session } from '../unit/platform/running.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface Answer {
  readonly status: number
  readonly text: string
  readonly json: unknown
  /** The sentence of a refusal, else ''. */
  readonly error: string
  /** The status in the body, else ''. */
  readonly said: string
}

export interface Outside {
  readonly platform: Platform
  /** Of the platform's certificate, for a client of one's own. */
  readonly pin: string
  readonly config: Config
  readonly history: WriteHistory
  readonly folder: string
  /** Lines of the log so far. */
  readonly logged: () => string
  readonly agent: string
  /** Tokens of the first administrator. */
  readonly admin: string
  readonly password: string
  /** With the first administrator's token unless another is given; '' is none. */
  readonly ask: (method: Method, path: string, body?: unknown, token?: string) => Promise<Answer>
  readonly signIn: (name: string, password: string) => Promise<Answer>
  readonly tokenOf: (name: string, password: string) => Promise<string>
  /** Two instances: `alpha@main` (env=prod, team=web) and `beta@spare` (env=test). */
  readonly seed: () => void
}

/** What reports read besides sessions and the instance itself. */
const probesRead: readonly Probe[] = (probes as readonly Probe[]).filter(
  ({ id }) => !['sessions', 'instance'].includes(id) && (reports as readonly ReportForm[]).some(({ reads }) => reads.includes(id)),
)

/** A row of the probe in which everything is something. */
const rowOf = (probe: Probe, now: number) =>
  block(probe.id, now, [
    Object.fromEntries(
      Object.entries(probe.columns).map(([name, { kind }]) => [
        name,
        kind === 'counter' || kind === 'gauge' ? 1 : name === 'query_md5_id' ? 'a'.repeat(32) : 'x',
      ]),
    ),
  ])

const field = (json: unknown, name: string): string => {
  const value: unknown = typeof json === 'object' && json !== null ? Reflect.get(json, name) : undefined
  return typeof value === 'string' ? value : ''
}

/** The clock of the platform runs, ahead by what the test says. */
export const aheadClock = (): Clock & { ahead: number } => ({
  ahead: 0,
  now() {
    return systemClock.now() + this.ahead
  },
  mono() {
    return systemClock.mono() + this.ahead
  },
  sleep: (ms, signal) => systemClock.sleep(ms, signal),
})

export async function outside(o: { readonly clock?: Clock; readonly collect?: boolean } = {}): Promise<Outside> {
  const { clock = systemClock } = o
  const folder = mkdtempSync(join(tmpdir(), 'wp-access-'))
  const history = openHistory(join(folder, 'history.db'), clock)
  const config = openConfig(join(folder, 'config.db'), clock)
  const vault = fileVault(join(folder, 'vault.key'))
  let lines = ''
  const log = createLog('debug', {
    write: (line) => {
      lines += line
    },
  })
  const tls = await ownTls(join(folder, 'certs'), 'platform', clock)
  const platform = await createPlatform({
    config,
    history,
    clock,
    log,
    vault,
    tls,
    host: '127.0.0.1',
    port: 0,
    version: '0.0.0-test',
    checkReplies: true,
    ...(o.collect !== false && { collect: createCollect({ folder: join(folder, 'pool'), clock, log, vault }) }),
  })
  const client = httpsClient({ trust: { pin: tls.pin } })
  onTestFinished(async () => {
    await client.close()
    await platform.close()
    history.close()
    config.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const send = async (method: Method, path: string, headers: Record<string, string>, body?: unknown): Promise<Answer> => {
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
    const reply = await client.request({ method, url: `${platform.url}${path}`, headers, ...(text !== undefined && { body: text }) })
    const answered = reply.body.toString('utf8')
    let json: unknown
    try {
      json = JSON.parse(answered)
    } catch {
      json = undefined
    }
    return { status: reply.status, text: answered, json, error: field(json, 'error'), said: field(json, 'status') }
  }
  const signIn = (name: string, password: string) => send('POST', '/ds-api/user-token', { authorization: basic(name, password) })
  const tokenOf = async (name: string, password: string): Promise<string> => field((await signIn(name, password)).json, 'user-token')
  const password = platform.firstAdmin?.password.reveal() ?? ''
  const admin = await tokenOf('admin', password)
  const agent = platform.embeddedAgent().id
  return {
    platform,
    pin: tls.pin,
    config,
    history,
    folder,
    logged: () => lines,
    agent,
    admin,
    password,
    ask: (method, path, body, token = admin) => send(method, path, { 'content-type': 'application/json', ...(token !== '' && { 'user-token': token }) }, body),
    signIn,
    tokenOf,
    seed: () => {
      const now = clock.now() - 60_000
      const of = (seq: number, more: object, user: string) => ({
        seq,
        batch: {
          version: 1 as const,
          instance: { ...REF, ...more },
          blocks: [aboutInstance(now), block('sessions', now, [session({ user_name: user })]), ...probesRead.map((probe) => rowOf(probe, now))],
          texts: [],
        },
      })
      const alpha = of(1, { connection: 'c-alpha', name: 'main', server: 'alpha', tags: 'env=prod,team=web' }, 'alpha_user')
      const beta = of(2, { connection: 'c-beta', name: 'spare', server: 'beta', tags: 'env=test' }, 'beta_user')
      history.append(agent, [alpha, beta], clock.now())
    },
  }
}
