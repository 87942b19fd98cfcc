import { createHmac } from 'node:crypto'
import { createServer } from 'node:https'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../electron/kernel/clock.ts'
import { ownTls } from '../../electron/kernel/tls.ts'
import type { Notice } from '../../shared/ipc.ts'
import { pass } from '../unit/alerting/minutes.ts'
import { MINUTE, running, type Running } from '../unit/platform/running.ts'
import { listenSmtp, type SmtpListener } from './smtp-listener.ts'

async function mailServer(more: Parameters<typeof listenSmtp>[0] = {}): Promise<SmtpListener> {
  const smtp = await listenSmtp(more)
  onTestFinished(() => smtp.close())
  return smtp
}

const mailTo = (smtp: SmtpListener, more: object = {}): object => ({
  kind: 'mail',
  host: '127.0.0.1',
  port: smtp.port,
  security: 'none',
  from: 'watchpost@example.org',
  to: ['ops@example.org', 'dba@example.org'],
  ...more,
})

async function addChannel({ ask }: Running, target: object, more: object = {}): Promise<number> {
  const { status, json, error } = await ask('POST', '/ds-api/app/channels', { name: `c${String(Math.random())}`, target, ...more })
  expect([status, error]).toEqual([201, ''])
  return (json as { id: number }).id
}

const subjects = ({ mails }: SmtpListener): readonly string[] => mails.map(({ text }) => /^Subject: (.*)$/m.exec(text)?.[1] ?? '')

test('a mail is sent when a problem is opened, when it gets worse, and when it is over: each once, also over a restart', async () => {
  const platform = await running()
  const smtp = await mailServer()
  await addChannel(platform, mailTo(smtp))
  for (const backends of [85, 85, 85, 85]) await pass(platform, { backends })
  expect(subjects(smtp)).toEqual(['WARNING: Max connections on alpha@main'])
  expect(smtp.mails[0]).toMatchObject({ from: 'watchpost@example.org', to: ['ops@example.org', 'dba@example.org'] })
  const again = await running({ time: platform.clock.time, over: platform })
  await again.platform.watchOver()
  for (const backends of [97, 97, 97]) await pass(again, { backends })
  // eases and gets worse again: known already
  for (const backends of [85, 85, 97, 97]) await pass(again, { backends })
  expect(subjects(smtp)).toEqual(['WARNING: Max connections on alpha@main', 'CRITICAL: Max connections on alpha@main'])
  for (const backends of [5, 5, 5]) await pass(again, { backends })
  expect(subjects(smtp).slice(2)).toEqual(['RESOLVED: Max connections on alpha@main'])
})

test('a mail server that refuses is tried again, later and later, and the reason is shown', async () => {
  const platform = await running()
  const smtp = await mailServer()
  const id = await addChannel(platform, mailTo(smtp))
  smtp.refuse('451 not now')
  for (const backends of [97, 97]) await pass(platform, { backends })
  const state = async () =>
    ((await platform.ask('GET', '/ds-api/app/channels')).json as { id: number; last: { failure: string }; waiting: number }[]).find((one) => one.id === id)
  expect((await state())?.last.failure).toContain('451 not now')
  expect((await state())?.waiting).toBe(1)
  smtp.refuse(undefined)
  await platform.platform.watchOver()
  expect(smtp.mails).toHaveLength(0)
  await pass(platform, { backends: 97 })
  expect(subjects(smtp)).toEqual(['CRITICAL: Max connections on alpha@main'])
  expect(await state()).toMatchObject({ waiting: 0, last: { failure: '' } })
})

test('a problem that was over before its beginning could be told is not told at all', async () => {
  const platform = await running()
  const smtp = await mailServer()
  await addChannel(platform, mailTo(smtp))
  smtp.refuse('451 not now')
  for (const backends of [97, 97, 5, 5]) await pass(platform, { backends })
  smtp.refuse(undefined)
  for (let n = 0; n < 5; n++) await pass(platform, {})
  expect(smtp.mails).toEqual([])
})

test('with STARTTLS the password goes over an encrypted line, and to nobody who cannot show the certificate', async () => {
  const platform = await running()
  const tls = await ownTls(`${platform.folder}/mail`, 'platform', systemClock)
  const smtp = await mailServer({ tls })
  const target = mailTo(smtp, { host: 'localhost', security: 'starttls', user: 'me', password: 'geheim' })
  const trusted = await addChannel(platform, { ...target, ca: tls.cert })
  expect((await platform.ask('POST', `/ds-api/app/channels/${String(trusted)}/test`)).status).toBe(201)
  expect(smtp.mails).toMatchObject([{ encrypted: true, login: 'me:geheim' }])
  const strange = await addChannel(platform, target)
  const refused = await platform.ask('POST', `/ds-api/app/channels/${String(strange)}/test`)
  expect([refused.status, refused.error]).toEqual([502, expect.stringMatching(/certificate|self.signed/i)])
  // a server that offers no encryption gets nothing
  const plain = await mailServer()
  const bare = await addChannel(platform, mailTo(plain, { host: 'localhost', security: 'starttls', user: 'me', password: 'geheim' }))
  expect((await platform.ask('POST', `/ds-api/app/channels/${String(bare)}/test`)).status).toBe(502)
  expect([smtp.mails.length, plain.mails.length]).toEqual([1, 0])
  expect(JSON.stringify((await platform.ask('GET', '/ds-api/app/channels')).json)).not.toContain('geheim')
})

test('TLS from the start', async () => {
  const platform = await running()
  const tls = await ownTls(`${platform.folder}/mail`, 'platform', systemClock)
  const smtp = await mailServer({ tls, secure: true })
  const id = await addChannel(platform, mailTo(smtp, { host: 'localhost', security: 'tls', ca: tls.cert }))
  expect((await platform.ask('POST', `/ds-api/app/channels/${String(id)}/test`)).status).toBe(201)
  expect(smtp.mails).toMatchObject([{ encrypted: true }])
})

