import { expect, test } from 'vitest'
import { httpsClient } from '../../electron/kernel/client.ts'
import { pass } from '../unit/alerting/minutes.ts'
import { basic, MINUTE, NOON, running, type Reply, type Running } from '../unit/platform/running.ts'

const ONE = '/ds-api/alerting/alpha@main'

/** A user's own way to ask, over real HTTPS. */
async function asUser(platform: Running, email: string, privilege: string, more: object = {}) {
  const made = await platform.ask('POST', `/ds-api/users/${email}`, { password: 'long enough', privilege, ...more })
  expect([made.status, made.error]).toEqual([201, ''])
  const { token } = await platform.ask('POST', '/ds-api/user-token', undefined, { authorization: basic(email, 'long enough') })
  const client = httpsClient({ trust: { fingerprint: platform.platform.fingerprint } })
  return {
    ask: async (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object) => {
      const { status, body: text } = await client.request({
        method,
        url: `${platform.platform.url}${path}`,
        headers: { 'user-token': token, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      return { status, json: JSON.parse(text.toString()) as unknown }
    },
    close: () => client.close(),
  }
}

test('the published operations, as existing clients call them', async () => {
  const platform = await running()
  const { ask } = platform
  for (let n = 0; n < 3; n++) await pass(platform, { backends: 85 })
  expect((await ask('GET', `${ONE}/status`)).json).toEqual({ enabled: true, reason: '' })
  expect((await ask('PATCH', `${ONE}/disable`)).json).toEqual({ enabled: false, reason: 'A silence has been created for the instance' })
  expect((await ask('PATCH', `${ONE}/disable`)).status).toBe(200)
  expect((await ask('GET', `${ONE}/status`)).json).toEqual({ enabled: false, reason: 'A silence has been created for the instance' })
  expect((await ask('GET', '/ds-api/app/silences')).json).toHaveLength(1)
  expect((await ask('PATCH', '/ds-api/alerting/alpha%40main/enable')).json).toEqual({ enabled: true, reason: '' })
  const problems = (await ask('GET', `${ONE}/problems`)).json as Record<string, unknown>[]
  expect(problems).toEqual([
    {
      id: 1,
      event_time: '2026-03-10 12:02:00',
      pg_instance: 'alpha@main',
      check_name: 'Max connections',
      check_state: 'WARNING',
      message: '85 of 100 connections are taken (85\u00a0%)',
      since: '2026-03-10 12:02:00',
      resolved_time: null,
      custom: false,
      extra_data: { rule: 'max-connections', value: 85, threshold: 80, unit: 'percent', subject: null },
    },
  ])
  expect(Object.keys(problems[0] ?? {})).toEqual([
    'id',
    'event_time',
    'pg_instance',
    'check_name',
    'check_state',
    'message',
    'since',
    'resolved_time',
    'custom',
    'extra_data',
  ])
  const custom = await ask('POST', `${ONE}/problems`, { message: 'backup is late', check_name: 'backup', check_state: 'CRITICAL', whatever: 1 })
  expect([custom.status, custom.json]).toMatchObject([201, { custom: true, check_state: 'CRITICAL', check_name: 'backup', resolved_time: null }])
  expect((await ask('POST', `${ONE}/problems`, { check_state: 'BAD' })).status).toBe(400)
  await ask('POST', `${ONE}/problems`, { message: 'done', check_name: 'backup', check_state: 'OK' })
  const states = ((await ask('GET', `${ONE}/problems`)).json as { check_name: string; check_state: string }[]).map(
    (one) => `${one.check_name} ${one.check_state}`,
  )
  expect(states).toEqual(['Max connections WARNING', 'backup OK', 'backup OK'])
  for (const [method, path] of [
    ['GET', 'status'],
    ['PATCH', 'enable'],
    ['PATCH', 'disable'],
    ['GET', 'problems'],
  ] as const)
    expect(await ask(method, `/ds-api/alerting/no@body/${path}`)).toMatchObject({ status: 404, error: expect.stringContaining('no@body') as string })
  expect((await ask('GET', `${ONE}/status`, undefined, {})).status).toBe(401)
})

test('enabling tells why alerting stays off: the global switch, a silence through tags, no rule', async () => {
  const platform = await running()
  const { ask } = platform
  await pass(platform, {})
  const enable = async (): Promise<unknown> => (await ask('PATCH', `${ONE}/enable`)).json
  const until = NOON + 3_600_000
  const { json: silence } = await ask('POST', '/ds-api/app/silences', { filters: [{ tag: 'env', value: 'prod' }], reason: 'night batch', until })
  expect(await enable()).toEqual({
    enabled: false,
    reason: 'A silence covers the instance through its tags until 2026-03-10 13:00:00 UTC by admin: night batch',
  })
  await ask('PUT', '/ds-api/app/alerting', { enabled: false })
  expect(await enable()).toEqual({ enabled: false, reason: 'Alerting is off for the whole platform' })
  await ask('PUT', '/ds-api/app/alerting', { enabled: true })
  await ask('DELETE', `/ds-api/app/silences/${String((silence as { id: number }).id)}`)
  expect(await enable()).toEqual({ enabled: true, reason: '' })
  const rules = (await ask('GET', '/ds-api/app/rules')).json as { id: string; instances: number }[]
  expect(rules.every(({ instances }) => instances === 1)).toBe(true)
  for (const { id } of rules) await ask('PATCH', `/ds-api/app/rules/${id}`, { filters: [{ tag: 'env', value: 'dev' }] })
  expect(await enable()).toEqual({ enabled: false, reason: 'No alerting rule matches the instance' })
  expect((await ask('GET', '/ds-api/app/alerting')).json).toMatchObject({
    enabled: true,
    instances: [{ pg_instance: 'alpha@main', cause: 'no-rule', rules: 0 }],
  })
})

test('what happens while alerting is off opens nothing when it is on again', async () => {
  const platform = await running()
  await pass(platform, {})
  await platform.ask('PUT', '/ds-api/app/alerting', { enabled: false })
  for (let n = 0; n < 5; n++) await pass(platform, { backends: 97 })
  await platform.ask('PUT', '/ds-api/app/alerting', { enabled: true })
  for (let n = 0; n < 2; n++) await pass(platform, {})
  expect((await platform.ask('GET', '/ds-api/app/problems')).json).toEqual({ open: 0, closed_24h: 0, problems: [] })
})

test('thresholds: of the instance before those of tags before those of the rule; what is not valid is refused', async () => {
  const platform = await running()
  const { ask } = platform
  const rule = (warning: number) => ({ 'max-connections': { warning, critical: null, occurrences: 1 } })
  expect((await ask('PATCH', '/ds-api/app/rules/max-connections', { warning: 70, occurrences: 1 })).json).toMatchObject({
    warning: 70,
    critical: 95,
    changed: { by: 'admin' },
  })
  await pass(platform, { backends: 71 })
  const open = async (): Promise<number> => ((await ask('GET', '/ds-api/app/problems?show=open')).json as { open: number }).open
  expect(await open()).toBe(1)
  const tags = await ask('POST', '/ds-api/app/alert-templates', { name: 'prod', filters: [{ tag: 'env', value: 'prod' }], rules: rule(75) })
  expect([tags.status, tags.json]).toMatchObject([201, { instances: 1 }])
  await pass(platform, { backends: 71 })
  expect(await open()).toBe(0)
  await ask('POST', '/ds-api/app/alert-templates', { name: 'main', pg_instance: 'alpha@main', rules: rule(60) })
  await pass(platform, { backends: 61 })
  expect(await open()).toBe(1)
  expect((await ask('GET', '/ds-api/app/alert-templates')).json).toMatchObject([{ name: 'main' }, { name: 'prod' }])
  expect((await ask('POST', '/ds-api/app/alert-templates', { name: 'MAIN', pg_instance: 'x', rules: {} })).status).toBe(409)
  expect((await ask('PATCH', '/ds-api/app/rules/max-connections', { warning: 99 })).error).toBe('critical must not be below warning')
  expect((await ask('PATCH', '/ds-api/app/rules/nonsense', {})).status).toBe(404)
  expect((await ask('DELETE', '/ds-api/app/rules/max-connections/settings')).json).toMatchObject({
    warning: 80,
    occurrences: 2,
    changed: null,
    fired: [0, 0, 0, 0, 0, 0, 2],
  })
  expect((await ask('POST', '/ds-api/app/rules/matches', { filters: [{ tag: 'env', value: 'dev' }] })).json).toEqual({ count: 0, instances: [] })
})

test('a problem is acknowledged, closed by hand, and opened again when it comes back', async () => {
  const platform = await running()
  const { ask } = platform
  for (let n = 0; n < 2; n++) await pass(platform, { backends: 85 })
  expect((await ask('PUT', '/ds-api/app/problems/1/acknowledgement', { note: 'I see to it' })).json).toMatchObject({
    acknowledged: { by: 'admin', note: 'I see to it' },
    history: [{ event: 'opened' }, { event: 'acknowledged' }],
  })
  expect((await ask('DELETE', '/ds-api/app/problems/1/acknowledgement')).json).toMatchObject({ acknowledged: null })
  expect((await ask('POST', '/ds-api/app/problems/1/close', { note: 'known' })).json).toMatchObject({ state: 'OK', worst: 'WARNING' })
  expect((await ask('POST', '/ds-api/app/problems/1/close')).status).toBe(409)
  await pass(platform, { backends: 85 })
  expect((await ask('GET', '/ds-api/app/problems')).json).toMatchObject({ open: 0, closed_24h: 1 })
  for (const backends of [5, 5, 85, 85]) await pass(platform, { backends })
  expect((await ask('GET', '/ds-api/app/problems?show=open&severity=WARNING&rule=max-connections')).json).toMatchObject({ open: 1, problems: [{ id: 2 }] })
  expect((await ask('GET', '/ds-api/app/problems/77')).status).toBe(404)
})

test('problems of a range are those that were open in it; the overview counts the open ones, for those who may see them', async () => {
  const platform = await running()
  const { ask } = platform
  for (const backends of [85, 85, 5, 5]) await pass(platform, { backends })
  const opened = NOON + 2 * MINUTE
  const ids = async (from: number, to: number): Promise<unknown> =>
    ((await ask('GET', `/ds-api/app/problems?show=closed&from=${String(from)}&to=${String(to)}`)).json as { problems: { id: number }[] }).problems.map(
      ({ id }) => id,
    )
  expect(await ids(opened - MINUTE, opened - 1)).toEqual([])
  expect(await ids(opened - MINUTE, opened)).toEqual([1])
  expect(await ids(opened + MINUTE, opened + MINUTE)).toEqual([1])
  expect(await ids(opened + 10 * MINUTE, opened + 11 * MINUTE)).toEqual([])
  const counted = async (): Promise<unknown> => ((await ask('GET', '/ds-api/app/overview')).json as { problems: unknown }).problems
  expect(await counted()).toEqual({ open: 0, worst: 'OK' })
  for (const backends of [96, 96]) await pass(platform, { backends })
  expect(await counted()).toEqual({ open: 1, worst: 'CRITICAL' })
  const developer = await asUser(platform, 'dev@example.org', 'read', { profile: 'developer' })
  expect((await developer.ask('GET', '/ds-api/app/overview')).json).toMatchObject({ problems: null })
  await developer.close()
})

test('a back-test tells where a rule would have fired over what is stored', async () => {
  const platform = await running()
  const values = [50, 50, 90, 90, 90, 50, 50, 50, 92, 93, 50, 50, 90]
  for (const backends of values) await pass(platform, { backends })
  const range = { from: NOON - MINUTE, to: platform.clock.time }
  const test = (more: object): Promise<Reply> =>
    platform.ask('POST', '/ds-api/app/rules/max-connections/back-test', { ...range, critical: 93, occurrences: 2, warning: 88, ...more })
  const { json } = await test({})
  expect(json).toMatchObject({
    fired: 2,
    left_out: 0,
    instances: [
      {
        pg_instance: 'alpha@main',
        problems: [
          { from: NOON + 4 * MINUTE, to: NOON + 7 * MINUTE, worst: 'WARNING' },
          { from: NOON + 10 * MINUTE, to: NOON + 12 * MINUTE, worst: 'WARNING' },
        ],
        value: values,
      },
    ],
  })
  expect((await test({ occurrences: 4 })).json).toMatchObject({ fired: 0 })
  expect((await test({ filters: [{ tag: 'env', value: 'dev' }] })).json).toMatchObject({ fired: 0, instances: [] })
  expect((await test({ from: range.to, to: range.from })).status).toBe(400)
})

const WRITES: readonly (readonly [method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body: object | undefined, needs: 'read write' | 'admin'])[] = [
  ['PATCH', `${ONE}/disable`, undefined, 'read write'],
  ['PATCH', `${ONE}/enable`, undefined, 'read write'],
  ['POST', `${ONE}/problems`, { message: 'm' }, 'read write'],
  ['PUT', '/ds-api/app/problems/1/acknowledgement', {}, 'read write'],
  ['DELETE', '/ds-api/app/problems/1/acknowledgement', undefined, 'read write'],
  ['POST', '/ds-api/app/problems/1/close', {}, 'read write'],
  ['POST', '/ds-api/app/silences', { pg_instance: 'alpha@main' }, 'read write'],
  ['DELETE', '/ds-api/app/silences/1', undefined, 'read write'],
  ['PUT', '/ds-api/app/alerting', { enabled: true }, 'admin'],
  ['PATCH', '/ds-api/app/rules/cpu', { warning: 70 }, 'admin'],
  ['DELETE', '/ds-api/app/rules/cpu/settings', undefined, 'admin'],
  ['POST', '/ds-api/app/alert-templates', { name: 't', pg_instance: 'alpha@main', rules: {} }, 'admin'],
  ['PATCH', '/ds-api/app/alert-templates/1', { name: 'u' }, 'admin'],
  ['DELETE', '/ds-api/app/alert-templates/1', undefined, 'admin'],
  ['POST', '/ds-api/app/channels', { name: 'd', target: { kind: 'desktop' } }, 'admin'],
  ['PATCH', '/ds-api/app/channels/1', { enabled: false }, 'admin'],
  ['DELETE', '/ds-api/app/channels/1', undefined, 'admin'],
]
const READS = [
  `${ONE}/status`,
  `${ONE}/problems`,
  '/ds-api/app/alerting',
  '/ds-api/app/problems',
  '/ds-api/app/rules',
  '/ds-api/app/alert-templates',
  '/ds-api/app/silences',
]

test('who may what, over real HTTPS', async () => {
  const platform = await running()
  await pass(platform, {})
  for (const privilege of ['read', 'read write', 'admin']) {
    await platform.ask('POST', `${ONE}/problems`, { message: 'something to see to' })
    const user = await asUser(platform, `${privilege.replace(' ', '-')}@example.org`, privilege)
    for (const path of READS) expect([privilege, path, (await user.ask('GET', path)).status]).toEqual([privilege, path, 200])
    expect((await user.ask('GET', '/ds-api/app/channels')).status).toBe(privilege === 'admin' ? 200 : 403)
    for (const [method, path, body, needs] of WRITES) {
      const { status } = await user.ask(method, path, body)
      const may = privilege === 'admin' || privilege === needs
      expect([privilege, method, path, status === 403]).toEqual([privilege, method, path, !may])
      expect(status, `${method} ${path}`).toBeLessThan(500)
    }
    await user.close()
  }
  const developer = await asUser(platform, 'dev@example.org', 'admin', { profile: 'developer' })
  for (const path of READS) expect([path, (await developer.ask('GET', path)).status]).toEqual([path, 403])
  await developer.close()
})

test('who sees some instances only sees, silences and acknowledges nothing of the others', async () => {
  const platform = await running()
  for (let n = 0; n < 2; n++) {
    await pass(platform, { backends: 85 })
    platform.clock.time -= MINUTE
    await pass(platform, { backends: 85 }, { connection: 'c2', name: 'other', tags: 'env=dev' })
  }
  await pass(platform, undefined)
  expect((await platform.ask('GET', '/ds-api/app/problems')).json).toMatchObject({ open: 2 })
  await platform.ask('POST', '/ds-api/roles/dev', { access: [{ filters: [{ tag: 'env', value: 'dev' }] }] })
  const user = await asUser(platform, 'some@example.org', 'read write', { roles: ['dev'] })
  const { json } = await user.ask('GET', '/ds-api/app/problems')
  expect(json).toMatchObject({ open: 1, problems: [{ pg_instance: 'alpha@other' }] })
  expect((await user.ask('GET', `${ONE}/status`)).status).toBe(404)
  expect((await user.ask('GET', '/ds-api/app/alerting')).json).toMatchObject({ instances: [{ pg_instance: 'alpha@other' }] })
  const foreign = ((await platform.ask('GET', `${ONE}/problems`)).json as { id: number }[])[0]?.id ?? 0
  expect((await user.ask('PUT', `/ds-api/app/problems/${String(foreign)}/acknowledgement`, {})).status).toBe(404)
  expect((await user.ask('POST', '/ds-api/app/silences', { pg_instance: 'alpha@main' })).status).toBe(404)
  expect((await user.ask('POST', '/ds-api/app/silences', { filters: [{ tag: 'env', value: 'dev' }] })).status).toBe(403)
  expect((await user.ask('POST', '/ds-api/app/silences', { pg_instance: 'alpha@other' })).status).toBe(201)
  await user.close()
})
