/** A streaming standby of a server under test. */
import { chownSync, cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startCluster } from '../../electron/demo/postgres.ts'
import { serverLogin } from '../../electron/demo/programs.ts'
import { systemClock } from '../../electron/kernel/clock.ts'
import { testServer, type TestServer } from './postgres.ts'

/** Copies the primary while it runs, as pg_basebackup does, which the tests' programs lack. For PostgreSQL 15 and later. */
export async function startStandby(primary: TestServer, settings: Readonly<Record<string, string>> = {}): Promise<TestServer> {
  const { host, port, user, password, binaries } = primary
  const folder = `${primary.folder}-standby`
  const data = join(folder, 'data')
  const session = await primary.session()
  try {
    await session.query("select pg_backup_start('standby', true)")
    mkdirSync(folder, { mode: 0o700 })
    cpSync(join(primary.folder, 'data'), data, { recursive: true, filter: (file) => !file.endsWith('postmaster.pid') })
    const { rows } = await session.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    writeFileSync(join(data, 'backup_label'), rows[0]?.labelfile ?? '')
  } finally {
    await session.end()
  }
  writeFileSync(join(data, 'standby.signal'), '')
  giveAway(folder)
  const follows = `host=${host} port=${String(port)} user=${user} password=${password} application_name=standby`
  const cluster = await startCluster({
    binaries,
    clock: systemClock,
    folder,
    password,
    settings: { ...primary.given, primary_conninfo: follows, ...settings },
  }).catch((error: unknown) => {
    rmSync(folder, { recursive: true, force: true })
    throw error
  })
  return testServer(cluster, binaries, primary.given)
}

/** As root the server runs as another user, to whom the copy must belong. */
function giveAway(folder: string): void {
  const login = serverLogin()
  if (login === undefined) return
  for (const name of ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })]) chownSync(join(folder, name), login.uid, login.gid)
}
