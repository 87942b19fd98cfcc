import Database from 'better-sqlite3'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Clock } from '../../../electron/kernel/clock.ts'
import { keepOf, maintain, sweep } from '../../../electron/store/retention.ts'
import type { Kept } from '../../../electron/store/store.ts'
import { batch, block, envelope, flat, heard, MINUTE, openStore, T, tempFolder } from './made.ts'

const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const all = (before: number): Kept => ({ minutes: before, hours: before, days: before })

/** Something else than the store at its file. */
function directly(file: string, work: (db: Database.Database) => void): void {
  const db = new Database(file)
  work(db)
  db.close()
}

test('a damaged minute is a gap with a line in the log; the minutes around it are read, and what comes for it is stored', () => {
  const file = join(tempFolder(), 'history.db')
  const { log, lines } = heard()
  const history = openStore(file, log)
  for (const i of [0, 1, 2]) history.append('a', [envelope(i + 1, block('background', T + i * MINUTE, { timed: [i] }))], T)
  directly(file, (db) => db.prepare('update frame set block = zeroblob(40) where id = (select id from frame order by id limit 1 offset 1)').run())
  const timed = (): unknown[] => flat(history, 'background', [1], 0, Infinity, ['timed']).map(({ rows }) => rows[0]?.['timed'])
  expect(timed()).toEqual([0, 2])
  // It was read twice: at once, and block by block.
  const said = { level: 'error', probe: 'background', minute: new Date(T + MINUTE).toISOString() }
  expect(lines).toMatchObject([said, said])
  history.append('a', [envelope(4, block('background', T + MINUTE + 1, { timed: [9] }))], T)
  expect(timed()).toEqual([0, 9, 2])
})

test('what ended before the limit goes in small steps, with the objects and texts that only it named', async () => {
  const history = openStore()
  const md5 = (letter: string): string => letter.repeat(32)
  const statement = (end: number, ...ids: string[]): ReturnType<typeof block> =>
    block('statements', end, { database: ids.map(() => 'd'), queryid: ids, query_md5_id: ids.map((id) => md5(id)), calls: ids.map(() => 1) })
  const texts = ['a', 'b', 's', 't'].map((letter) => ({ md5: md5(letter), text: letter }))
  history.append(
    'x',
    [{ seq: 1, batch: batch([statement(T, 'a', 'b'), block('sessions', T, { pid: ['1', '2'], query_md5_id: [md5('s'), md5('t')] })], { texts }) }],
    T,
  )
  // One object and one sampled statement are seen again and again, the others never: when something was seen is known to the week.
  for (let day = 1; day <= 40; day++) {
    const end = T + day * DAY
    history.append('x', [envelope(day + 1, statement(end, 'a'), block('sessions', end, { pid: ['1'], query_md5_id: [md5('s')] }))], end)
  }
  const now = T + 40 * DAY
  for (let minute = 0; minute < 700; minute++) history.append('x', [envelope(100 + minute, block('background', T + minute * 10 * MINUTE, { timed: [1] }))], now)
  while (await history.compact(now)) continue
  while (await history.fade(all(now - 14 * DAY))) continue
  let steps = 1
  while (history.expire(all(now - 14 * DAY))) steps++
  expect(steps).toBeGreaterThan(1)
  expect(flat(history, 'background', [1], 0, Infinity, ['timed'])).toEqual([])
  expect(flat(history, 'statements', [1], 0, Infinity, ['calls']).map(({ end }) => (end - T) / DAY)).toEqual(Array.from({ length: 15 }, (_, i) => i + 26))
  expect(Array.from(history.objects('statements', [1]).values(), ({ values }) => values['queryid'])).toEqual(['a'])
  expect(Array.from(history.texts(texts.map((text) => text.md5)).values())).toEqual(['a', 's'])
  // An object that comes back is a new one, although the store had it in memory before.
  history.append('x', [envelope(1000, statement(now, 'b'))], now)
  expect(
    flat(history, 'statements', [1], now, now + 1, ['calls'])
      .at(-1)
      ?.rows.map(({ queryid }) => queryid),
  ).toEqual(['b'])
})

