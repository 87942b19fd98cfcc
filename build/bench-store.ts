/**
 * `npm run bench -- store`: a seeded day of one busy instance through the store and through plain designs, in the same run. Each design writes in a process
 * of its own, in turns; reads are compared in turns inside one process. What a program does at its beginning counts on neither side, because one that runs for
 * months has been compiled: a day is written before the one that counts, and some turns are read. Printed: the table of figures, each with its gate and goal.
 *
 *   npm run bench -- store [--rounds N] [--minutes N]
 */
import Database from 'better-sqlite3'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { batchOf } from './bench/batches.ts'
import { busyInstance, type Minute } from './bench/busy-day.ts'
import { checksum, compared, inFolder, median } from './bench/measure.ts'
import { openOurs, openOursToRead, writeMonth, writeOurs, type OursResult } from './bench/ours.ts'
import {
  firstReads,
  oneQuery,
  queryArrays,
  seriesInMemory,
  seriesOfStore,
  sessionArrays,
  sumsOfStore,
  topOfArrays,
  topOfStore,
  waitsOfArrays,
  waitsOfStore,
  FROM,
  TO,
} from './bench/reads.ts'
import { record, recorded } from './bench/recording.ts'
import { rowPerValue, writeWide, type WideResult } from './bench/wide.ts'

const SEED = 1
const TURNS = 15
const DAYS = 30
const INSTANCES = 100
/** A gate fails beyond this share of its value. */
const TOLERANCE = 1.1

interface Figure {
  readonly name: string
  readonly value: number | string
  readonly gate?: number
  readonly goal?: number | string
  readonly detail: string
}

/** What one process has measured. */
interface Reads {
  readonly figures: readonly Figure[]
  readonly checksums: readonly string[]
}

function* day(minutes: number): Generator<Minute> {
  const next = busyInstance(SEED)
  for (let number = 0; number < minutes; number++) yield next(number)
}

/** The top twenty's sums by query number. */
function byQuery(sums: Float64Array, idOf: (object: number) => number): Map<number, number> {
  return new Map(Array.from(sums.entries()).flatMap(([object, value]) => (value > 0 ? [[idOf(object), value] as const] : [])))
}

const shown = (n: number): string => (n < 10 ? n.toPrecision(3) : n.toFixed(1))
const versus = (name: string, { ms, against, ratio }: ReturnType<typeof compared>, gate: number | undefined, goal: number): Figure => ({
  name,
  value: ratio,
  ...(gate === undefined ? {} : { gate }),
  goal,
  detail: `${shown(ms)} ms against ${shown(against)} ms`,
})

/** What is compared in reading. The day itself is let go: the garbage collector would look through it in every turn. */
async function prepared(folder: string) {
  const minutes = [...day(1440)]
  const history = openOurs(folder)
  await writeOurs(
    history,
    minutes.map((minute, number) => ({ batch: batchOf(minute, number) })),
  )
  const objects = history.objects('queries', [1])
  const idOf = (object: number): number => Number(objects.get(object)?.values['id'])
  const query = [...objects.values()].find(({ values }) => values['id'] === '50')?.id ?? 0
  const arrays = queryArrays(minutes)
  const sessions = sessionArrays(minutes)
  const values = rowPerValue(folder, minutes)
  const checksums = [
    checksum(byQuery(topOfStore(history, [1], FROM, TO).time, idOf)),
    checksum(byQuery(topOfArrays(arrays).time, (id) => id)),
    checksum(values.sums(FROM, TO)),
  ]
  if (waitsOfStore(history).join() !== waitsOfArrays(sessions).join()) throw new Error('the store and the arrays disagree about the sessions')
  if (oneQuery(history, query) !== values.read(50)) throw new Error('the store and the row-per-value table disagree about the query')
  return { history, query, arrays, sessions, values, checksums }
}

async function readFigures(folder: string): Promise<Reads> {
  const { history, query, arrays, sessions, values, checksums } = await prepared(folder)
  const figures = [
    versus(
      'top 20 queries over 24 h / in-memory scan of the same rows',
      compared(
        () => topOfStore(history, [1], FROM, TO),
        () => topOfArrays(arrays),
        TURNS,
      ),
      3,
      1.5,
    ),
    versus(
      'sessions by wait and minute over 24 h / in-memory scan',
      compared(
        () => waitsOfStore(history),
        () => waitsOfArrays(sessions),
        TURNS,
      ),
      8,
      4,
    ),
    versus(
      'one query, 16 metrics, 24 h / index range read of a row-per-value table',
      compared(
        () => oneQuery(history, query),
        () => values.read(50),
        TURNS,
      ),
      4,
      1.5,
    ),
  ]
  values.close()
  history.close()
  return { figures: [...figures, tagFigure(folder)], checksums }
}

