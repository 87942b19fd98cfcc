/** Alerts about what the log, the certificate and the roles of a real server say. */
import { copyFileSync, chmodSync, chownSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../electron/kernel/clock.ts'
import { ownTls } from '../../electron/kernel/tls.ts'
import { judge } from '../help/judged.ts'
import { startServer } from '../help/postgres.ts'

test('errors in the log become a problem that names the most frequent, and are over when there are none', { timeout: 60_000 }, async () => {
  const server = await startServer(18, { logging_collector: 'on', log_destination: 'jsonlog' })
  onTestFinished(() => server.stop())
  const { becomes, watched, platform } = await judge(server, { 'log-errors': { warning: 5, critical: 50 } })
  const client = await server.session()
  for (let n = 0; n < 8; n++) await client.query('select missing').catch(() => undefined)
  await wait(200)
  expect(await becomes('log-errors', true)).toBe('The log has 8 errors a minute, most of them: column "missing" does not exist')
  await becomes('log-errors', false)

  const body = { from: '2026-01-15', to: '2026-01-16' }
  const { rows } = await platform.ask('POST', '/ds-api/app/reports/log-messages', body)
  expect(rows.find((row) => row['sqlstate'] === '42703')).toMatchObject({ kind: 'error', entries: 8, left_out: 0 })
  const severities = await platform.ask('POST', '/ds-api/app/reports/log-severities', { ...body, compute: 'summary' })
  expect(severities.rows.filter((row) => row['severity'] === 'ERROR')).toMatchObject([{ kind: 'error', entries: 8 }])
  const { rows: entries } = await platform.ask('POST', '/ds-api/app/reports/log-entries', body)
  expect(entries.filter((row) => row['sqlstate'] === '42703').map((row) => [row['text'], row['user_name']])).toEqual(
    Array(8).fill(['select missing', 'postgres']),
  )
  await watched.watch.stop()
})

test('the certificate is the one that the server shows, and passwords with an end are those of roles that log in', { timeout: 60_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const tls = await ownTls(folder, 'agent', systemClock)
  const server = await startServer(15)
  onTestFinished(() => server.stop())
  const { uid, gid } = statSync(join(server.folder, 'data'))
  for (const name of ['agent.key', 'agent.pem']) {
    const file = join(server.folder, 'data', name)
    copyFileSync(join(folder, name), file)
    chownSync(file, uid, gid)
    chmodSync(file, 0o600)
  }
  for (const [name, value] of Object.entries({ ssl_key_file: 'agent.key', ssl_cert_file: 'agent.pem', ssl: 'on' }))
    await server.sql(`alter system set ${name} = '${value}'`)
  await server.sql('select pg_reload_conf()')
  await server.sql(`create role anna login valid until '2026-02-01 00:00:00+00'; create role bob login; create role carl valid until '2026-02-01'`)
  const { watched } = await judge(server, {})
  const [shown] = watched.rows('certificate')
  expect(watched.rows('certificate')).toHaveLength(1)
  const { X509Certificate } = await import('node:crypto')
  const { validToDate, subject } = new X509Certificate(tls.cert)
  expect(shown).toMatchObject({ subject: subject.replaceAll('\n', ', '), valid_until: validToDate.getTime() })
  expect(watched.rows('passwords')).toMatchObject([{ user_name: 'anna', ours: 'false', valid_until: Date.UTC(2026, 1, 1) }])
  await watched.watch.stop()
})
