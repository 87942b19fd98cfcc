import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createSignIns } from '../../../electron/platform/sign-ins.ts'
import { openConfig } from '../../../electron/store/open.ts'
import { heldClock } from './running.ts'

function kept() {
  const folder = mkdtempSync(join(tmpdir(), 'wp-sign-ins-'))
  const clock = heldClock()
  const config = openConfig(join(folder, 'config.db'), clock)
  onTestFinished(() => {
    config.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const user = config.addUser({
    login: 'ann',
    email: 'ann@x.org',
    passwordHash: null,
    privilege: 'read',
    profile: 'data admin',
    live360: 1,
    roles: [],
    comment: '',
    ldap: true,
  })
  return { clock, config, user, signIns: createSignIns(config, clock) }
}

test('a flood of wrong passwords does not flood the log: beyond sixty a minute they are counted, and told with the next one', () => {
  const { clock, config, user, signIns } = kept()
  for (let at = 0; at < 75; at++) signIns.failed(undefined, `10.0.0.${String(at)}`, 'Wrong password')
  expect(config.audit({ limit: 1000 })).toHaveLength(60)
  clock.time += 60_000
  signIns.succeeded(user, '::1', 'directory')
  const [success, counted, ...rest] = config.audit({ limit: 1000 })
  expect(success).toMatchObject({ login: 'ann', address: '::1', request: { by: 'directory' }, failure: '' })
  expect(counted).toMatchObject({ login: '', request: { attempts: 15 }, failure: '15 more sign-ins failed within a minute; they are not listed one by one' })
  expect(rest).toHaveLength(60)
})

test('a success is written even in the minute of a flood', () => {
  const { config, user, signIns } = kept()
  for (let at = 0; at < 75; at++) signIns.failed(user, '::1', 'Wrong password')
  signIns.succeeded(user, '::1', 'directory')
  expect(config.audit({ limit: 1 })).toMatchObject([{ login: 'ann', failure: '' }])
})

test('a hold-up is told once per user and address while it lasts, and again when it comes again', () => {
  const { clock, config, user, signIns } = kept()
  for (const address of ['::1', '::1', '::2']) signIns.throttled(user, address, 20)
  expect(config.audit({ limit: 9 }).map(({ address }) => address)).toEqual(['::2', '::1'])
  clock.time += 20_000
  signIns.throttled(user, '::1', 20)
  expect(config.audit({ limit: 9 })).toHaveLength(3)
})

test('entries older than the log is kept for go with the next sign-in', () => {
  const { clock, config, user, signIns } = kept()
  signIns.succeeded(user, '::1', 'directory')
  clock.time += 401 * 86_400_000
  signIns.succeeded(user, '::1', 'directory')
  expect(config.audit({ limit: 9 })).toHaveLength(1)
})