/** A month as the store and as memory have it, and nothing else of it. */
async function preparedMonth(folder: string) {
  const month = openOurs(folder, 'month.db')
  const memory = seriesInMemory(await writeMonth(month, DAYS))
  const read = seriesOfStore(month, DAYS)
  if (!read.every((values, n) => values.every((value, i) => value === memory[n * values.length + i])))
    throw new Error('the store and memory disagree about the month')
  return { month, memory }
}

/** In a process of its own: what else lies in memory is paid for by whoever calls the garbage collector. */
async function monthFigure(folder: string): Promise<Figure> {
  const { month, memory } = await preparedMonth(folder)
  const figure = versus(
    `${String(DAYS)} days × 6 series / memory copy`,
    compared(
      () => seriesOfStore(month, DAYS),
      () => new Float64Array(memory.length).set(memory),
      TURNS,
    ),
    6,
    3,
  )
  month.close()
  const first = firstReads(() => openOursToRead(folder, 'month.db'), DAYS)
  return { ...figure, detail: `${figure.detail}; ${shown(first)} ms the first time a connection reads them` }
}

/** One instance's day total given to all of them: what is measured is reading a hundred. */
function tagFigure(folder: string): Figure {
  const db = new Database(join(folder, 'history.db'))
  const copy = db.prepare('insert into rollup_day (id, block) select id + ?, block from rollup_day where id >= ? and id < ?')
  const probe = Number(db.prepare("select id from probe where name = 'queries'").pluck().get())
  db.transaction(() => {
    for (let n = 1; n < INSTANCES; n++) copy.run(n * 2 ** 33, 2 ** 33 + probe * 2 ** 26, 2 ** 33 + (probe + 1) * 2 ** 26)
  })()
  db.close()
  const history = openOurs(folder)
  const instances = Array.from({ length: INSTANCES }, (_, n) => n + 1)
  const one = topOfStore(history, [1], 0, 1440)
  const ids = Int32Array.from(Array.from(one.calls.keys()).filter((id) => (one.calls[id] ?? 0) > 0))
  const totals = { ids, time: Float64Array.from(ids, (id) => one.time[id] ?? 0), calls: Float64Array.from(ids, (id) => one.calls[id] ?? 0) }
  const inMemory = (): void => {
    for (let tag = 0; tag < 7; tag++) {
      const sums = { time: new Float64Array(8192), calls: new Float64Array(8192) }
      for (let n = tag; n < INSTANCES; n += 7)
        for (let row = 0; row < ids.length; row++) {
          const id = ids[row] ?? 0
          sums.time[id] = (sums.time[id] ?? 0) + (totals.time[row] ?? 0)
          sums.calls[id] = (sums.calls[id] ?? 0) + (totals.calls[row] ?? 0)
        }
    }
  }
  const byTag = (): void => {
    for (let tag = 0; tag < 7; tag++)
      sumsOfStore(
        history,
        instances.filter((id) => id % 7 === tag),
        0,
        1440,
      )
  }
  const figure = versus(
    `top consumers by tag, ${String(INSTANCES)} instances, 24 h / in-memory scan of the day totals`,
    compared(byTag, inMemory, TURNS),
    undefined,
    10,
  )
  history.close()
  return figure
}

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
  record: (_, minutes, recording) => Promise.resolve(record(recording, day(2 * minutes))),
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
  const rounds = args.includes('--rounds') ? option('rounds', 3) : 3
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
      detail: `${shown(of(({ ours }) => ours.bytes / 1e6))} MB, rollups included; wide rows ${shown(of(({ wide }) => wide.bytes / 1e6))} MB, packed ${shown(of(({ wide }) => wide.packed / 1e6))} MB`,
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
  process.stdout.write(JSON.stringify((await inFolder((folder) => part(folder, Number(process.argv[3] ?? 1440), process.argv[4] ?? ''))) ?? null))
  process.exit(0)
}
