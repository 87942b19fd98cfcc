import Database from 'better-sqlite3'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openWrite } from '../../../electron/store/db.ts'
import { migrate } from '../../../electron/store/migrate.ts'
import { migrations } from '../../../electron/store/migrations/_all.generated.ts'
import type { Migration } from '../../../electron/store/migration.ts'
import { openConfig, openHistory } from '../../../electron/store/open.ts'
import type { Config, StoredAgent, StoredToken, StoredUser } from '../../../electron/store/store.ts'
import { clock, tempFolder } from './made.ts'

function open(file = join(tempFolder(), 'config.db')): Config {
  const config = openConfig(file, clock)
  onTestFinished(() => config.close())
  return config
}

const admin: Omit<StoredUser, 'id'> = {
  login: 'admin',
  email: 'admin@localhost',
  passwordHash: 'scrypt$…',
  privilege: 'admin',
  profile: 'data admin',
  live360: 1,
  roles: ['r1', 'r2'],
  comment: '',
  ldap: false,
}

test('a user is found by e-mail or login in any case, and comes back as stored', () => {
  const config = open()
  const user = config.addUser(admin)
  expect(user).toEqual({ id: 1, ...admin })
  expect([config.userByName('Admin@LOCALHOST'), config.userByName('ADMIN'), config.userByName('nobody'), config.users()]).toEqual([
    user,
    user,
    undefined,
    [user],
  ])
})

test('a login that is another user’s e-mail address does not hide that user', () => {
  const config = open()
  config.addUser({ ...admin, login: 'x@y', email: 'first@z' })
  config.addUser({ ...admin, login: 'second', email: 'x@y' })
  expect(config.userByName('x@y')?.login).toBe('second')
})

test('a login or an e-mail address exists once', () => {
  const config = open()
  config.addUser(admin)
  expect(() => config.addUser({ ...admin, email: 'other' })).toThrow('UNIQUE')
  expect(() => config.addUser({ ...admin, login: 'other', email: 'ADMIN@localhost' })).toThrow('UNIQUE')
})

test('a change of a user leaves the rest as it was', () => {
  const config = open()
  const { id } = config.addUser(admin)
  config.updateUser(id, { passwordHash: null, ldap: true, roles: [] })
  expect(config.users()).toEqual([{ id, ...admin, passwordHash: null, ldap: true, roles: [] }])
  expect(() => config.updateUser(99, {})).toThrow('99')
})

const token = (hash: string, user: number, expires: number): StoredToken => ({ hash, user, expires, name: 'n', issued: expires - 50, address: '::1' })

test('tokens are dropped by user or by age', () => {
  const config = open()
  const one = config.addUser(admin).id
  const two = config.addUser({ ...admin, login: 'b', email: 'b' }).id
  config.putToken(token('h1', one, 100))
  config.putToken(token('h2', one, 200))
  config.putToken(token('h3', two, 100))
  config.putToken(token('h4', two, 200))
  expect(config.tokenByHash('h1')).toEqual(token('h1', one, 100))
  expect([config.tokens(100), config.tokens(99, one)].map((all) => all.map(({ hash }) => hash))).toEqual([
    ['h2', 'h4'],
    ['h2', 'h1'],
  ])
  config.dropTokens({ expiredAt: 100 })
  expect(['h1', 'h2', 'h3', 'h4'].map((hash) => config.tokenByHash(hash)?.user)).toEqual([undefined, one, undefined, two])
  config.dropTokens({ user: one })
  expect(['h2', 'h4'].map((hash) => config.tokenByHash(hash)?.user)).toEqual([undefined, two])
  expect(() => config.putToken(token('h5', 99, 1))).toThrow('FOREIGN KEY')
})

test('a last sign-in is known of those who have signed in', () => {
  const config = open()
  const one = config.addUser(admin).id
  config.addUser({ ...admin, login: 'b', email: 'b' })
  config.signedIn(one, 5)
  config.signedIn(one, 7)
  expect([...config.lastSignIns()]).toEqual([[one, 7]])
})

test('agents and settings are replaced by their name', () => {
  const config = open()
  const agent: StoredAgent = { id: 'a', name: 'n', url: null, pin: null, fingerprint: null, embedded: true }
  config.putAgent(agent)
  config.putAgent({ ...agent, url: 'https://x', pin: 'p', embedded: false })
  expect(config.agents()).toEqual([{ ...agent, url: 'https://x', pin: 'p', embedded: false }])
  config.putSetting('x', '1')
  config.putSetting('x', '2')
  expect([config.setting('x'), config.setting('y')]).toEqual(['2', undefined])
})

test('databases can be read by their owner alone', () => {
  const folder = tempFolder()
  open(join(folder, 'config.db')).putSetting('x', 'y')
  for (const file of readdirSync(folder)) expect(statSync(join(folder, file)).mode & 0o077, file).toBe(0)
  expect(readdirSync(folder)).toContain('config.db-wal')
})

test('the steps of each database are numbered from 1 without gaps', () => {
  for (const of of ['history', 'config'] as const) {
    const steps = migrations.filter((step) => step.of === of).map(({ step }) => step)
    expect(steps).toEqual(steps.map((_, i) => i + 1))
  }
})

const one: Migration = { of: 'config', step: 1, up: 'create table a (x) ' }
const two: Migration = { of: 'config', step: 2, up: 'create table b (x)' }
const broken: Migration = { of: 'config', step: 3, up: 'create table c (x); insert into nowhere values (1)' }
const foreign: Migration = { of: 'history', step: 1, up: 'create table h (x)' }

function tables(file: string): unknown[] {
  const db = new Database(file, { readonly: true })
  onTestFinished(() => void db.close())
  return db.prepare("select name from sqlite_master where type = 'table' order by name").pluck().all()
}

test('steps are taken once, in order; config.db is copied before, and a step that fails leaves nothing', () => {
  const file = join(tempFolder(), 'config.db')
  const db = openWrite(file)
  onTestFinished(() => void db.close())
  migrate(db, 'config', clock, [one, foreign])
  expect(existsSync(`${file}.step-1`)).toBe(false)
  migrate(db, 'config', clock, [two, one])
  expect(tables(file)).toEqual(['a', 'b', 'migration'])
  expect(tables(`${file}.step-1`)).toEqual(['a', 'migration'])
  for (const _ of [1, 2]) expect(() => migrate(db, 'config', clock, [one, two, broken])).toThrow('nowhere')
  expect(tables(file)).toEqual(['a', 'b', 'migration'])
  migrate(db, 'config', clock, [one, two])
})

test.each(['config', 'history'] as const)('%s.db from a newer version is refused with a sentence', (of) => {
  const file = join(tempFolder(), `${of}.db`)
  const opened = of === 'config' ? openConfig(file, clock) : openHistory(file, clock)
  opened.close()
  const db = new Database(file)
  db.prepare('insert into migration (step, taken) values (99, 0)').run()
  db.close()
  expect(() => (of === 'config' ? openConfig(file, clock) : openHistory(file, clock))).toThrow(
    /newer Watchpost \(form 99, this version knows \d\); start that version again/,
  )
})
