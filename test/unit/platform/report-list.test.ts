/** The list of reports says what may be asked, so that a screen needs to know no report. */
import { expect, test } from 'vitest'
import { ReportEntry } from '../../../shared/model/report.ts'
import { aboutInstance, MINUTE, NOON, running, stamp } from './running.ts'

const listed = async ({ ask }: Awaited<ReturnType<typeof running>>, token?: string): Promise<readonly ReportEntry[]> =>
  ReportEntry.array().parse((await ask('GET', '/ds-api/app/reports', undefined, token === undefined ? undefined : { 'user-token': token })).json)

test('every listed report answers at its path, with the choices it names and the columns it declares', async () => {
  const platform = await running()
  platform.store([aboutInstance(NOON)])
  const range = { from: stamp(NOON - MINUTE), to: stamp(NOON + MINUTE), filters: [] }
  const entries = await listed(platform)
  expect(entries.filter(({ documented }) => documented)).toHaveLength(11)
  for (const { id, path, by, compute, group_by, include, columns } of entries) {
    const body = {
      ...range,
      ...(by.length > 0 && { by: by.at(-1), limit: 5 }),
      ...(compute && { compute: 'summary' }),
      ...(group_by && { group_by: 'env' }),
      ...(include.length > 0 && { include }),
    }
    const reply = await platform.ask('POST', path, { ...body, output: 'csv' })
    expect([id, reply.status < 300, reply.error]).toEqual([id, true, ''])
    const header = reply.text.split('\r\n')[0]?.split(',') ?? []
    expect([id, columns.filter(({ name }) => !header.includes(name))]).toEqual([id, []])
  }
})

test('a developer is shown the reports of a developer', async () => {
  const platform = await running()
  await platform.ask('POST', '/ds-api/users/dev@example.com', { password: 'correct horse', privilege: 'read', profile: 'developer', live_360: 0 })
  const { token } = await platform.ask('POST', '/ds-api/user-token', undefined, {
    authorization: `Basic ${Buffer.from('dev@example.com:correct horse').toString('base64')}`,
  })
  const ids = (await listed(platform, token)).map(({ id }) => id)
  expect(ids).toContain('session-history')
  expect(ids).not.toContain('tables')
})
