import { gzipSync, zstdCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { Envelope } from '../../../shared/model/sample.ts'
import { aboutInstance, block, NOON, packed, REF, running, session, stamp } from './running.ts'

const envelope = (seq: number, end = NOON, more: Partial<Envelope['batch']> = {}): Envelope => ({
  seq,
  batch: { version: 1, instance: REF, blocks: [block('sessions', end, [session(), session({ pid: '102' })])], texts: [], ...more },
})

const history = { from: stamp(NOON - 3600_000), to: stamp(NOON + 3600_000), filters: [] }

test('an upload is acknowledged with the time, and is in the reports', async () => {
  const { upload, report } = await running()
  expect(await upload([envelope(1, NOON - 10_000), envelope(2)])).toMatchObject({ status: 200, json: { acknowledged: 2, time: NOON } })
  expect((await report('session-history', history)).json).toHaveLength(4)
})

test('gzip is taken like zstd, and an empty upload asks for the time and the mark', async () => {
  const { upload } = await running()
  expect((await upload(gzipSync(JSON.stringify(envelope(7))))).json).toEqual({ acknowledged: 7, time: NOON })
  expect((await upload(Buffer.alloc(0))).json).toEqual({ acknowledged: 7, time: NOON })
  expect((await upload(zstdCompressSync(Buffer.from('\n\n')))).json).toEqual({ acknowledged: 7, time: NOON })
})

test('what was acknowledged is not stored twice, whole or in part', async () => {
  const { upload, report } = await running()
  await upload([envelope(1, NOON - 20_000), envelope(2, NOON - 10_000)])
  expect(await upload([envelope(1, NOON - 20_000), envelope(2, NOON - 10_000)])).toMatchObject({ json: { acknowledged: 2 } })
  expect((await upload([envelope(2, NOON - 10_000), envelope(3)])).json).toMatchObject({ acknowledged: 3 })
  expect((await report('session-history', history)).json).toHaveLength(6)
})

test('an unknown key is 401, whatever the body; a user’s token is no license key', async () => {
  const { upload, ask, token } = await running()
  for (const key of ['wrong', token]) expect((await upload([envelope(1)], key)).status).toBe(401)
  expect((await ask('POST', '/ds-api/app/ingest', Buffer.from('garbage'), {})).status).toBe(401)
  expect((await upload(Buffer.alloc(40 * 1024 * 1024), 'wrong')).status).toBe(401)
})

test('a license key opens nothing but ingest', async () => {
  const { ask, key } = await running()
  expect((await ask('GET', '/ds-api/app/overview', undefined, { 'user-token': key, 'api-token': key })).status).toBe(401)
})

const good = packed([envelope(1)])

test.each<[string, Buffer, RegExp]>([
  ['cut short', good.subarray(0, good.length - 8), /^The upload is not readable: /],
  ['cut short (gzip)', gzipSync(JSON.stringify(envelope(1))).subarray(0, 60), /^The upload is not readable: /],
  ['not compressed', Buffer.from(JSON.stringify(envelope(1))), /neither with zstd nor with gzip$/],
  ['not JSON', zstdCompressSync(Buffer.from('{"seq": 1,')), /line 1 is not valid JSON$/],
  ['not UTF-8', zstdCompressSync(Buffer.from([0x22, 0xff, 0xfe, 0x22])), /The encoded data was not valid/],
  ['no envelope', zstdCompressSync(Buffer.from('{"seq": 1}')), /line 1: batch: /],
  ['another version', packed([{ ...envelope(1), batch: { ...envelope(1).batch, version: 2 as 1 } }]), /line 1: batch\.version: /],
  ['seq zero', packed([envelope(0)]), /line 1: seq: /],
  ['seq twice', packed([envelope(3), envelope(3)]), /line 2: seq 3 does not follow 3$/],
  [
    'a column too short',
    packed([envelope(1, NOON, { blocks: [{ ...block('sessions', NOON, [session()]), rows: 2 }] })]),
    /column pid of sessions has 1 cells for 2 rows$/,
  ],
  ['time that runs back', packed([envelope(1, NOON, { blocks: [{ ...block('sessions', NOON, []), begin: NOON + 1 }] })]), /ends before it begins$/],
  [
    'a nested object as cell',
    zstdCompressSync(Buffer.from(JSON.stringify(envelope(1)).replace('"101"', '{"a":1}'))),
    /line 1: batch\.blocks\.0\.columns\.pid\.0: /,
  ],
])('an upload that is %s is refused with 400 and nothing of it is stored', async (_, body, words) => {
  const { upload, history: store, agent } = await running()
  const reply = await upload(body)
  expect([reply.status, reply.error]).toEqual([400, expect.stringMatching(words)])
  expect(store.highWater(agent)).toBe(0)
  expect(store.instances()).toEqual([])
})

test('an upload that unpacks to more than 32 MiB is 413, without unpacking it all', async () => {
  const { upload } = await running()
  const bomb = zstdCompressSync(Buffer.alloc(512 * 1024 * 1024, 0x20))
  expect(bomb.length).toBeLessThan(1024 * 1024)
  const before = process.memoryUsage().rss
  for (const body of [bomb, gzipSync(Buffer.alloc(64 * 1024 * 1024))]) expect((await upload(body)).status).toBe(413)
  expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024)
})

