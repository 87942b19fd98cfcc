import { USUAL_SETTINGS } from '../../../shared/model/server.ts'
import * as fs from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openBaselines } from '../../../electron/agent/baselines.ts'
import { createLicenseKeys } from '../../../electron/agent/license-keys.ts'
import { openState } from '../../../electron/agent/state.ts'
import type { RawReading } from '../../../electron/collector/reading.ts'
import { createLog, Secret } from '../../../electron/kernel/log.ts'
import { fileVault } from '../../../electron/kernel/vault.ts'
import { folder } from './batches.ts'
import { holdClock } from './held-clock.ts'

const vaultIn = (at: string) => fileVault(join(at, 'vault.key'))

test('settings come back, and no secret lies in the file in clear', () => {
  const at = folder()
  const vault = vaultIn(at)
  const state = openState(at, vault)
  state.change((settings) => ({
    ...settings,
    port: 9000,
    proxy: { host: 'proxy', port: 3128, user: 'u', password: 'proxy-secret' },
    rotatedKey: { given: 'ab', key: 'key-secret', previous: 'previous-secret', previousUntil: 5 },
    connections: [
      {
        id: '1',
        name: 'a',
        host: 'h',
        port: 5432,
        user: 'u',
        password: 'db-secret',
        database: 'postgres',
        sslmode: 'prefer',
        tags: '',
        ...USUAL_SETTINGS,
        collectionRate: null,
        managed: false,
      },
    ],
  }))
  const text = fs.readFileSync(join(at, 'state.json'), 'utf8')
  expect(text).not.toContain('secret')
  expect(fs.statSync(join(at, 'state.json')).mode & 0o777).toBe(0o600)
  expect(openState(at, vault).settings).toEqual(state.settings)
})

test('a file of a newer version is refused, and so is one that is not readable', () => {
  const at = folder()
  fs.writeFileSync(join(at, 'state.json'), JSON.stringify({ version: 2 }))
  expect(() => openState(at, vaultIn(at))).toThrow('newer version')
  fs.writeFileSync(join(at, 'state.json'), JSON.stringify({ version: 1 }))
  expect(() => openState(at, vaultIn(at))).toThrow('not readable')
})

test('a change that cannot be written changes nothing', () => {
  const at = folder()
  const state = openState(at, vaultIn(at))
  fs.mkdirSync(join(at, 'state.json.tmp'))
  expect(() => {
    state.change((settings) => ({ ...settings, port: 1 }))
  }).toThrow()
  expect(state.settings.port).toBeNull()
})

const readingOf = (value: number | bigint): RawReading => ({
  takenAt: 1,
  server: { system: 's', timeline: '1', inRecovery: false, seesAll: true, extension: null, startedAt: 0 },
  rows: 1,
  columns: { value: [value] },
})

function baselinesIn(at: string) {
  const named = new Map<string, number>()
  const open = () => openBaselines(join(at, 'baselines'), (connection, probe) => named.get(`${connection}/${probe}`), createLog('silent'))
  return { named, open }
}

test('the newest reading is the one a batch named, not the one kept last', async () => {
  const { named, open } = baselinesIn(folder())
  const first = await open().keep('c', 'wal', readingOf(1))
  expect(await open().newest('c', 'wal')).toBeUndefined()
  named.set('c/wal', first)
  const second = await open().keep('c', 'wal', readingOf(2n ** 60n))
  expect((await open().newest('c', 'wal'))?.columns['value']).toEqual([1])
  named.set('c/wal', second)
  expect((await open().newest('c', 'wal'))?.columns['value']).toEqual([2n ** 60n])
})

test('readings that no batch ever named do not pile up, and never push out the one that was', async () => {
  const at = folder()
  const { named, open } = baselinesIn(at)
  const baselines = open()
  named.set('c/wal', await baselines.keep('c', 'wal', readingOf(0)))
  const numbers: number[] = []
  for (let i = 1; i <= 20; i++) numbers.push(await baselines.keep('c', 'wal', readingOf(i)))
  expect(fs.readdirSync(join(at, 'baselines', 'c')).length).toBeLessThanOrEqual(5)
  expect((await baselines.newest('c', 'wal'))?.columns['value']).toEqual([0])
  named.set('c/wal', numbers.at(-1) ?? 0)
  expect((await open().newest('c', 'wal'))?.columns['value']).toEqual([20])
})

test('probes whose names differ only in case or in odd characters do not share a file', async () => {
  const { named, open } = baselinesIn(folder())
  for (const [probe, value] of [
    ['tables/Db', 1],
    ['tables/db', 2],
    ['tables_db', 3],
  ] as const)
    named.set(`c/${probe}`, await open().keep('c', probe, readingOf(value)))
  expect((await open().newest('c', 'tables/Db'))?.columns['value']).toEqual([1])
  expect((await open().newest('c', 'tables/db'))?.columns['value']).toEqual([2])
  expect((await open().newest('c', 'tables_db'))?.columns['value']).toEqual([3])
})

test('a damaged reading is as good as none', async () => {
  const at = folder()
  const { named, open } = baselinesIn(at)
  named.set('c/wal', await open().keep('c', 'wal', readingOf(1)))
  const [name] = fs.readdirSync(join(at, 'baselines', 'c'))
  const file = join(at, 'baselines', 'c', name ?? '')
  const bytes = fs.readFileSync(file)
  fs.writeFileSync(file, bytes.subarray(0, bytes.length - 3))
  expect(await open().newest('c', 'wal')).toBeUndefined()
})

test('a connection that is gone is forgotten', async () => {
  const { named, open } = baselinesIn(folder())
  named.set('c/wal', await open().keep('c', 'wal', readingOf(1)))
  open().keepOnly(['other'])
  expect(await open().newest('c', 'wal')).toBeUndefined()
})

test('after a rotation both license keys work until the grace is over; a key given anew counts again', async () => {
  const at = folder()
  const clock = holdClock()
  const state = openState(at, vaultIn(at))
  const keys = createLicenseKeys(new Secret('old'), state, clock)
  keys.rotate('new')
  expect(keys.current().reveal()).toBe('new')
  expect([keys.accepts('old'), keys.accepts('new'), keys.accepts('')]).toEqual([true, true, false])
  await clock.advance(24 * 3_600_000)
  expect([keys.accepts('old'), keys.accepts('new')]).toEqual([false, true])
  expect(
    createLicenseKeys(new Secret('old'), openState(at, vaultIn(at)), clock)
      .current()
      .reveal(),
  ).toBe('new')
  expect(createLicenseKeys(new Secret('newest'), state, clock).current().reveal()).toBe('newest')
})
