import { expect, test } from './app.ts'

test('what watching costs, and for each report whether it works, stands beside the connection', async ({ signedIn: page, app }) => {
  await page.goto(`${app.url}#/connections`)
  await page.getByRole('button', { name: 'More for demo' }).click()
  await page.getByRole('menuitem', { name: 'Details…' }).click()
  const sheet = page.getByRole('dialog', { name: 'demo' })
  await expect(sheet.getByRole('region', { name: 'Cost' })).toContainText(/ms a minute|known a minute after/)
  const reports = sheet.getByRole('region', { name: 'Reports' }).getByRole('listitem')
  await expect(reports.first()).toBeVisible({ timeout: 15_000 })
  expect(await reports.count()).toBeGreaterThanOrEqual(12)
  await expect(reports.filter({ hasText: 'Top queries' })).toContainText('Works')
})

test('a stretched, paused connection says so in words', async ({ signedIn: page, app }) => {
  const rests = { stretch: 4, cost: 1234, tables_paused: 'there are 50000 tables and the limit is 1000', texts_paused: 'the file of texts has 700 MB' }
  await page.route('**/api/app/health', async (route) => {
    const reply = await route.fetch()
    const health = (await reply.json()) as { connections: object[] }
    await route.fulfill({ response: reply, json: { ...health, connections: health.connections.map((one) => ({ ...one, ...rests })) } })
  })
  await page.goto(`${app.url}#/connections`)
  const row = page.getByRole('row', { name: /demo/ })
  await expect(row).toContainText('1234')
  await expect(row).toContainText('4×')
  await expect(row.getByTitle(rests.tables_paused)).toBeVisible()
  await page.getByRole('button', { name: 'More for demo' }).click()
  await page.getByRole('menuitem', { name: 'Details…' }).click()
  const cost = page.getByRole('dialog', { name: 'demo' }).getByRole('region', { name: 'Cost' })
  await expect(cost).toContainText('2.06 % of one core')
  await expect(cost).toContainText('everything is read 4 times less often')
  await expect(cost).toContainText(rests.tables_paused)
  await expect(cost).toContainText(rests.texts_paused)
})

test('before saving, a test says what would not work, and the SQL that mends it can be copied', async ({ signedIn: page, app, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`${app.url}#/connections`)
  await page.getByRole('region', { name: 'Connections', exact: true }).getByRole('button', { name: 'Add', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Add a connection' })
  await expect(sheet.getByRole('button', { name: 'Test', exact: true })).toBeDisabled()
  await sheet.getByLabel('Paste a URI (optional)').fill('postgresql://nobody:secret@127.0.0.1:1/postgres')
  await sheet.getByRole('button', { name: 'Test', exact: true }).click()
  await expect(sheet).toContainText('It cannot be connected to: nothing listens on 127.0.0.1:1', { timeout: 20_000 })

  const mend = 'GRANT pg_monitor TO nobody'
  const check = {
    id: 'pg-monitor',
    doc: '',
    ok: false,
    blocks: false,
    hint: `Without it only our own sessions are seen. As superuser: ${mend}`,
    mend,
    affects: ['query'],
  }
  const reports = [
    { id: 'query', title: 'Query details', state: 'partly', why: 'Without it only our own sessions are seen' },
    { id: 'data-size', title: 'Data size', state: 'works', why: '' },
  ]
  const found = { connected: true, cause: '', version: '18.0', role: 'primary', provider: 'rds', pooled: true, host: false, checks: [check], reports }
  await page.route('**/api/app/connections/test', (route) => route.fulfill({ json: found }))
  await sheet.getByRole('button', { name: 'Test', exact: true }).click()
  await expect(sheet).toContainText('1 of 2 reports work')
  await expect(sheet).toContainText('Amazon RDS · through a pooler')
  await sheet.getByRole('button', { name: 'Copy' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(mend)
  await expect(page.getByRole('row', { name: /nobody/ })).toHaveCount(0)
})