test('batches in one upload are refused together: what comes before the bad line is not stored either', async () => {
  const { upload, history: store, agent } = await running()
  expect((await upload(zstdCompressSync(Buffer.from(`${JSON.stringify(envelope(1))}\nnonsense`)))).status).toBe(400)
  expect(store.highWater(agent)).toBe(0)
})

test('an agent cannot write to the instance of another', async () => {
  const { upload, config } = await running()
  const { hashSecret } = await import('../../../electron/platform/access.ts')
  config.putAgent({ id: 'second', name: 'second', url: null, pin: null, fingerprint: null, embedded: false })
  config.putLicenseKey({ hash: hashSecret('second key'), agent: 'second', sealed: '', issued: NOON, ends: null, revoked: null, firstUsed: null })
  expect((await upload([envelope(1)])).status).toBe(200)
  const foreign = await upload([envelope(1)], 'second key')
  expect([foreign.status, foreign.error]).toEqual([403, 'This license key belongs to another agent; use the key that was issued for this one'])
  expect((await upload([{ seq: 1, batch: { ...envelope(1).batch, instance: { ...REF, connection: 'c2', name: 'other' } } }], 'second key')).status).toBe(200)
})

test('a probe that a newer agent sends does not hold up the rest', async () => {
  const { upload, report } = await running()
  const unknown = { ...block('sessions', NOON, []), probe: 'from-the-future', columns: {} }
  expect((await upload([envelope(1, NOON, { blocks: [unknown, block('sessions', NOON, [session()])] })])).json).toMatchObject({ acknowledged: 1 })
  expect((await report('session-history', history)).json).toHaveLength(1)
})

test('the embedded agent keeps its id and key over restarts, and the key is sealed at rest', async () => {
  const { platform, config, key, agent } = await running()
  const again = platform.embeddedAgent()
  expect([again.id, again.key.reveal()]).toEqual([agent, key])
  expect(JSON.stringify([config.agents(), config.licenseKeys(agent)])).not.toContain(key)
})

test('the overview shows instances with their tags and version, agents with their last upload, and the demo', async () => {
  const { upload, ask, agent, clock, platform } = await running({
    demo: { available: () => ({ available: true, reason: '' }), running: () => false, start: () => Promise.resolve() },
  })
  platform.agentAt(agent, 'https://127.0.0.1:8282', { pin: 'pin', fingerprint: 'print' })
  await upload([envelope(1, NOON, { blocks: [aboutInstance(NOON)] })])
  clock.time += 5000
  const { json } = await ask('GET', '/ds-api/app/overview')
  expect(json).toEqual({
    time: NOON + 5000,
    version: '0.0.0-test',
    user: { email: 'admin@localhost', login: 'admin', privilege: 'admin', profile: 'data admin', live_360: 1, expires: NOON + 24 * 3600_000 },
    instances: [
      {
        label: 'alpha@main',
        server: 'alpha',
        name: 'main',
        tags: { env: 'prod' },
        first_seen: NOON,
        last_seen: NOON,
        agent,
        pg_version: '15.18',
        type: 'primary',
        cpus: 4,
        watched: true,
      },
    ],
    problems: { open: 0, worst: 'OK' },
    agents: [{ id: agent, name: 'embedded', url: 'https://127.0.0.1:8282', embedded: false, last_upload: NOON }],
    demo: { available: true, running: false, reason: '' },
  })
})

test('the demo is started on request; one that cannot be started says why', async () => {
  let started = 0
  const fine = await running({
    demo: {
      available: () => ({ available: true, reason: '' }),
      running: () => started > 0,
      start: () => {
        started += 1
        return Promise.resolve()
      },
    },
  })
  expect(await fine.ask('POST', '/ds-api/app/demo')).toMatchObject({ status: 201, json: { status: 'Demo started' } })
  expect(started).toBe(1)
  const none = await running()
  expect(await none.ask('POST', '/ds-api/app/demo')).toMatchObject({
    status: 409,
    json: { error: 'The demo database cannot be started: this platform runs without one' },
  })
})
