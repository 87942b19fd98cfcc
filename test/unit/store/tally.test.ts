import Database from 'better-sqlite3'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { CountBlock, CountRequest } from '../../../electron/store/counted.ts'
import type { Kept, WriteHistory } from '../../../electron/store/store.ts'
import { block, envelope, flat, heard, MINUTE, openStore, T, tempFolder, type FlatReading } from './made.ts'
import { AGENTS, envelopesOf, expected, keep, type Model } from './model.ts'
import { sessions } from './probes.ts'
import { random, type Random } from './random.ts'

const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const LATER = T + 10 * DAY

async function compactAll(history: WriteHistory, now = LATER): Promise<void> {
  while (await history.compact(now)) continue
}

/** As retention does it. */
async function forget(history: WriteHistory, before: Partial<Kept>, now = LATER): Promise<void> {
  const all = { minutes: 0, hours: 0, days: 0, ...before }
  await compactAll(history, now)
  while (await history.fade(all)) continue
  while (history.expire(all)) continue
}

interface Counted {
  readings: number
  sampled: number
  /** By labels: samples and their weight. */
  readonly rows: Map<string, readonly [samples: number, weight: number]>
  /** By a set of states: the most at one instant. */
  readonly peaks: Map<string, number>
}

/** What is asked for, by instance and span. */
type Answer = Map<string, Counted>

const STATES = [['active'], ['idle'], ['active', 'idle', null]] as const
const spanOf = (answer: Answer, instance: number, end: number, length: number): Counted => {
  const key = `${String(instance)} ${String(Math.floor(end / length))}`
  const span = answer.get(key) ?? { readings: 0, sampled: 0, rows: new Map(), peaks: new Map() }
  answer.set(key, span)
  return span
}

function add(span: Counted, labels: readonly (string | null)[], samples: number, weight: number): void {
  const key = JSON.stringify(labels)
  const [count, ms] = span.rows.get(key) ?? [0, 0]
  if (samples > 0) span.rows.set(key, [count + samples, ms + weight])
}

function raise(span: Counted, countOf: (states: readonly (string | null)[]) => number): void {
  for (const states of STATES) span.peaks.set(states.join(), Math.max(span.peaks.get(states.join()) ?? 0, countOf(states)))
}

function naive(readings: readonly FlatReading[], length: number, by: readonly string[]): Answer {
  const answer: Answer = new Map()
  for (const { instance, begin, end, flags, rows } of readings) {
    const span = spanOf(answer, instance, end, length)
    span.readings++
    span.sampled += end - begin
    for (const row of rows)
      add(
        span,
        by.map((name) => (row[name] ?? null) as string | null),
        1,
        end - begin,
      )
    if (!flags.includes('gap')) raise(span, (states) => rows.filter(({ state }) => states.includes(state as never)).length)
  }
  return answer
}

function counted(blocks: Iterable<CountBlock>, length: number, by: readonly string[]): Answer {
  const answer: Answer = new Map()
  const valueOf = (labels: CountBlock['labels'], name: string, row: number): string | null => labels[name]?.values[labels[name].codes[row] ?? -1] ?? null
  for (const found of blocks) {
    const weight = found.weight()
    for (let at = 0; at < found.spans; at++) {
      const span = spanOf(answer, found.instance, found.end[at] ?? 0, length)
      span.readings += found.readings?.[at] ?? 0
      span.sampled += (found.end[at] ?? 0) - (found.begin[at] ?? 0)
      for (let row = found.first[at] ?? 0; row < (found.first[at + 1] ?? 0); row++)
        add(
          span,
          by.map((name) => valueOf(found.labels, name, row)),
          found.samples[row] ?? 0,
          weight[row] ?? 0,
        )
    }
    const { end, first, flags, samples, labels } = found.moments ?? found
    for (let at = 0; at < end.length; at++) {
      if (flags[at]?.includes('gap') === true) continue
      const rows = Array.from({ length: (first[at + 1] ?? 0) - (first[at] ?? 0) }, (_, i) => (first[at] ?? 0) + i)
      raise(spanOf(answer, found.instance, end[at] ?? 0, length), (states) =>
        rows.filter((row) => states.includes(valueOf(labels, 'state', row))).reduce((sum, row) => sum + (samples[row] ?? 0), 0),
      )
    }
  }
  return answer
}