test('when objects were seen last is written for many at once: with one whose week is nearly over, those for which half of it is', () => {
  const file = join(tempFolder(), 'history.db')
  const history = openStore(file)
  let seq = 0
  const seen = (end: number, ...ids: string[]): void => {
    history.append('x', [envelope(++seq, block('statements', end, { database: ids.map(() => 'd'), queryid: ids, calls: ids.map(() => 1) }))], end)
  }
  const days = (): number[] => {
    const db = new Database(file, { readonly: true })
    const all = db.prepare<[], number>('select last_seen from object order by id').pluck().all()
    db.close()
    return all.map((end) => (end - T) / DAY)
  }
  seen(T, 'a', 'b', 'c')
  seen(T + 3 * DAY, 'c')
  seen(T + 4 * DAY, 'a', 'b')
  expect(days()).toEqual([0, 0, 0])
  seen(T + 6 * DAY - 1, 'c')
  expect(days()).toEqual([0, 0, 0])
  seen(T + 6 * DAY, 'a')
  expect(days()).toEqual([6, 4, 6 - 1 / DAY])
})

test('readings that come while old ones are being deleted, of a time whose minutes are gone, are in the totals afterwards', async () => {
  const history = openStore()
  const now = T + 20 * DAY
  const before = { minutes: now - 14 * DAY, hours: now - 90 * DAY, days: now - 400 * DAY }
  let seq = 0
  const come = (): void => {
    seq++
    const end = T + seq * MINUTE
    const sample = block('sessions', end, { pid: ['1'], state: ['active'], backend_type: ['client backend'] })
    history.append('x', [envelope(seq, block('background', end, { timed: [1] }), sample)], now)
  }
  const pack = async (): Promise<void> => {
    while (await history.compact(now)) continue
  }
  const forget = (): void => {
    while (history.expire(before)) continue
  }
  come()
  await pack()
  while (await history.fade(before)) continue
  forget()
  // The sweep goes on while it comes, and again after it was packed, before samples are counted the next time.
  come()
  forget()
  await pack()
  forget()
  while (await history.fade(before)) continue
  forget()
  const sumOf = (probe: string, column: string): number =>
    [...history.scan({ probe, instances: [1], from: 0, to: Infinity, columns: [column], totals: true })].reduce(
      (sum, { numbers }) => sum + Array.from(numbers[column] ?? []).reduce((a, b) => a + b, 0),
      0,
    )
  expect(sumOf('background', 'timed')).toBe(2)
  const counted = [...history.count({ probe: 'sessions', instances: [1], from: 0, to: Infinity, by: ['state'], samples: 'each' })]
  expect(counted.flatMap(({ samples }) => Array.from(samples)).reduce((a, b) => a + b, 0)).toBe(2)
})

test('nothing is forgotten that the limit does not reach', () => {
  const history = openStore()
  history.append('x', [envelope(1, block('statements', T, { database: ['d'], queryid: ['1'], calls: [1] }))], T)
  expect(history.expire(all(T))).toBe(false)
  expect(flat(history, 'statements', [1], 0, Infinity, ['calls'])).toMatchObject([{ rows: [{ queryid: '1' }] }])
})

