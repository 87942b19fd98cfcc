import { zstdCompressSync } from 'node:zlib'
import type { X509Certificate } from 'node:crypto'
import tls from 'node:tls'
import { expect, test } from 'vitest'
import { httpsClient } from '../../electron/kernel/client.ts'
import { basic, block, NOON, packed, REF, running, session, stamp } from '../unit/platform/running.ts'

/** The certificate that a server shows. */
const shown = (port: number): Promise<X509Certificate> =>
  new Promise((resolve, reject) => {
    const socket = tls.connect({ host: '127.0.0.1', port, rejectUnauthorized: false }, () => {
      const certificate = socket.getPeerX509Certificate()
      socket.destroy()
      if (certificate === undefined) reject(new Error('no certificate'))
      else resolve(certificate)
    })
    socket.once('error', reject)
  })

test('over real HTTPS: sign in, upload, ask, with a certificate that is trusted by name', async () => {
  const { platform, key } = await running()
  const certificate = await shown(platform.port)
  expect(certificate.fingerprint256.replaceAll(':', '').toLowerCase()).toBe(platform.fingerprint)
  const client = httpsClient({ trust: { ca: certificate.toString() } })
  const send = async (method: 'GET' | 'POST', path: string, headers: Record<string, string>, body?: Buffer | string) => {
    const reply = await client.request({ method, url: `${platform.url}${path}`, headers, ...(body !== undefined && { body }) })
    return { status: reply.status, headers: reply.headers, text: reply.body.toString('utf8') }
  }
  try {
    const rows = Array.from({ length: 500 }, (_, pid) => session({ pid: String(pid), application_name: 'wéb €' }))
    const envelopes = Array.from({ length: 20 }, (_, n) => ({
      seq: n + 1,
      batch: { version: 1 as const, instance: REF, blocks: [block('sessions', NOON - (20 - n) * 10_000, rows)], texts: [] },
    }))
    const upload = await send(
      'POST',
      '/ds-api/app/ingest',
      { 'api-token': key, 'content-encoding': 'zstd', 'content-type': 'application/x-ndjson' },
      packed(envelopes),
    )
    expect([upload.status, JSON.parse(upload.text)]).toEqual([200, { acknowledged: 20, time: NOON }])

    const first = platform.firstAdmin!
    const signed = await send('POST', '/ds-api/user-token', { authorization: basic(first.email, first.password.reveal()) })
    expect(signed.status).toBe(201)
    const token = (JSON.parse(signed.text) as Record<string, string>)['user-token']!

    const body = { from: stamp(NOON - 3600_000), to: stamp(NOON), filters: [] }
    // an answer of 10,000 rows is sent while it is made
    const json = await send('POST', '/ds-api/activity/session-history', { 'user-token': token }, JSON.stringify(body))
    expect([json.status, (JSON.parse(json.text) as unknown[]).length]).toEqual([201, 10_000])
    const csv = await send('POST', '/ds-api/activity/session-history', { 'user-token': token }, JSON.stringify({ ...body, output: 'csv' }))
    expect([csv.status, csv.headers['content-type'], csv.text.split('\r\n').length]).toEqual([201, 'text/csv; charset=utf-8', 10_002])
    expect(csv.text).toContain(',wéb €,')
    const parsed = JSON.parse(json.text) as Record<string, unknown>[]
    expect(csv.text.slice(0, csv.text.indexOf('\r\n'))).toBe(Object.keys(parsed[0]!).join(','))

    const refused = await send('POST', '/ds-api/app/ingest', { 'api-token': key }, zstdCompressSync(Buffer.alloc(40 * 1024 * 1024, 32)))
    expect([refused.status, JSON.parse(refused.text)]).toEqual([413, { error: 'The body is larger than 33554432 bytes; send less at once' }])
    expect((await send('GET', '/ds-api/', {})).status).toBe(200)
  } finally {
    await client.close()
  }
})

test('the platform describes itself, every operation with what it needs', async () => {
  const { platform } = await running()
  const { paths } = (await platform.inject({ method: 'GET', url: '/ds-api/openapi.json' })).json() as {
    paths: Record<string, Record<string, Record<string, unknown>>>
  }
  const rights = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, one]) => `${String(one['x-right'])} ${method.toUpperCase()} ${path}`),
  )
  expect(rights.filter((one) => /^(public|basic|agent) /.test(one)).sort()).toEqual([
    'agent POST /ds-api/app/agent/start',
    'agent POST /ds-api/app/ingest',
    'basic GET /ds-api/user-token',
    'basic POST /ds-api/user-token',
    'public GET /ds-api/',
  ])
  expect(rights.every((one) => /^(public|basic|agent|developer|read|read write|admin) /.test(one))).toBe(true)
  for (const [path, operations] of Object.entries(paths))
    for (const one of Object.values(operations)) expect([path, one['x-own'] === true]).toEqual([path, path.startsWith('/ds-api/app/')])
})
