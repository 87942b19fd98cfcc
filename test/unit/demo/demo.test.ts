import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { findBinaries } from '../../../electron/demo/binaries.ts'
import { createDemo, type DemoLogin, type DemoServer } from '../../../electron/demo/demo.ts'
import { placeOf, sweep } from '../../../electron/demo/place.ts'
import { postmasterOf } from '../../../electron/demo/postgres.ts'
import { serverLogin } from '../../../electron/demo/programs.ts'
import { systemClock } from '../../../electron/kernel/clock.ts'
import { createLog } from '../../../electron/kernel/log.ts'

const folders: string[] = []
const demos: DemoServer[] = []

afterEach(async () => {
  for (const demo of demos.splice(0)) await demo.stop()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function newDemo(): { demo: DemoServer; folder: string; place: string } {
  const data = mkdtempSync(join(tmpdir(), 'demo-test-'))
  folders.push(data)
  const folder = join(data, 'demo')
  const demo = createDemo({ folder, clock: systemClock, log: createLog('silent') })
  demos.push(demo)
  return { demo, folder, place: placeOf(folder, serverLogin()) }
}

async function ask<Row extends pg.QueryResultRow>(login: DemoLogin, sql: string): Promise<Row[]> {
  const client = new pg.Client({ ...login })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

const postgresOn = (place: string): string[] =>
  execFileSync('ps', ['-eo', 'pid,args'])
    .toString()
    .split('\n')
    .filter((line) => line.includes(place))

async function until(condition: () => boolean | Promise<boolean>, ms: number): Promise<boolean> {
  for (const end = performance.now() + ms; performance.now() < end;) {
    if (await condition()) return true
    await systemClock.sleep(100)
  }
  return false
}

describe('the demo server', { timeout: 120_000 }, () => {
  it('shows waits of several classes within 40 s to a role that may only watch, and leaves nothing when stopped', async () => {
    const { demo, folder, place } = newDemo()
    expect(demo.available()).toEqual({ available: true, reason: '' })
    const login = await demo.start()
    expect(login.user).toBe('watchpost')
    expect(demo.running()).toBe(true)

    const seen = new Set<string>()
    const complete = (): boolean => ['CPU', 'Lock', 'Timeout'].every((name) => seen.has(name)) && (seen.has('Client') || seen.has('IO'))
    const client = new pg.Client({ ...login })
    await client.connect()
    await until(async () => {
      const { rows } = await client.query<{ wait: string }>(
        `select coalesce(wait_event_type, 'CPU') as wait from pg_stat_activity where state = 'active' and backend_type = 'client backend' and pid <> pg_backend_pid()`,
      )
      for (const { wait } of rows) seen.add(wait)
      return complete()
    }, 40_000)
    expect([...seen], 'classes of waits').toEqual(expect.arrayContaining(['CPU', 'Lock', 'Timeout']))
    expect(complete()).toBe(true)

    const { rows: statements } = await client.query<{ n: number }>(`select count(*)::int as n from pg_stat_statements where query ilike '%generate_series%'`)
    expect(statements, 'making the data is not part of the load').toEqual([{ n: 0 }])
    const { rows: settings } = await client.query<{ name: string; setting: string }>(
      `select name, setting from pg_settings where name in ('track_io_timing', 'pg_stat_statements.track', 'listen_addresses', 'fsync') order by name`,
    )
    expect(settings.map(({ setting }) => setting)).toEqual(['on', '127.0.0.1', 'all', 'on'])
    await expect(client.query('create table mine (a int)')).rejects.toThrow('permission denied')
    await client.end()

    const before = performance.now()
    await demo.stop()
    expect(performance.now() - before).toBeLessThan(15_000)
    expect(demo.running()).toBe(false)
    expect(postgresOn(place)).toEqual([])
    expect(existsSync(place)).toBe(false)
    expect(existsSync(folder)).toBe(false)
  })

  it('shares one server between starts, and makes another one after a stop', async () => {
    const { demo } = newDemo()
    const [first, second] = await Promise.all([demo.start(), demo.start()])
    expect(second).toEqual(first)
    await demo.stop()
    const third = await demo.start()
    expect(third.password).not.toBe(first.password)
    expect(await ask(third, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('says that it does not run when its server was ended by somebody else, and starts again', async () => {
    const { demo, place } = newDemo()
    await demo.start()
    process.kill(postmasterOf(place) ?? 0, 'SIGKILL')
    expect(await until(() => !demo.running(), 5000)).toBe(true)
    const login = await demo.start()
    expect(await ask(login, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('ends soon after its application was killed with -9, and the next start clears what is left', async () => {
    const { demo, folder, place } = newDemo()
    const script = `
      import { createDemo } from ${JSON.stringify(join(import.meta.dirname, '../../../electron/demo/demo.ts'))}
      import { systemClock } from ${JSON.stringify(join(import.meta.dirname, '../../../electron/kernel/clock.ts'))}
      import { createLog } from ${JSON.stringify(join(import.meta.dirname, '../../../electron/kernel/log.ts'))}
      await createDemo({ folder: ${JSON.stringify(folder)}, clock: systemClock, log: createLog('silent') }).start()
      process.stdout.write('started')`
    const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(child.stdout, 'data')
    expect(postmasterOf(place)).toBeGreaterThan(0)
    child.kill('SIGKILL')
    expect(await until(() => postgresOn(place).length === 0, 8000)).toBe(true)
    expect(existsSync(place)).toBe(true)
    const login = await demo.start()
    expect(await ask(login, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('ends a server that still runs on its folder before it makes a new one', async () => {
    const { demo, place } = newDemo()
    await demo.start()
    const old = postmasterOf(place) ?? 0
    const other = createDemo({ folder: join(folders[0] ?? '', 'demo'), clock: systemClock, log: createLog('silent') })
    demos.push(other)
    const login = await other.start()
    expect(postmasterOf(place)).not.toBe(old)
    expect(await ask(login, 'select 1 as one')).toEqual([{ one: 1 }])
  })
})

describe('where its programs come from', () => {
  it('says in words when there are none for the machine', () => {
    expect(findBinaries('sunos-sparc')).toEqual({ missing: expect.stringContaining('sunos-sparc') as string })
  })
})

describe.runIf(process.getuid?.() === 0)('as root', () => {
  it('removes what was left behind by instances whose folder nobody starts again, and nothing that may be in use', async () => {
    const login = serverLogin()
    const made = (name: string, ageMs: number, uid = login?.uid ?? 0): string => {
      const place = `/var/tmp/watchpost-demo-test${name}${String(process.pid)}`
      mkdirSync(place)
      chownSync(place, uid, uid)
      const at = (systemClock.now() - ageMs) / 1000
      utimesSync(place, at, at)
      folders.push(place)
      return place
    }
    const [old, young, foreign] = [made('old', 3_600_000), made('young', 1000), made('foreign', 3_600_000, 12_345)]
    await sweep(login, systemClock)
    expect([old, young, foreign].map((place) => existsSync(place))).toEqual([false, true, true])
  })
})
