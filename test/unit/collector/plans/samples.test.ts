import { beforeAll, expect, it } from 'vitest'
import { createSamples } from '../../../../electron/collector/plans/samples.ts'
import { loadScanner } from '../../../../electron/collector/query-id.ts'
import type { RawReading } from '../../../../electron/collector/reading.ts'

beforeAll(loadScanner)

const NOON = Date.parse('2026-03-01T12:00:00Z')
const MINUTE = 60_000
const server = { system: 's', timeline: null, inRecovery: false, seesAll: true, extension: null, startedAt: 0 }

interface Running {
  readonly md5?: string
  readonly sql: string
  readonly state?: string
  readonly whole?: boolean
  readonly command?: string
}

function sessions(takenAt: number, ...running: readonly Running[]): RawReading {
  const column = (of: (one: Running) => string | null) => running.map(of)
  return {
    takenAt,
    server,
    rows: running.length,
    columns: {
      query_md5_id: column(({ md5 = 'a' }) => md5),
      query: column(({ sql }) => sql),
      query_whole: column(({ whole = true }) => String(whole)),
      state: column(({ state = 'active' }) => state),
      backend_type: column(() => 'client backend'),
      command_type: column(({ command = 'SELECT' }) => command),
      database: column(() => 'shop'),
      user_name: column(() => 'app'),
    },
  }
}

/** What is handed over of these samples, minute by minute. */
function keep(samples: ReturnType<typeof createSamples>, reading: RawReading, handedOver = true) {
  for (const seen of samples.ofSessions(reading)) samples.take(seen)
  const block = samples.block(reading.takenAt - MINUTE, reading.takenAt)
  if (handedOver) block?.handedOver()
  return { texts: block?.block.columns['sample'] ?? [], truncated: block?.block.columns['truncated'], hour: block?.hour }
}

it('there is at most one sample per query and hour, whatever its values are', () => {
  const samples = createSamples()
  expect(keep(samples, sessions(NOON, { sql: 'select 1' }, { sql: 'select 2' }, { md5: 'b', sql: 'select 1, 2' })).texts).toEqual(['select 1', 'select 1, 2'])
  for (let minute = 1; minute < 60; minute++) expect(keep(samples, sessions(NOON + minute * MINUTE, { sql: `select ${minute}` })).texts).toEqual([])
  expect(keep(samples, sessions(NOON + 60 * MINUTE, { sql: 'select 60' })).texts).toEqual(['select 60'])
})

it('a restart within the hour makes no second one', () => {
  const { hour } = keep(createSamples(), sessions(NOON, { sql: 'select 1' }))
  const again = createSamples()
  again.resume(hour)
  expect(keep(again, sessions(NOON + MINUTE, { sql: 'select 2' }, { md5: 'b', sql: 'select 3' })).texts).toEqual(['select 3'])
  const later = createSamples()
  later.resume(hour)
  expect(keep(later, sessions(NOON + 60 * MINUTE, { sql: 'select 2' })).texts).toEqual(['select 2'])
})

it('one that was not handed over is taken again', () => {
  const samples = createSamples()
  expect(keep(samples, sessions(NOON, { sql: 'select 1' }), false).texts).toEqual(['select 1'])
  keep(samples, sessions(NOON + MINUTE, { md5: 'b', sql: 'select 1, 2' }))
  expect(keep(samples, sessions(NOON + 2 * MINUTE, { sql: 'select 3' })).texts).toEqual(['select 3'])
})

it('nothing that may hold a password is kept: no utility statement, alone or behind another', () => {
  const reading = sessions(
    NOON,
    { md5: 'a', sql: "alter role a password 'secret'", command: 'ALTER' },
    { md5: 'b', sql: "select 1; alter role a password 'secret'" },
    { md5: 'c', sql: "select 1; alter role a password 'sec", whole: false },
    { md5: 'd', sql: "alter role a password 'sec", whole: false, command: 'ALTER' },
  )
  expect(keep(createSamples(), reading).texts).toEqual([])
})

it('a text that was cut is marked so, and is not planned', () => {
  const samples = createSamples()
  const reading = sessions(NOON, { sql: "select * from t where a = 'cut", whole: false })
  expect(samples.ofSessions(reading).map(({ plannable }) => plannable)).toEqual([null])
  expect(keep(samples, reading)).toMatchObject({ texts: ["select * from t where a = 'cut"], truncated: ['true'] })
})

it('only statements that run are sampled', () => {
  expect(keep(createSamples(), sessions(NOON, { sql: 'select 1', state: 'idle in transaction' })).texts).toEqual([])
})
