import { expect, it } from 'vitest'
import type { Facts } from '../../../electron/collector/facts.ts'
import type { RawReading } from '../../../electron/collector/reading.ts'
import type { Session } from '../../../electron/collector/target.ts'
import { createTexts } from '../../../electron/collector/texts.ts'
import type { Block } from '../../../shared/model/sample.ts'

const block = (...ids: string[]): Block => ({
  probe: 'statements',
  begin: 0,
  end: 60_000,
  flags: [],
  rows: ids.length,
  columns: { dbid: ids.map(() => '5'), userid: ids.map(() => '10'), queryid: ids, toplevel: ids.map(() => 'true') },
})
const identity = { system: 's', timeline: null, inRecovery: false, seesAll: true, startedAt: 0 }
const facts: Facts = {
  version: '15.0',
  versionText: '15.0',
  clock: 0,
  configuredAt: '',
  identity,
  extensions: { pg_stat_statements: { version: '1.10', schema: 'public' } },
}
const reading = (...ids: string[]): RawReading => ({
  takenAt: 0,
  server: { ...identity, extension: '1.10' },
  rows: ids.length,
  columns: block(...ids).columns as RawReading['columns'],
})

/** A server whose reads of the texts take the given ms, one after the other. */
const server = (...lasts: number[]) => serverWith((id) => `select ${id} from t${id}`, ...lasts)

function serverWith(textOf: (id: string) => string, ...lasts: number[]) {
  let mono = 0
  const asked: string[] = []
  const session: Session = {
    pooled: false,
    worked: () => undefined,
    answers: () => 0,
    query: (sql) => {
      if (sql.includes('has_function_privilege')) return Promise.resolve({ names: [], rows: [['false']] })
      asked.push(sql)
      mono += lasts.shift() ?? 1
      const ids = /'\{([-\d,]+)\}'::int8/.exec(sql)?.[1]?.split(',') ?? []
      return Promise.resolve({ rows: ids.map((id) => ['5', '10', id, 'true', textOf(id)]) } as never)
    },
    certificate: () => undefined,
    ended: () => undefined,
    close: () => Promise.resolve(),
  }
  const clock = { now: () => mono, mono: () => mono, sleep: () => Promise.resolve() }
  return { session, asked, clock, pass: (ms: number) => (mono += ms) }
}

it('a statement that ran once while texts were not read gets its text later, without running again', async () => {
  const { session, asked, clock, pass } = server(500, 500, 1)
  const texts = createTexts(clock)
  await texts.fetch(session, facts, block('1'), false)
  pass(60_000)
  expect(await texts.fetch(session, facts, block('2'), false), 'the second reading need not wait for the first').toMatchObject({ rows: 1 })
  pass(600_000)
  expect(await texts.fetch(session, facts, block('3'), false), 'half a second is paid for with more than ten minutes').toBeUndefined()
  pass(3_600_000)
  expect(await texts.fetch(session, facts, block(), false)).toMatchObject({ rows: 1 })
  expect(asked).toHaveLength(3)
  expect(texts.ofStatements(reading('3')).columns['query_md5_id']?.[0]).toMatch(/^[0-9a-f]{32}$/)
})

it('an EXPLAIN, which is counted under the id of what it explains, does not tell what sessions with that id run', async () => {
  const { session, clock } = serverWith(() => 'explain (format json) select a from b where c = $1')
  const texts = createTexts(clock)
  await texts.fetch(session, facts, block('7'), false)
  const sampled: RawReading = { ...reading('7'), columns: { queryid: ['7'], query: ['select a from b where c = 3'], query_whole: ['true'] } }
  expect(texts.ofSessions(sampled).columns['command_type']).toEqual(['SELECT'])
  expect(texts.ofStatements(reading('7')).columns['command_type']).toEqual(['EXPLAIN'])
})

it.each([
  ['a tenth of the time', 10, true],
  ['a hundredth of the time', 1, false],
])('statements without text that make %s are asked for sooner', async (_, time, sooner) => {
  const { session, clock, pass } = server(40, 40)
  const texts = createTexts(clock)
  const timed = (times: Readonly<Record<string, number>>): Block => {
    const { columns, ...rest } = block(...Object.keys(times))
    return { ...rest, columns: { ...columns, total_time: Object.values(times) } }
  }
  await texts.fetch(session, facts, timed({ 1: 100 }), false)
  pass(60_000)
  await texts.fetch(session, facts, timed({ 1: 100, 2: 1 }), false)
  pass(1_000_000)
  expect((await texts.fetch(session, facts, timed({ 1: 100 - time, 3: time }), false)) !== undefined, 'after a quarter of an hour').toBe(sooner)
  pass(3_000_000)
  expect((await texts.fetch(session, facts, timed({ 1: 100, 4: 1 }), false)) !== undefined, 'after an hour').toBe(true)
})

it('what was read sooner is not paid for later', async () => {
  const { session, clock, pass } = server(...Array.from({ length: 200 }, () => 40))
  const texts = createTexts(clock)
  const heavy = (id: string): Block => ({ ...block(id), columns: { ...block(id).columns, total_time: [100] } })
  for (let minute = 0; minute < 24 * 60; minute++) {
    await texts.fetch(session, facts, heavy(String(minute)), false)
    pass(60_000)
  }
  const light = (id: string): Block => ({ ...block('x', id), columns: { ...block('x', id).columns, total_time: [1000, 1] } })
  await texts.fetch(session, facts, light('9001'), false)
  pass(3_600_000)
  expect(await texts.fetch(session, facts, light('9002'), false)).toBeDefined()
})

it('one slow read among fast ones does not stretch the pause', async () => {
  const { session, clock, pass } = server(10, 5_000, 10)
  const texts = createTexts(clock)
  await texts.fetch(session, facts, block('1'), false)
  pass(60_000)
  await texts.fetch(session, facts, block('2'), false)
  pass(900_000)
  expect(await texts.fetch(session, facts, block('3'), false)).toBeDefined()
})

it('each text is read once', async () => {
  const { session, asked, clock, pass } = server()
  const texts = createTexts(clock)
  await texts.fetch(session, facts, block('1', '4'), false)
  pass(60_000)
  expect(await texts.fetch(session, facts, block('1'), false)).toBeUndefined()
  expect(asked).toHaveLength(1)
})

it('a statement whose id the server hides is not asked for', async () => {
  const { session, asked, clock } = server()
  const hidden = { ...block('1'), columns: { ...block('1').columns, queryid: [null] } }
  expect(await createTexts(clock).fetch(session, facts, hidden, false)).toBeUndefined()
  expect(asked).toHaveLength(0)
})