test('names of instances cannot break out of a mail', async () => {
  const platform = await running()
  const smtp = await mailServer()
  await addChannel(platform, mailTo(smtp))
  await pass(platform, {})
  const nasty = 'a\r\nBcc: someone@example.org\r\n\r\nx'
  expect((await platform.ask('POST', '/ds-api/alerting/alpha@main/problems', { message: nasty, check_name: nasty })).status).toBe(201)
  await pass(platform, {})
  expect(smtp.mails).toHaveLength(1)
  expect(smtp.mails[0]?.to).toEqual(['ops@example.org', 'dba@example.org'])
  const [head = ''] = smtp.mails[0]?.text.split('\n\n') ?? []
  expect(head).not.toMatch(/^Bcc:/m)
})

test('a webhook is signed, tried again under the same number, and never follows', async () => {
  const platform = await running()
  const tls = await ownTls(`${platform.folder}/hook`, 'platform', systemClock)
  const calls: { readonly headers: Readonly<Record<string, unknown>>; readonly body: string }[] = []
  let status = 503
  const server = createServer({ key: tls.key, cert: tls.cert }, (request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      calls.push({ headers: request.headers, body })
      response.writeHead(status, { location: 'https://127.0.0.1:1/' }).end()
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  const { port } = server.address() as { port: number }
  await addChannel(platform, { kind: 'webhook', url: `https://localhost:${String(port)}/hook`, secret: 's3cret', ca: tls.cert })
  for (const backends of [97, 97]) await pass(platform, { backends })
  status = 302
  await pass(platform, { backends: 97 })
  status = 204
  platform.clock.time += MINUTE
  for (let n = 0; n < 3; n++) await pass(platform, { backends: 97 })
  expect(calls).toHaveLength(3)
  expect(new Set(calls.map(({ headers }) => headers['x-watchpost-delivery'])).size).toBe(1)
  for (const { headers, body } of calls) {
    const signature = createHmac('sha256', 's3cret')
      .update(`${String(headers['x-watchpost-timestamp'])}.${body}`)
      .digest('hex')
    expect(headers['x-watchpost-signature']).toBe(`sha256=${signature}`)
  }
  expect(JSON.parse(calls[0]?.body ?? '')).toMatchObject({
    event: 'opened',
    problem: { pg_instance: 'alpha@main', rule: 'max-connections', check_state: 'CRITICAL' },
  })
})

test('a webhook to a link-local address is refused', async () => {
  const platform = await running()
  const id = await addChannel(platform, { kind: 'webhook', url: 'https://169.254.169.254/latest/meta-data' })
  const reply = await platform.ask('POST', `/ds-api/app/channels/${String(id)}/test`)
  expect([reply.status, reply.error]).toEqual([502, expect.stringContaining('link-local')])
})

test('the desktop is told by itself, and many problems at once are one notice', async () => {
  const notices: Notice[] = []
  const platform = await running({ notify: (notice) => notices.push(notice) })
  await pass(platform, {})
  for (let n = 0; n < 2; n++) await pass(platform, { backends: 97 })
  expect(notices).toEqual([
    { title: 'CRITICAL: Max connections on alpha@main', body: '97 of 100 connections are taken (97\u00a0%)', path: '/problems?problem=1' },
  ])
  for (let n = 0; n < 5; n++) await platform.ask('POST', '/ds-api/alerting/alpha@main/problems', { message: 'm', check_name: `check ${String(n)}` })
  await pass(platform, { backends: 97 })
  expect(notices.slice(1)).toMatchObject([{ title: 'Problems: 5 open on 1 instance', path: '/problems' }])
})

test('in quiet hours nothing is told; what is still open afterwards is told then, and a critical one at once where that is wanted', async () => {
  const platform = await running()
  const [quiet, urgent] = [await mailServer(), await mailServer()]
  platform.config.putSetting('time_zone', 'UTC')
  await addChannel(platform, mailTo(quiet), { quiet_hours: { from: '11:00', to: '12:30' } })
  await addChannel(platform, mailTo(urgent), { quiet_hours: { from: '11:00', to: '12:30', except_critical: true } })
  for (let n = 0; n < 4; n++) await pass(platform, { backends: n < 2 ? 97 : 5, deadlocks: 1 })
  expect([subjects(quiet), subjects(urgent)]).toEqual([[], ['CRITICAL: Max connections on alpha@main']])
  for (let n = 0; n < 30; n++) await pass(platform, { deadlocks: 1 })
  expect(subjects(quiet)).toEqual(['WARNING: Deadlocks on alpha@main'])
})

test('a silence holds back, and what is still open at its end is told then', async () => {
  const platform = await running()
  const smtp = await mailServer()
  await addChannel(platform, mailTo(smtp))
  await pass(platform, {})
  const { json } = await platform.ask('POST', '/ds-api/app/silences', {
    filters: [{ tag: 'env', value: 'prod' }],
    reason: 'night batch',
    until: platform.clock.time + 5 * MINUTE,
  })
  for (let n = 0; n < 3; n++) await pass(platform, { backends: 97 })
  expect(json).toMatchObject({ active: true, instances: ['alpha@main'], created_by: 'admin' })
  expect((await platform.ask('GET', '/ds-api/app/silences')).json).toMatchObject([{ hides: 1 }])
  expect(smtp.mails).toEqual([])
  for (let n = 0; n < 3; n++) await pass(platform, { backends: 97 })
  expect(subjects(smtp)).toEqual(['CRITICAL: Max connections on alpha@main'])
})
