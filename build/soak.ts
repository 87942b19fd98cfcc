/**
 * `npm run soak`: one agent watches fifty instances for an hour (`-- --minutes N`, `--instances N`, `--clusters N`, `--rate high`). Real servers,
 * the built agent in a process of its own, uploads over HTTPS. Ends with 1 when a sample was later than one interval or missing, when the agent
 * took half a core or more, or 400 MiB or more, or when its memory was not flat.
 */
import { parseArgs } from 'node:util'
import { inFolder } from './bench/measure.ts'
import { startAgent } from './soak/agent.ts'
import { startClusters } from './soak/clusters.ts'
import { judge, type Measured } from './soak/figures.ts'
import { startReceiver } from './soak/receiver.ts'

const MINUTE = 60_000
const INTERVAL = { low: 10_000, high: 1_000 } as const
const print = (line: string): boolean => process.stdout.write(`${line}\n`)
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    instances: { type: 'string', default: '50' },
    clusters: { type: 'string', default: '5' },
    rate: { type: 'string', default: 'low' },
  },
})
const [minutes, instances, count] = [Number(values.minutes), Number(values.instances), Number(values.clusters)]
const rate = values.rate === 'high' ? 'high' : 'low'
if (!(minutes > 0 && instances > 0 && count > 0 && count <= instances)) throw new Error('--minutes, --instances and --clusters must be numbers above 0')

process.exitCode = await inFolder(async (folder) => {
  const ends: (() => Promise<void>)[] = []
  const interrupted = new Promise<void>((resolve) => process.once('SIGINT', resolve).once('SIGTERM', resolve))
  try {
    const clusters = await startClusters(count, ends)
    const receiver = await startReceiver(folder, ends)
    const agent = await startAgent({ folder, receiver, clusters, instances, rate }, ends)
    print(
      `${String(instances)} instances on ${String(count)} clusters are watched for ${String(minutes)} minutes, a sample each ${String(INTERVAL[rate] / 1000)} s`,
    )
    // What happens while everything begins is not what a long life is like.
    await wait(INTERVAL[rate])
    receiver.begin()
    const [began, spent] = [performance.now(), agent.cpuMs()]
    const memory: Measured['memory'][number][] = []
    const ending = began + minutes * MINUTE
    let told = began
    while (performance.now() < ending) {
      memory.push({ at: performance.now() - began, mib: agent.rssMib() })
      if ((await Promise.race([wait(5_000), interrupted.then(() => 'over' as const)])) === 'over') break
      if (performance.now() - told < 10 * MINUTE) continue
      told = performance.now()
      print(`after ${String(Math.round((told - began) / MINUTE))} minutes: ${agent.rssMib().toFixed(0)} MiB, ${(agent.cpuMs() - spent).toFixed(0)} ms of CPU`)
    }
    const elapsed = performance.now() - began
    const cpu = (agent.cpuMs() - spent) / elapsed
    // The last samples travel at most ten seconds after they were taken.
    await wait(15_000)
    const measured: Measured = {
      elapsed,
      interval: INTERVAL[rate],
      instances,
      samples: receiver.samples(),
      cpu,
      memory,
      peakMib: agent.peakMib(),
      refused: agent.failures(),
    }
    const { lines, passed } = judge(measured)
    for (const line of lines) print(line)
    return passed ? 0 : 1
  } finally {
    for (const end of ends.reverse()) await end().catch((error: unknown) => print(String(error)))
  }
})
