/** An agent to be tested: a platform made of one HTTPS handler, watches without a database, a client for its interface. */
import * as https from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { createAgent, type Agent, type AgentOptions } from '../../electron/agent/agent.ts'
import type { createWatch, WatchStatus } from '../../electron/collector/watch.ts'
import { httpsClient, type HttpsReply, type HttpsRequest } from '../../electron/kernel/client.ts'
import { every, type Clock } from '../../electron/kernel/clock.ts'
import { createLog, Secret } from '../../electron/kernel/log.ts'
import { ownTls } from '../../electron/kernel/tls.ts'
import { fileVault } from '../../electron/kernel/vault.ts'
import { Envelope } from '../../shared/model/sample.ts'

export const KEY = 'license-key-of-the-test'

/** What the platform does with the next upload that carries something. `lost`: takes it, and cuts the line instead of answering. */
export type Behaviour = 'take' | 'lost' | number | ((envelopes: readonly Envelope[]) => number | 'take')

export interface TestPlatform {
  readonly port: number
  readonly pin: string
  readonly cert: string
  behaviour: Behaviour
  /** Uploads with something in them, as they came, refused ones too. */
  readonly requests: readonly (readonly Envelope[])[]
  /** What is stored: each number once. */
  readonly stored: readonly Envelope[]
  /** Of one upload it takes only so many, and acknowledges these. */
  most: number
  /** ms by which its clock is ahead of the given one */
  ahead: number
  key: string
  /** Handed over with the next acknowledgement. */
  nextKey: string | undefined
  close(): Promise<void>
}

export async function startPlatform(folder: string, clock: Clock, port = 0): Promise<TestPlatform> {
  const tls = await ownTls(join(folder, 'platform-certs'), 'platform', clock)
  const requests: (readonly Envelope[])[] = []
  const stored: Envelope[] = []
  let through = 0
  const server = https.createServer({ key: tls.key, cert: tls.cert }, (request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const answer = (status: number, body: object): void => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      }
      if (request.url !== '/ds-api/app/ingest') return answer(404, { error: 'nothing here' })
      if (request.headers['api-token'] !== platform.key && request.headers['api-token'] !== platform.nextKey) return answer(401, { error: 'wrong key' })
      const body = Buffer.concat(parts)
      const text = body.length === 0 ? '' : zstdDecompressSync(body).toString()
      const envelopes = text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => Envelope.parse(JSON.parse(line)))
      if (envelopes.length > 0) requests.push(envelopes)
      const does = typeof platform.behaviour === 'function' ? platform.behaviour(envelopes) : platform.behaviour
      if (envelopes.length > 0 && typeof does === 'number') return answer(does, { error: `refused with ${String(does)}` })
      for (const envelope of envelopes.slice(0, platform.most)) {
        if (envelope.seq <= through) continue
        stored.push(envelope)
        through = envelope.seq
      }
      if (envelopes.length > 0 && does === 'lost') return void request.socket.destroy()
      answer(200, { acknowledged: through, time: clock.now() + platform.ahead, ...(platform.nextKey !== undefined && { license_key: platform.nextKey }) })
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  // A listening TCP server has an AddressInfo.
  const platform: TestPlatform = {
    port: (server.address() as AddressInfo).port,
    pin: tls.pin,
    cert: tls.cert,
    behaviour: 'take',
    requests,
    stored,
    most: Infinity,
    ahead: 0,
    key: KEY,
    nextKey: undefined,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve()
        })
        server.closeAllConnections()
      }),
  }
  return platform
}

/** A watch that is connected unless its host is `down`, and puts one batch a minute; a change to user `busy` exceeds its limit of queries; `confirmed` gets the minutes the spool took. */
export const fakeWatchInto =
  (confirmed: number[]): typeof createWatch =>
  (settings, { clock, time, sink, server }) => {
    let now = settings
    const ended = new AbortController()
    let n = 0
    let begin = time()
    let paused = false
    const status = (): WatchStatus =>
      now.host === 'down'
        ? { connected: false, cause: 'nothing listens there', version: null, queriesPaused: '', tablesPaused: '', textsPaused: '', cost: null, stretch: 1 }
        : {
            connected: true,
            cause: '',
            version: '18.0',
            queriesPaused: paused ? 'too many queries' : '',
            tablesPaused: '',
            textsPaused: '',
            cost: null,
            stretch: 1,
          }
    const put = async (): Promise<void> => {
      const end = time()
      const { id, name, host, port, tags } = now
      const blocks = [{ probe: 'database', begin, end, flags: [], rows: 1, columns: { minute: [n] } }]
      begin = end
      await sink.put({ version: 1, instance: { connection: id, name, server: server ?? host, host, port, tags, cpus: null }, blocks, texts: [] }, [
        { probe: 'database', reading: n + 1 },
      ])
      confirmed.push(n++)
    }
    return {
      start: () => void every(clock, 60_000, ended.signal, put, () => undefined),
      stop: () => {
        ended.abort()
        return Promise.resolve()
      },
      update: (to) => {
        paused = to.user === 'busy' && JSON.stringify(to) !== JSON.stringify(now)
        now = to
      },
      status,
      settled: (ms) => (status().connected ? Promise.resolve(status()) : clock.sleep(ms).then(status)),
    }
  }

export async function optionsOf(folder: string, clock: Clock, platform: TestPlatform): Promise<AgentOptions> {
  return {
    folder: join(folder, 'agent'),
    host: '127.0.0.1',
    port: 0,
    server: 'testhost',
    version: '1.2.3',
    clock,
    log: createLog('silent'),
    vault: fileVault(join(folder, 'vault.key')),
    tls: await ownTls(join(folder, 'certs'), 'agent', clock),
    licenseKey: new Secret(KEY),
    trust: { pin: platform.pin },
    uploadServer: { host: '127.0.0.1', port: platform.port },
  }
}

export async function startAgent(
  folder: string,
  clock: Clock,
  platform: TestPlatform,
  more: Partial<AgentOptions> = {},
  watchOf: typeof createWatch = fakeWatchInto([]),
): Promise<Agent> {
  const agent = createAgent({ ...(await optionsOf(folder, clock, platform)), ...more }, watchOf)
  await agent.start()
  return agent
}

export interface Called {
  readonly status: number
  readonly body: unknown
  readonly headers: HttpsReply['headers']
}

/** Calls of an agent's interface over TLS. */
export function clientOf(agent: Agent, ca: string) {
  const client = httpsClient({ trust: { ca } })
  const call = async (
    method: string,
    path: string,
    o: { readonly token?: string | undefined; readonly body?: unknown; readonly raw?: string } = {},
  ): Promise<Called> => {
    const payload = o.raw ?? (o.body === undefined ? undefined : JSON.stringify(o.body))
    const { status, headers, body } = await client.request({
      method: method as HttpsRequest['method'],
      url: `${agent.url}${path}`,
      headers: { 'content-type': 'application/json', ...(o.token !== undefined && { 'api-token': o.token }) },
      ...(payload !== undefined && { body: payload }),
    })
    const text = body.toString()
    return { status, headers, body: text === '' ? undefined : JSON.parse(text) }
  }
  return { call, ask: (method: string, path: string, body?: unknown) => call(method, path, { token: KEY, body }), close: () => client.close() }
}
