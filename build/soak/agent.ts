/** The built agent in a process of its own, and what it costs by the system's own account. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Cluster } from '../../electron/demo/postgres.ts'
import { httpsClient } from '../../electron/kernel/client.ts'
import { WATCHER } from './clusters.ts'
import type { Receiver } from './receiver.ts'

const ROOT = join(import.meta.dirname, '../..')
const PROGRAM = join(ROOT, 'out/headless/index.mjs')
/** As the launcher starts an agent. */
const AGENT_FLAGS = JSON.parse(readFileSync(join(ROOT, 'build/launch/agent-flags.json'), 'utf8')) as readonly string[]
const KEY = 'the-license-key-of-the-soak'
const MIB = 1024 * 1024

export interface SoakedAgent {
  /** CPU of all its threads so far. */
  cpuMs(): number
  rssMib(): number
  peakMib(): number
  /** What it warned of, each line once. */
  failures(): readonly string[]
}

interface Asked {
  readonly folder: string
  readonly receiver: Receiver
  readonly clusters: readonly Cluster[]
  readonly instances: number
  readonly rate: 'low' | 'high'
}

export async function startAgent({ folder, receiver, clusters, instances, rate }: Asked, ends: (() => Promise<void>)[]): Promise<SoakedAgent> {
  if (process.platform !== 'linux') throw new Error('CPU and memory of the agent are read from /proc, so this needs Linux')
  if (!existsSync(PROGRAM)) throw new Error('There is nothing built yet; npm run build makes it')
  const [key, data] = [join(folder, 'key'), join(folder, 'agent')]
  writeFileSync(key, KEY, { mode: 0o600 })
  const place = ['--upload-server', `127.0.0.1:${String(receiver.port)}`, '--fingerprint', receiver.fingerprint]
  const flags = ['agent', '--data-dir', data, '--agent-port', '0', '--license-key-file', key, '--log-level', 'warn', ...place]
  const child = spawn(process.execPath, [...AGENT_FLAGS, PROGRAM, ...flags], { stdio: ['ignore', 'pipe', 'pipe'] })
  const failures = new Set<string>()
  child.stderr.on('data', (chunk: Buffer) => failures.add(chunk.toString().trim()))
  ends.push(() => end(child))
  const url = await ready(child, failures)
  const client = httpsClient({ trust: { ca: readFileSync(join(data, 'certs', 'agent.pem'), 'utf8') } })
  const call = async (method: 'POST' | 'PATCH', path: string, body: unknown): Promise<void> => {
    const reply = await client.request({
      method,
      url: `${url}${path}`,
      headers: { 'content-type': 'application/json', 'api-token': KEY },
      body: JSON.stringify(body),
    })
    if (reply.status >= 300) throw new Error(`${path}: ${String(reply.status)} ${reply.body.toString()}`)
  }
  await call('PATCH', '/api/app/settings', { collection_rate: rate })
  const declare = (i: number): Promise<void> => {
    const { host, port } = clusters[i % clusters.length] ?? { host: '', port: 0 }
    return call('POST', `/api/connections/i${String(i)}`, { host, port, ...WATCHER, tags: `cluster=c${String(i % clusters.length)}` })
  }
  for (let i = 0; i < instances; i++) await declare(i)
  await client.close()
  const status = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${String(child.pid)}/status`, 'utf8'))?.[1]) * 1024
  const ticks = 1000 / Number(execFileSync('getconf', ['CLK_TCK']).toString())
  return {
    cpuMs: () => {
      // the name of the program, in parentheses, may hold blanks
      const fields =
        readFileSync(`/proc/${String(child.pid)}/stat`, 'utf8')
          .split(') ')[1]
          ?.split(' ') ?? []
      return (Number(fields[11]) + Number(fields[12])) * ticks
    },
    rssMib: () => status('VmRSS') / MIB,
    peakMib: () => status('VmHWM') / MIB,
    failures: () => [...failures],
  }
}

function ready(child: ChildProcess, failures: ReadonlySet<string>): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      for (const line of said
        .split('\n')
        .slice(0, -1)
        .filter((one) => one.startsWith('{'))) {
        const { event, agent } = JSON.parse(line) as { readonly event?: string; readonly agent?: { readonly url: string } }
        if (event === 'ready' && agent !== undefined) resolve(agent.url)
      }
    })
    child.once('exit', () => {
      reject(new Error(`the agent ended: ${[...failures].join('\n')}`))
    })
  })
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}
