/**
 * What a request to the agent's interface costs beside the bare minimum: CPU of the server's process per authorised status request, against
 * a bare `node:https` answer of the same size. Both servers run at once, each in a process of its own, and are asked in turns, so that what
 * else the machine does hits both. Printed: each turn, and the median of the turns' ratios, which is the gate.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import * as https from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAgent } from '../electron/agent/agent.ts'
import { systemClock } from '../electron/kernel/clock.ts'
import { createLog, Secret } from '../electron/kernel/log.ts'
import { ownTls } from '../electron/kernel/tls.ts'
import { fileVault } from '../electron/kernel/vault.ts'

const GATE = 1.3
const TURNS = 15
const REQUESTS = 6_000
const WARM_UP = 4_000
const CONNECTIONS = 10
const KEY = 'the license key of the measurement'

/** Runs in a child: answers until its parent ends it, and tells the CPU it has used (µs) when asked. */
async function serveBare(folder: string, bytes: number): Promise<number> {
  const { key, cert } = await ownTls(folder, 'agent', systemClock)
  const body = 'x'.repeat(bytes)
  const server = https.createServer({ key, cert, minVersion: 'TLSv1.2' }, (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

async function serveAgent(folder: string): Promise<number> {
  const tls = await ownTls(folder, 'agent', systemClock)
  const agent = createAgent({
    folder: join(folder, 'agent'),
    host: '127.0.0.1',
    port: 0,
    server: 'bench',
    version: '0.0.0',
    clock: systemClock,
    log: createLog('warn'),
    vault: fileVault(join(folder, 'vault.key')),
    tls,
    licenseKey: new Secret(KEY),
    trust: {},
  })
  await agent.start()
  return agent.port
}

interface Served {
  readonly port: number
  cpu(): Promise<number>
  end(): void
}

function spawn(...args: readonly string[]): Promise<Served> {
  const child: ChildProcess = fork(import.meta.filename, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  child.setMaxListeners(0)
  const next = (): Promise<number> =>
    new Promise((resolve, reject) => {
      child.once('message', (message) => {
        resolve(Number(message))
      })
      child.once('exit', () => {
        reject(new Error(`the server process (${args.join(' ')}) ended`))
      })
    })
  return next().then((port) => ({
    port,
    cpu: () => {
      child.send('cpu')
      return next()
    },
    end: () => child.kill(),
  }))
}

/** Sends so many status requests over lasting connections; resolves with the length of an answer's body. */
async function ask(port: number, count: number, agent: https.Agent): Promise<number> {
  let length = 0
  let left = count
  const one = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const request = https.request(
        { port, host: '127.0.0.1', path: '/api/agent/status', headers: { 'api-token': KEY }, agent, rejectUnauthorized: false },
        (reply) => {
          let size = 0
          reply.on('data', (part: Buffer) => (size += part.length))
          reply.on('end', () => {
            length = size
            if (reply.statusCode === 200) resolve()
            else reject(new Error(`status ${String(reply.statusCode)}`))
          })
        },
      )
      request.once('error', reject)
      request.end()
    })
  const line = async (): Promise<void> => {
    while (left-- > 0) await one()
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, line))
  return length
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN
const say = (line: string): boolean => process.stdout.write(`${line}\n`)

/** True when the gate is met. */
export async function bench(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-api-'))
  const lines = new https.Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const ours = await spawn('agent', join(folder, 'ours'))
  const bytes = await ask(ours.port, 10, lines)
  const bare = await spawn('bare', join(folder, 'ours'), String(bytes))
  try {
    for (const { port } of [ours, bare]) await ask(port, WARM_UP, lines)
    const turn = async (server: Served): Promise<number> => {
      const before = await server.cpu()
      await ask(server.port, REQUESTS, lines)
      return ((await server.cpu()) - before) / REQUESTS
    }
    const turns: { readonly bare: number; readonly ours: number }[] = []
    for (let i = 0; i < TURNS; i++) {
      // Who is first changes, so that neither always meets the warmer machine.
      const first = i % 2 === 0 ? await turn(bare) : await turn(ours)
      const second = i % 2 === 0 ? await turn(ours) : await turn(bare)
      turns.push(i % 2 === 0 ? { bare: first, ours: second } : { bare: second, ours: first })
    }
    for (const one of turns) say(`bare ${one.bare.toFixed(1)} µs   status ${one.ours.toFixed(1)} µs   ratio ${(one.ours / one.bare).toFixed(3)}`)
    const ratio = median(turns.map((one) => one.ours / one.bare))
    say(`CPU per authorised status request of ${String(bytes)} bytes: ${ratio.toFixed(3)} times a bare node:https answer; gate ${String(GATE)}`)
    return ratio <= GATE
  } finally {
    for (const server of [ours, bare]) server.end()
    lines.destroy()
    rmSync(folder, { recursive: true, force: true })
  }
}

if (process.send !== undefined) {
  const [what, folder = '', bytes] = process.argv.slice(2)
  const port = what === 'bare' ? await serveBare(folder, Number(bytes)) : await serveAgent(folder)
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send?.(user + system)
  })
  process.send(port)
}