const comparable = (answer: Answer): unknown =>
  [...answer]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, { rows, peaks, ...span }]) => [key, span, [...rows].sort(([a], [b]) => (a < b ? -1 : 1)), [...peaks].sort(([a], [b]) => (a < b ? -1 : 1))])

const request = (instances: readonly number[], more: Partial<CountRequest> = {}): CountRequest => ({
  probe: 'sessions',
  instances,
  from: 0,
  to: Infinity,
  by: ['state'],
  samples: 'by minute',
  moments: true,
  ...more,
})

interface Known {
  readonly history: WriteHistory
  readonly instances: readonly number[]
  readonly right: (from: number, to: number) => readonly FlatReading[]
}

/** Random readings, some stored late, some chunks from before there were counts. */
async function filled(r: Random, span: number, between: (history: WriteHistory) => Promise<void>): Promise<Known> {
  const file = join(tempFolder(), 'history.db')
  const model: Model = { readings: [], marks: new Map() }
  const seqs = new Map(AGENTS.map((agent) => [agent, 0]))
  let history = openStore(file)
  for (let call = 0; call < 25; call++) {
    const agent = r.of(AGENTS)
    const envelopes = envelopesOf(r, agent, seqs, span)
    for (const one of envelopes) keep(model, agent, one)
    history.append(agent, envelopes, T + span)
    if (r.chance(0.15)) await between(history)
    if (r.chance(0.1)) history = openStore(file)
    if (r.chance(0.1)) {
      const db = new Database(file)
      db.prepare('update chunk set tally = null where id in (select id from chunk order by random() limit 3)').run()
      db.close()
    }
  }
  const ids = new Map(history.instances().map(({ id, agent, connection }) => [agent + connection, id]))
  return { history, instances: [...ids.values()], right: (from, to) => expected(model, sessions, ids, from, to) }
}

test.each([1, 2, 3, 4, 5, 6])('samples counted by minute are the samples, across compaction, late batches and older chunks (seed %d)', async (seed) => {
  const r = random(seed * 31)
  const span = r.of([3 * HOUR, 20 * HOUR, 3 * DAY])
  const { history, instances, right } = await filled(r, span, compactAll)
  if (r.chance(0.7)) await compactAll(history)
  for (let ask = 0; ask < 12; ask++) {
    const from = ask === 0 ? 0 : T + r.whole(span)
    const to = ask === 0 ? Infinity : from + r.whole(span)
    const blocks = [...history.count(request(instances, { from, to }))]
    expect(comparable(counted(blocks, MINUTE, ['state'])), `${String(from)}..${String(to)}`).toEqual(comparable(naive(right(from, to), MINUTE, ['state'])))
    const each = history.count(request(instances, { from, to, by: ['state', 'query_md5_id'] }))
    expect(comparable(counted(each, MINUTE, ['state', 'query_md5_id']))).toEqual(comparable(naive(right(from, to), MINUTE, ['state', 'query_md5_id'])))
  }
})

test.each([1, 2, 3, 4, 5, 6])('samples that went are counted by hour and day, each once, with their peaks (seed %d)', async (seed) => {
  const r = random(seed * 57)
  const span = 4 * DAY
  const by = ['state', 'query_md5_id']
  const { history, instances, right } = await filled(r, span, (store) =>
    r.chance(0.5) ? compactAll(store) : forget(store, { minutes: T + r.whole(span), hours: T + r.whole(span) - DAY }),
  )
  const all = right(0, Infinity)
  await forget(history, { minutes: LATER })
  const hours = [...history.count(request(instances, { by }))]
  expect(new Set(hours.map(({ resolution }) => resolution)).has('sample')).toBe(false)
  // A day that was made before stands for its hours, so days are what can be compared.
  expect(comparable(counted(hours, DAY, by))).toEqual(comparable(naive(all, DAY, by)))
  await forget(history, { minutes: LATER, hours: LATER })
  const days = [...history.count(request(instances, { by }))]
  expect(new Set(days.map(({ resolution }) => resolution))).toEqual(new Set(['day']))
  expect(comparable(counted(days, DAY, by))).toEqual(comparable(naive(all, DAY, by)))
  expect(flat(history, 'sessions', instances, 0, Infinity, ['state'])).toEqual([])
})

const tick = (at: number, ...states: (string | null)[]): ReturnType<typeof block> => block('sessions', at, { pid: states.map(String), state: states })

