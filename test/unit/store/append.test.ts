import { expect, test } from 'vitest'
import { batch, block, envelope, flat, heard, MINUTE, openStore, ref, T, tempFolder } from './made.ts'
import { join } from 'node:path'

const SESSION = ['pid', 'state', 'age']

test('a reading comes back with its exact interval, flags and rows', () => {
  const history = openStore()
  history.append(
    'a',
    [envelope(1, block('sessions', T + 1234.5, { pid: ['7', '8'], state: ['active', null], age: [1.5, null] }, { flags: ['gap', 'restart'] }))],
    T,
  )
  expect(flat(history, 'sessions', [1], T, T + MINUTE, SESSION)).toEqual([
    {
      instance: 1,
      begin: T - 8765.5,
      end: T + 1234.5,
      flags: ['restart', 'gap'],
      rows: [
        { pid: '7', state: 'active', age: 1.5 },
        { pid: '8', state: null, age: null },
      ],
    },
  ])
})

test('an empty sample is a reading without rows', () => {
  const history = openStore()
  history.append('a', [envelope(1, block('sessions', T, {}))], T)
  expect(flat(history, 'sessions', [1], T, T + 1, SESSION)).toMatchObject([{ end: T, rows: [] }])
})

test('a reading belongs to the range that contains its end: from is in, to is not', () => {
  const history = openStore()
  for (const [i, end] of [T - 1, T, T + 59_999, T + MINUTE].entries()) history.append('a', [envelope(i + 1, block('sessions', end, { pid: [String(i)] }))], T)
  expect(flat(history, 'sessions', [1], T, T + MINUTE, ['pid']).map(({ end }) => end)).toEqual([T, T + 59_999])
  expect(flat(history, 'sessions', [1], T + 1, T + MINUTE + 1, ['pid']).map(({ end }) => end)).toEqual([T + 59_999, T + MINUTE])
})

test('readings of a minute that come in several batches, late and out of order, lie in the order of their ends', () => {
  const history = openStore()
  history.append('a', [envelope(1, block('sessions', T + 30_000, { pid: ['3'], state: ['x'] }))], T)
  history.append('a', [envelope(2, block('sessions', T + 10_000, { pid: ['1'], age: [5] })), envelope(3, block('sessions', T + 50_000, { pid: ['5'] }))], T)
  history.append('a', [envelope(4, block('sessions', T + 20_000, {}))], T)
  expect(flat(history, 'sessions', [1], T, T + MINUTE, SESSION).map(({ end, rows }) => [end - T, rows])).toEqual([
    [10_000, [{ pid: '1', state: null, age: 5 }]],
    [20_000, []],
    [30_000, [{ pid: '3', state: 'x', age: null }]],
    [50_000, [{ pid: '5', state: null, age: null }]],
  ])
})

test('numbers at or below the mark are no-ops, gaps in them are fine, and the mark outlives the process', () => {
  const file = join(tempFolder(), 'history.db')
  const history = openStore(file)
  const send = (seq: number, end: number): number => history.append('a', [envelope(seq, block('background', end, { timed: [seq] }))], T)
  expect(history.highWater('a')).toBe(0)
  expect(send(5, T)).toBe(5)
  expect(send(5, T + 1)).toBe(5)
  expect(send(4, T + 2)).toBe(5)
  expect(
    history.append(
      'a',
      [
        envelope(9, block('background', T + 4, { timed: [9] })),
        envelope(7, block('background', T + 3, { timed: [7] })),
        envelope(7, block('background', T + 5, { timed: [7] })),
      ],
      T,
    ),
  ).toBe(9)
  expect(history.append('b', [envelope(1, block('background', T, { timed: [1] }))], T)).toBe(1)
  const again = openStore(file)
  expect([again.highWater('a'), again.highWater('b'), again.highWater('c')]).toEqual([9, 1, 0])
  expect(flat(again, 'background', [1], T, T + MINUTE, ['timed']).map(({ rows }) => rows[0]?.['timed'])).toEqual([5, 7, 9])
})

test('a reading more than five minutes ahead ends now, keeps its span and is flagged', () => {
  const history = openStore()
  history.append(
    'a',
    [
      envelope(
        1,
        block('background', T + 5 * MINUTE, { timed: [1] }),
        block('background', T + 5 * MINUTE + 1, { timed: [2] }),
        block('background', 1e300, { timed: [3] }),
      ),
    ],
    T,
  )
  expect(flat(history, 'background', [1], 0, Infinity, ['timed'])).toMatchObject([
    { begin: T - 10_000, end: T, flags: ['restamped'], rows: [{ timed: 2 }] },
    { end: T, flags: ['restamped'], rows: [{ timed: 3 }] },
    { end: T + 5 * MINUTE, flags: [], rows: [{ timed: 1 }] },
  ])
})

test('what a newer agent sends is kept out, counted and said; the rest is stored', () => {
  const { log, lines } = heard()
  const history = openStore(undefined, log)
  for (let seq = 1; seq <= 12; seq++)
    history.append('a', [envelope(seq, block('planets', T, { moons: [1] }), block('background', T + seq, { timed: [seq], moons: [1] }))], T)
  expect(flat(history, 'background', [1], T, T + MINUTE, ['timed'])).toHaveLength(12)
  expect(lines.map(({ what, count }) => [what, count])).toEqual([
    ['planets', 1],
    ['background.moons', 1],
    ['planets', 10],
    ['background.moons', 10],
  ])
})

