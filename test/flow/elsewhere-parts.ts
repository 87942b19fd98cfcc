/** A platform and agents elsewhere, each with a folder of its own, over real HTTPS. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import * as https from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createAgent, type Agent, type AgentOptions } from '../../electron/agent/agent.ts'
import { probes } from '../../electron/catalog/probes/_all.generated.ts'
import type { createWatch } from '../../electron/collector/watch.ts'
import { systemClock, type Clock } from '../../electron/kernel/clock.ts'
import { createLog, Secret } from '../../electron/kernel/log.ts'
import { ownTls } from '../../electron/kernel/tls.ts'
import { fileVault } from '../../electron/kernel/vault.ts'
import { createPlatform, type Platform, type PlatformOptions } from '../../electron/platform/platform.ts'
import { openConfig, openHistory } from '../../electron/store/open.ts'
import type { Config, WriteHistory } from '../../electron/store/store.ts'
import type { AgentEntry } from '../../shared/model/agents.ts'
import { folder } from '../unit/agent/batches.ts'

/** The system's clock, ahead by as much as the test says. */
export interface MovedClock extends Clock {
  ahead: number
}
const movedClock = (): MovedClock => ({
  ...systemClock,
  ahead: 0,
  now() {
    return systemClock.now() + this.ahead
  },
})

export interface Answer<T> {
  readonly status: number
  readonly json: T
  readonly text: string
}
export type Ask = <T = Readonly<Record<string, unknown>>>(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
) => Promise<Answer<T>>

export interface Here {
  readonly at: string
  readonly platform: Platform
  readonly history: WriteHistory
  readonly config: Config
  readonly clock: MovedClock
  /** The first administrator's. */
  readonly token: string
  /** As the first administrator. Every answer is remembered. */
  readonly ask: Ask
  /** As whoever has these headers. */
  readonly as: (headers: Readonly<Record<string, string>>) => Ask
  /** Every answer so far, as text. */
  readonly said: string[]
}

export async function startHere(more: Partial<PlatformOptions> = {}): Promise<Here> {
  const at = folder()
  const clock = movedClock()
  const history = openHistory(join(at, 'history.db'), clock)
  const config = openConfig(join(at, 'config.db'), clock)
  const platform = await createPlatform({
    config,
    history,
    clock,
    log: createLog('silent'),
    vault: fileVault(join(at, 'vault.key')),
    tls: await ownTls(join(at, 'certs'), 'platform', clock),
    host: '127.0.0.1',
    port: 0,
    version: '0.0.0-test',
    checkReplies: true,
    ...more,
  })
  onTestFinished(async () => {
    await platform.close()
    history.close()
    config.close()
  })
  const said: string[] = []
  const as =
    (headers: Readonly<Record<string, string>>): Ask =>
    async (method, url, body) => {
      const reply = await platform.inject({ method, url, headers, ...(body !== undefined && { payload: body }) })
      said.push(reply.body)
      return { status: reply.statusCode, json: (reply.body === '' ? undefined : reply.json()) as never, text: reply.body }
    }
  const basic = `Basic ${Buffer.from(`admin:${platform.firstAdmin?.password.reveal() ?? ''}`).toString('base64')}`
  const signed = await platform.inject({ method: 'POST', url: '/ds-api/user-token', headers: { authorization: basic } })
  const token = (signed.json() as Record<string, string>)['user-token'] ?? ''
  return { at, platform, history, config, clock, token, ask: as({ 'user-token': token }), as, said }
}

const columns = Object.keys(probes.find(({ id }) => id === 'sessions')?.columns ?? {})
const NOTHING = Object.fromEntries(columns.map((name) => [name, [null]]))

/** A watch that is connected, and puts a batch of one counted row every 40 ms; `put` gets the number of each that the spool took. */
export const busyWatch =
  (put: number[], counter = { next: 1 }): typeof createWatch =>
  (settings, { time, sink, server }) => {
    let ended = false
    let loop = Promise.resolve()
    const status = () => ({ connected: true, cause: '', version: '18.0', queriesPaused: '', tablesPaused: '', textsPaused: '', cost: null, stretch: 1 })
    const run = async (): Promise<void> => {
      while (!ended) {
        const end = time()
        const { id, name, host, port, tags } = settings
        const n = counter.next++
        const blocks = [{ probe: 'sessions', begin: end - 40, end, flags: [], rows: 1, columns: { ...NOTHING, pid: [String(n)] } }]
        await sink.put({ version: 1, instance: { connection: id, name, server: server ?? host, host, port, tags, cpus: null }, blocks, texts: [] }, [])
        put.push(n)
        await new Promise((resolve) => setTimeout(resolve, 40))
      }
    }
    return {
      start: () => void (loop = run()),
      stop: async () => {
        ended = true
        await loop
      },
      update: () => undefined,
      status,
      settled: () => Promise.resolve(status()),
    }
  }

export async function startElsewhere(
  here: Here,
  key: string,
  o: {
    readonly at?: string
    readonly server?: string
    readonly more?: Partial<AgentOptions>
    readonly watchOf?: typeof createWatch
    readonly certs?: string
  } = {},
): Promise<Agent & { readonly at: string; readonly pin: string }> {
  const at = o.at ?? folder()
  const tls = await ownTls(join(at, o.certs ?? 'certs'), 'agent', here.clock)
  const agent = createAgent(
    {
      folder: join(at, 'agent'),
      host: '127.0.0.1',
      port: 0,
      server: o.server ?? 'elsewhere',
      version: '1.2.3',
      clock: here.clock,
      log: createLog('silent'),
      vault: fileVault(join(at, 'vault.key')),
      tls,
      licenseKey: new Secret(key),
      trust: { fingerprint: here.platform.fingerprint },
      uploadServer: { host: '127.0.0.1', port: here.platform.port },
      ...o.more,
    },
    o.watchOf ?? busyWatch([]),
  )
  await agent.start()
  onTestFinished(() => agent.stop())
  return Object.assign(agent, { at, pin: tls.pin })
}

export const HOME = '/ds-api/app/agents'

/** Registers an agent with the key it has, and accepts its certificate. */
export async function register({ ask }: Here, name: string, url: string, key: string, fingerprint: string): Promise<AgentEntry> {
  const added = await ask<{ agent: AgentEntry }>('POST', HOME, { name, url, license_key: key })
  return (await ask<AgentEntry>('PUT', `${HOME}/${added.json.agent.id}/certificate`, { fingerprint })).json
}

/** A place that speaks HTTPS and answers as it likes; counts the bytes that came after the handshake. */
export async function startHostile(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const tls = await ownTls(join(folder(), 'certs'), 'agent', systemClock)
  const seen: { readonly path: string; readonly key: unknown }[] = []
  const sockets = new Set<Socket>()
  const server = https.createServer({ key: tls.key, cert: tls.cert }, (request, response) => {
    seen.push({ path: request.url ?? '', key: request.headers['api-token'] })
    request.resume()
    answer(request, response)
  })
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { url: `https://127.0.0.1:${String((server.address() as AddressInfo).port)}`, fingerprint: tls.fingerprint, pin: tls.pin, seen }
}