test('hours stand for exactly what is gone; what comes later of their time is added', async () => {
  const history = openStore()
  // Before the day is over, so that hours are chunks of their own.
  const now = T + 4 * HOUR
  const ticks = Array.from({ length: 3 * 60 }, (_, minute) => tick(T + minute * MINUTE + 5000, 'active', ...(minute % 7 === 0 ? ['idle', null] : [])))
  history.append('a', [envelope(1, ...ticks)], LATER)
  await forget(history, { minutes: T + HOUR }, now)
  const all = (): Answer => counted(history.count(request([1])), HOUR, ['state'])
  expect([...history.count(request([1]))].map(({ resolution }) => resolution)).toEqual(['hour', 'minute', 'minute'])
  const [first] = all().values()
  expect(first).toMatchObject({ readings: 60, sampled: 600_000 })
  expect(first?.peaks.get('active,idle,')).toBe(3)
  history.append('a', [envelope(2, tick(T + 30 * MINUTE, 'active', 'active', 'active', 'idle'))], LATER)
  expect([...all().values()][0]).toMatchObject({ readings: 61, sampled: 610_000 })
  await forget(history, { minutes: T + HOUR }, now)
  expect([...all().values()][0]).toMatchObject({ readings: 61, sampled: 610_000 })
  expect([...all().values()][0]?.rows.get('["active"]')).toEqual([63, 630_000])
  expect([...all().values()][0]?.peaks).toEqual(
    new Map([
      ['active', 3],
      ['idle', 1],
      ['active,idle,', 4],
    ]),
  )
})

test('what a limit deletes of hours and days of samples goes like those of every other probe', async () => {
  const history = openStore()
  history.append('a', [envelope(1, tick(T, 'active')), envelope(2, tick(T + DAY, 'active')), envelope(3, tick(T + 2 * DAY, 'active'))], LATER)
  await forget(history, { minutes: LATER, hours: T + 1.9 * DAY })
  expect(Array.from(history.count(request([1])), ({ resolution }) => resolution)).toEqual(['day', 'day', 'hour'])
  await forget(history, { minutes: LATER, hours: LATER, days: T + 2 * DAY })
  expect(Array.from(history.count(request([1])), ({ end }) => end[0])).toEqual([T + 2 * DAY])
})

test('damaged counts are a line in the log: those beside samples are read from the samples, those in their place are a gap', async () => {
  const file = join(tempFolder(), 'history.db')
  const { log, lines } = heard()
  const history = openStore(file, log)
  history.append('a', [envelope(1, tick(T, 'active')), envelope(2, tick(T + HOUR, 'active'))], LATER)
  await compactAll(history)
  const damage = (table: string, column: string): void => {
    const db = new Database(file)
    db.prepare(`update ${table} set ${column} = zeroblob(60)`).run()
    db.close()
  }
  damage('chunk', 'tally')
  expect(Array.from(history.count(request([1])), ({ resolution }) => resolution)).toEqual(['sample'])
  await forget(history, { minutes: LATER })
  expect(Array.from(history.count(request([1])), ({ resolution }) => resolution)).toEqual(['hour', 'hour'])
  damage('rollup_hour', 'block')
  expect([...history.count(request([1]))]).toEqual([])
  expect(lines.map(({ probe }) => probe)).toContain('sessions')
})

test('a store of the step before has its samples and no counts; a newer one is refused', async () => {
  const file = join(tempFolder(), 'history.db')
  const before = openStore(file)
  before.append('a', [envelope(1, tick(T, 'active', 'idle'), tick(T + 10_000, 'active'))], LATER)
  await compactAll(before)
  before.close()
  const db = new Database(file)
  db.exec('alter table chunk drop column tally; drop table renamed; delete from migration where step >= 5')
  db.close()
  const after = openStore(file)
  const blocks = [...after.count(request([1]))]
  expect(blocks.map(({ resolution }) => resolution)).toEqual(['sample'])
  expect(counted(blocks, HOUR, ['state']).get(`1 ${String(T / HOUR)}`)?.rows).toEqual(
    new Map([
      ['["active"]', [2, 20_000]],
      ['["idle"]', [1, 10_000]],
    ]),
  )
  after.close()
  const newer = new Database(file)
  newer.exec('insert into migration (step, taken) values (99, 0)')
  newer.close()
  expect(() => openStore(file)).toThrow(/newer Watchpost/)
})