test('retention sweeps every hour until nothing is left to delete, and a failure ends it only until the next', async () => {
  const { log, lines } = heard()
  const stop = new AbortController()
  let ms = 0
  const clock: Clock = {
    now: () => T + ms,
    mono: () => ms,
    sleep: (wait) => {
      ms += wait
      return Promise.resolve()
    },
  }
  const calls: number[] = []
  const answers = [true, true, false, 'failure', false] as const
  const expire = ({ minutes }: Kept): boolean => {
    const answer = answers[calls.length]
    calls.push(Math.floor((minutes - T) / 3_600_000))
    if (calls.length === answers.length) stop.abort()
    if (answer === 'failure') throw new Error('disk full')
    return answer ?? false
  }
  const none = () => Promise.resolve(false)
  const history = { expire, compact: none, fade: none, size: () => ({ used: 1, free: 0 }), shrink: () => undefined }
  const keep = () => keepOf({ setting: (name) => (name === 'keep.minutes' ? '1' : undefined) })
  await maintain({ history, clock, log, signal: stop.signal, keep })
  expect(calls.map((hour) => hour + 24 >= 1 && hour + 24 <= 200)).toEqual(answers.map(() => true))
  expect(lines).toMatchObject([{ level: 'error', why: 'disk full' }])
})

test('a full disk budget takes the oldest day of the finest resolution first, and what is free beyond need goes back to the disk', async () => {
  const { log } = heard()
  const stop = new AbortController()
  let used = 100
  let free = 20 * 2 ** 30
  const gone: Kept[] = []
  const history = {
    compact: () => Promise.resolve(false),
    fade: () => Promise.resolve(false),
    expire: (before: Kept) => {
      used = 100 - gone.push(before)
      return false
    },
    size: () => ({ used, free }),
    shrink: () => {
      free = 0
      stop.abort()
    },
  }
  const ticking: Clock = { now: () => T, mono: () => 0, sleep: () => new Promise((resolve) => setImmediate(resolve)) }
  const keep = () => ({ minutes: 3, hours: 4, days: 400, bytes: 96 })
  await maintain({ history, clock: ticking, log, signal: stop.signal, keep })
  expect(gone.map(({ minutes, hours }) => [(T - minutes) / DAY, (T - hours) / DAY])).toEqual([
    [3, 4],
    [2, 4],
    [1, 4],
    [1, 3],
  ])
})

test('when the disk budget is used up the samples of the oldest days become hours, early and in a real file: counted as before, and the rest is as it was', async () => {
  const history = openStore()
  const days = 6
  const instants = Array.from({ length: days * 24 * 6 }, (_, i) => T + i * 10 * MINUTE)
  instants.forEach((end, i) =>
    history.append(
      'x',
      [
        envelope(
          i + 1,
          // Numbers that do not repeat, so that they take room.
          block('sessions', end, {
            pid: Array.from({ length: 30 }, (_, n) => String(i * 7919 + n * 104_729)),
            state: Array.from({ length: 30 }, (_, n) => (n % 3 === 0 ? 'active' : 'idle')),
          }),
          block('background', end, { timed: [i] }),
        ),
      ],
      end,
    ),
  )
  const now = T + days * DAY
  while (await history.compact(now + HOUR)) continue
  const samples = (): number =>
    [...history.count({ probe: 'sessions', instances: [1], from: 0, to: Infinity, by: ['state'], samples: 'each' })]
      .flatMap((found) => Array.from(found.samples))
      .reduce((a, b) => a + b, 0)
  const oldest = (): number => [...history.scan({ probe: 'sessions', instances: [1], from: 0, to: Infinity, columns: [] })][0]?.end[0] ?? NaN
  const before = history.size().used
  const clock: Clock = { now: () => now, mono: () => 0, sleep: () => Promise.resolve() }
  const budget = Math.round(before * 0.85)
  const early = await sweep({ history, clock, signal: new AbortController().signal, keep: { minutes: 30, hours: 90, days: 400, bytes: budget }, freeShare: 0 })
  expect(early?.minutes).toBeGreaterThan(T)
  expect(history.size().used).toBeLessThanOrEqual(budget)
  expect(oldest()).toBeGreaterThan(T + DAY)
  expect(oldest()).toBeLessThan(now - DAY)
  expect(samples()).toBe(instants.length * 30)
  expect(flat(history, 'background', [1], now - DAY, Infinity, ['timed']).map(({ rows }) => rows[0]?.['timed'])).toEqual(
    instants.flatMap((end, i) => (end >= now - DAY ? [i] : [])),
  )
})
