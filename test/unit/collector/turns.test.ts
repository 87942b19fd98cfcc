import pg from 'pg'
import { expect, test } from 'vitest'
import { defineProbe } from '../../../electron/catalog/define.ts'
import type { Facts } from '../../../electron/collector/facts.ts'
import { instanceOf } from '../../../electron/collector/instance-ref.ts'
import { createReadings } from '../../../electron/collector/readings.ts'
import { createTurns } from '../../../electron/collector/turns.ts'
import type { Session } from '../../../electron/collector/target.ts'
import { createLog } from '../../../electron/kernel/log.ts'
import { USUAL_SETTINGS, type ConnectionSettings } from '../../../shared/model/server.ts'
import { holdClock } from '../../help/clock.ts'
import { memoryBaselines } from '../../help/watch.ts'

const probe = defineProbe({
  id: 'files',
  doc: '',
  shape: 'rows',
  scope: 'instance',
  every: 60,
  timeout: 30,
  changedOnly: true,
  marked: { wholeEvery: 21_600 },
  measured: { every: 600, columns: ['size'] },
  internal: ['mark'],
  sql: { '13': 'measure={measure} unchanged=$1' },
  columns: { relid: { kind: 'key', doc: '' }, scans: { kind: 'counter', doc: '' }, size: { kind: 'gauge', doc: '' } },
})

const settings: ConnectionSettings = {
  ...USUAL_SETTINGS,
  ...{ id: 'c', name: 'c', host: 'db', port: 5432, user: 'u', password: '', database: 'd', sslmode: 'disable', tags: '' },
}
const identity = { system: '1', timeline: '1', startedAt: 0, inRecovery: false, seesAll: true, version: '16' }
const facts = { identity, version: '16', extensions: {}, clock: 0 } as unknown as Facts

/** What is asked of a server whose only relation has the mark 7, and which cancels what looks at files while `slow`. */
function reading() {
  const clock = holdClock()
  const asked: string[] = []
  const state = { slow: false }
  const query: Session['query'] = (sql) => {
    asked.push(sql)
    if (state.slow && sql.includes('measure=true')) {
      const cancelled = new pg.DatabaseError('canceling statement due to statement timeout', 0, 'error')
      cancelled.code = '57014'
      return Promise.reject(cancelled)
    }
    return Promise.resolve({ names: ['relid', 'scans', 'size', 'mark'], rows: [['1', '5', sql.includes('measure=true') ? '8192' : null, '7']] })
  }
  const session: Session = {
    pooled: false,
    query,
    certificate: () => undefined,
    worked: () => undefined,
    answers: () => 0,
    ended: () => undefined,
    close: () => Promise.resolve(),
  }
  const readings = createReadings({
    ...{ clock, time: () => clock.now(), log: createLog('silent'), server: 'here', baselines: memoryBaselines(), tablesLimit: () => 1_000 },
    sink: { put: () => Promise.resolve() },
  })
  const read = async (within?: number): Promise<string | undefined> => {
    await readings.read(probe, { session, facts, settings, ...(within !== undefined && { within }) })
    await readings.outbox.flush(instanceOf(settings, 'here'))
    return asked.at(-1)
  }
  return { clock, state, read }
}

test('files whose turn is cut short, because a sample waits, are looked at when there is more time, and not ten minutes later', async () => {
  const { clock, state, read } = reading()
  expect(await read()).toContain('measure=true')
  clock.advance(60_000)
  expect(await read()).toContain('measure=true')
  clock.advance(600_000)
  state.slow = true
  expect(await read(2)).toContain('measure=true')
  state.slow = false
  expect(await read()).toContain('measure=true')
  clock.advance(60_000)
  expect(await read()).toContain('measure=false')
})

test('files whose turn takes longer than all the time that there is wait for their next one', async () => {
  const { clock, state, read } = reading()
  for (let turn = 0; turn < 2; turn++) await read()
  clock.advance(600_000)
  state.slow = true
  expect(await read()).toContain('measure=true')
  clock.advance(60_000)
  expect(await read()).toContain('measure=false')
})

test('a round that begins some milliseconds early takes the turn that is due with it', () => {
  const clock = holdClock()
  const turns = createTurns(clock, () => 1)
  const took: number[] = []
  // Six rounds of ten minutes each are an hour.
  for (let round = 0; round < 13; round++) {
    if (turns.take('sizes', 3600)) took.push(round)
    clock.advance(round % 2 === 0 ? 599_980 : 600_010)
  }
  expect(took).toEqual([0, 6, 12])
})