test('a block that contradicts itself is kept out and does not cost its neighbours', () => {
  const { log, lines } = heard()
  const history = openStore(undefined, log)
  const impossible = [
    block('background', T, { timed: [1, 2] }, { rows: 1 }),
    block('background', T, { timed: [1] }, { begin: T + 1 }),
    block('background', -1, { timed: [1] }),
    block('background', NaN, { timed: [1] }),
  ]
  history.append('a', [envelope(1, ...impossible, block('background', T, { timed: [3] }))], T)
  expect(flat(history, 'background', [1], 0, Infinity, ['timed'])).toMatchObject([{ rows: [{ timed: 3 }] }])
  expect(lines.length).toBeGreaterThan(0)
})

test('a failed append leaves nothing behind, in the file or in memory', () => {
  const history = openStore()
  const good = block('statements', T, { database: ['d'], queryid: ['1'], calls: [1] })
  const broken = batch([good], { texts: [{ md5: 'x'.repeat(32), text: null as unknown as string }] })
  expect(() =>
    history.append(
      'a',
      [
        { seq: 1, batch: batch([good]) },
        { seq: 2, batch: broken },
      ],
      T,
    ),
  ).toThrow()
  expect(history.highWater('a')).toBe(0)
  expect(history.instances()).toEqual([])
  expect(history.append('a', [{ seq: 1, batch: batch([good]) }], T)).toBe(1)
  expect(flat(history, 'statements', [1], T, T + 1, ['calls'])).toMatchObject([{ rows: [{ database: 'd', queryid: '1', calls: 1 }] }])
})

test('rows of a keyed probe belong to objects whose labels are the latest, also after a restart', () => {
  const file = join(tempFolder(), 'history.db')
  const first = openStore(file)
  const reading = (end: number, kind: string | null): ReturnType<typeof block> =>
    block('statements', end, { database: ['d', null, '', 'd'], queryid: ['1', '1', '1', '2'], kind: [kind, 'n', 'e', 'k'], calls: [1, 2, 3, 4] })
  first.append('a', [envelope(1, reading(T, 'old'))], T)
  const again = openStore(file)
  again.append('a', [envelope(2, reading(T + 1, 'new'), reading(T - 1, 'late'))], T)
  expect(Array.from(again.objects('statements', [1]).values(), ({ values }) => values)).toEqual([
    { database: 'd', queryid: '1', query_md5_id: null, kind: 'new' },
    { database: null, queryid: '1', query_md5_id: null, kind: 'n' },
    { database: '', queryid: '1', query_md5_id: null, kind: 'e' },
    { database: 'd', queryid: '2', query_md5_id: null, kind: 'k' },
  ])
  expect(again.objects('statements', [2]).size).toBe(0)
})

test('labels of a probe without keys are the one object of the instance', () => {
  const history = openStore()
  history.append('a', [envelope(1, block('facts', T, { version: ['15.1'], started: [5] }), block('facts', T + 1, { version: ['15.2'], started: [6] }))], T)
  expect(Array.from(history.objects('facts', [1]).values(), ({ values }) => values)).toEqual([{ version: '15.2' }])
  expect(flat(history, 'facts', [1], T, T + 9, ['started']).map(({ rows }) => rows)).toEqual([
    [{ version: '15.2', started: 5 }],
    [{ version: '15.2', started: 6 }],
  ])
})

test('texts are stored once and found by their id', () => {
  const history = openStore()
  const [a, b, c] = ['a', 'b', 'c'].map((letter) => letter.repeat(32)) as [string, string, string]
  const long = 'select ünïcode '.repeat(1000)
  history.append(
    'a',
    [
      {
        seq: 1,
        batch: batch([], {
          texts: [
            { md5: a, text: long },
            { md5: b, text: '' },
            { md5: a, text: 'another' },
          ],
        }),
      },
    ],
    T,
  )
  expect(history.texts([a, b, c])).toEqual(
    new Map([
      [a, long],
      [b, ''],
    ]),
  )
})

test('the newest reading of every instance is known', () => {
  const history = openStore()
  history.append('a', [envelope(1, block('sessions', T + 5, {}), block('sessions', T + 3, {}), block('background', T + 90_000, { timed: [1] }))], T)
  history.append('a', [{ seq: 2, batch: batch([block('background', T, { timed: [1] })], { instance: ref({ connection: 'c2', name: 'other' }) }) }], T)
  expect(history.newest('sessions')).toEqual(new Map([[1, T + 5]]))
  expect(history.newest('background')).toEqual(
    new Map([
      [1, T + 90_000],
      [2, T],
    ]),
  )
  expect(history.newest('statements').size).toBe(0)
})

test('asking for a column that the rows do not have is an error, not silence', () => {
  const history = openStore()
  history.append('a', [envelope(1, block('statements', T, { database: ['d'], queryid: ['1'], calls: [1] }))], T)
  expect(() => flat(history, 'statements', [1], T, T + 1, ['moons'])).toThrow('moons')
  expect(() => flat(history, 'statements', [1], T, T + 1, ['kind'])).toThrow('objects')
  expect(() => flat(history, 'planets', [1], T, T + 1, [])).toThrow('planets')
})

test('a scan over many minutes gives each once, in order', () => {
  const history = openStore()
  const ends = Array.from({ length: 1000 }, (_, i) => T + i * MINUTE)
  history.append(
    'a',
    ends.map((end, i) => envelope(i + 1, block('background', end, { timed: [i] }))),
    T + 1000 * MINUTE,
  )
  expect(flat(history, 'background', [1], 0, Infinity, ['timed']).map(({ end }) => end)).toEqual(ends)
})
