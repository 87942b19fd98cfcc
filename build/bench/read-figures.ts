/** Reading, compared: each figure is a question to the store and to a plain design, in turns inside one process. */
import Database from 'better-sqlite3'
import { join } from 'node:path'
import { batchOf } from './batches.ts'
import { busyInstance, type Minute } from './busy-day.ts'
import { checksum, compared } from './measure.ts'
import { openOurs, openOursToRead, writeMonth, writeOurs } from './ours.ts'
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
} from './reads.ts'
import { rowPerValue } from './wide.ts'

const SEED = 1
const TURNS = 15
const DAYS = 30
const INSTANCES = 100
export interface Figure {
  readonly name: string
  readonly value: number | string
  readonly gate?: number
  readonly goal?: number | string
  readonly detail: string
}

/** What one process has measured. */
export interface Reads {
  readonly figures: readonly Figure[]
  readonly checksums: readonly string[]
}

export function* day(minutes: number): Generator<Minute> {
  const next = busyInstance(SEED)
  for (let number = 0; number < minutes; number++) yield next(number)
}

/** The top twenty's sums by query number. */
function byQuery(sums: Float64Array, idOf: (object: number) => number): Map<number, number> {
  return new Map(Array.from(sums.entries()).flatMap(([object, value]) => (value > 0 ? [[idOf(object), value] as const] : [])))
}

export const shown = (n: number): string => (n < 10 ? n.toPrecision(3) : n.toFixed(1))
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

export async function readFigures(folder: string): Promise<Reads> {
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
export async function monthFigure(folder: string): Promise<Figure> {
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
