/**
 * `npm run bench -- store`: a seeded day of one busy instance through the store and through plain designs, in the same run. Each design writes in a process
 * of its own, in turns; reads are compared in turns inside one process. What a program does at its beginning counts on neither side, because one that runs for
 * months has been compiled: a day is written before the one that counts, and some turns are read. Printed: the table of figures, each with its gate and goal.
 *
 *   npm run bench -- store [--rounds N] [--minutes N]
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inFolder, median } from './bench/measure.ts'
import { openOurs, writeOurs, type OursResult } from './bench/ours.ts'
import { day, monthFigure, readFigures, shown, type Figure, type Reads } from './bench/read-figures.ts'
import { FROM, TO } from './bench/reads.ts'
import { record, recorded } from './bench/recording.ts'
import { writeWide, type WideResult } from './bench/wide.ts'

/** A gate fails beyond this share of its value. */
const TOLERANCE = 1.1
const ROUNDS = 5

async function ours(folder: string, minutes: number, recording: string, beside: boolean): Promise<OursResult> {
  const history = openOurs(folder)
  const result = await writeOurs(history, recorded(recording), { warm: minutes, beside })
  history.close()
  return result
}

/** The parts that run in processes of their own. What is recorded is as many minutes that do not count, and those that do. */
const PARTS: Readonly<Record<string, (folder: string, minutes: number, recording: string) => Promise<unknown>>> = {
  wide: (folder, minutes, recording) => Promise.resolve(writeWide(folder, recorded(recording), minutes, FROM, Math.min(TO, minutes))),
  ours: (folder, minutes, recording) => ours(folder, minutes, recording, false),
  beside: (folder, minutes, recording) => ours(folder, minutes, recording, true),
  reads: (folder) => readFigures(folder),
  month: (folder) => monthFigure(folder),
  record: (_, minutes, recording) => {
    record(recording, day(2 * minutes))
    return Promise.resolve(null)
  },
}

function inProcess<T>(part: string, minutes: number, recording: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [fileURLToPath(import.meta.url), part, String(minutes), recording], { stdio: ['ignore', 'pipe', 'inherit'] })
    let said = ''
    child.stdout.on('data', (data: Buffer) => (said += data.toString()))
    child.on('error', reject)
    child.on('close', (code) => {
      // Written by the same file a few lines below.
      if (code === 0) resolve(JSON.parse(said) as T)
      else reject(new Error(`measuring ${part} failed`))
    })
  })
}

/** What the parts have measured, each `rounds` times in turns. */
function measured(rounds: number, minutes: number) {
  return inFolder(async (folder) => {
    const recording = join(folder, 'recording')
    await inProcess<null>('record', minutes, recording)
    const pairs: { readonly wide: WideResult; readonly ours: OursResult; readonly beside: OursResult }[] = []
    for (let round = 0; round < rounds; round++)
      pairs.push({
        wide: await inProcess<WideResult>('wide', minutes, recording),
        ours: await inProcess<OursResult>('ours', minutes, recording),
        beside: await inProcess<OursResult>('beside', minutes, recording),
      })
    return { pairs, reads: await inProcess<Reads>('reads', minutes, recording), month: await inProcess<Figure>('month', minutes, recording) }
  })
}

function tableOf(figures: readonly Figure[]): string {
  const rows = figures.map(({ name, value, gate, goal, detail }) => {
    const met = typeof value === 'string' || gate === undefined ? '' : value <= gate ? 'met' : value <= gate * TOLERANCE ? 'met within 10 %' : 'NOT MET'
    const reached = typeof goal !== 'number' || typeof value === 'string' ? '' : value <= goal ? 'reached' : 'not reached'
    return `| ${[name, typeof value === 'string' ? value : shown(value), gate === undefined ? '' : `${String(gate)} ${met}`, goal === undefined ? '' : `${String(goal)} ${reached}`, detail].join(' | ')} |`
  })
  return ['| figure | measured | gate | goal | |', '|---|---|---|---|---|', ...rows].join('\n')
}

export async function bench(args: readonly string[]): Promise<boolean> {
  const option = (name: string, value: number): number => Number(args[args.indexOf(`--${name}`) + 1] ?? NaN) || value
  const rounds = args.includes('--rounds') ? option('rounds', ROUNDS) : ROUNDS
  const minutes = args.includes('--minutes') ? option('minutes', 1440) : 1440
  const { pairs, reads, month } = await measured(rounds, minutes)
  const of = (value: (pair: (typeof pairs)[number]) => number): number => median(pairs.map(value))
  const checksums = new Set([...reads.checksums, ...(minutes === 1440 ? pairs.map(({ wide }) => wide.checksum) : [])])
  const figures: Figure[] = [
    {
      name: 'CPU of writing an instance-minute / plain wide rows in SQLite',
      value: of(({ wide, ours }) => ours.cpuPerMinute / wide.cpuPerMinute),
      gate: 0.6,
      goal: 0.4,
      detail: `${shown(of(({ ours }) => ours.cpuPerMinute))} ms, compaction included (${shown(of(({ ours }) => ours.servingPerMinute))} in the serving thread), against ${shown(of(({ wide }) => wide.cpuPerMinute))} ms`,
    },
    {
      name: 'bytes kept / packed float64 of the same numbers',
      value: of(({ wide, ours }) => ours.bytes / wide.packed),
      gate: 0.065,
      goal: 0.05,
      detail: `${shown(of(({ ours }) => ours.bytes / 1e6))} MB, rollups included, for the day that counts, ${shown(of(({ ours }) => ours.firstBytes / 1e6))} MB for the one before it, with what objects are called; wide rows ${shown(of(({ wide }) => wide.bytes / 1e6))} MB, packed ${shown(of(({ wide }) => wide.packed / 1e6))} MB`,
    },
    {
      name: 'minute write p99 in the serving thread while compaction runs / p50',
      value: of(({ beside }) => beside.p99Busy / beside.p50),
      gate: 3,
      goal: 2,
      detail: `${shown(of(({ beside }) => beside.p99Busy))} ms against ${shown(of(({ beside }) => beside.p50))} ms; wide rows ${shown(of(({ wide }) => wide.p99))} and ${shown(of(({ wide }) => wide.p50))} ms; without waiting for a processor p99 is ${shown(of(({ beside }) => beside.p99Run))} and ${shown(of(({ wide }) => wide.p99Run))} ms; longest stall of the thread ${shown(of(({ beside }) => beside.stall))} ms; durable after ${shown(of(({ beside }) => beside.p50Durable))} and ${shown(of(({ beside }) => beside.p99Durable))} ms`,
    },
    ...reads.figures,
    month,
    {
      name: 'same top-20 checksum by every design',
      value: checksums.size === 1 ? 'equal' : 'DIFFERENT',
      goal: 'equal',
      detail: [...checksums].map((sum) => sum.split('/')[0]).join(', '),
    },
  ]
  process.stdout.write(
    `${tableOf(figures)}\n\n${String(rounds)} rounds of ${String(minutes)} minutes, Node ${process.versions.node}, ${process.platform} ${process.arch}\n`,
  )
  return checksums.size === 1 && figures.every(({ value, gate }) => typeof value === 'string' || gate === undefined || value <= gate * TOLERANCE)
}

const part = PARTS[process.argv[2] ?? '']
if (process.argv[1] === fileURLToPath(import.meta.url) && part !== undefined) {
  process.stdout.write(JSON.stringify(await inFolder((folder) => part(folder, Number(process.argv[3] ?? 1440), process.argv[4] ?? ''))))
  process.exit(0)
}
