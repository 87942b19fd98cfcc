/** Problems, rules, silences, instances and channels, over a platform that judges the demo. */
import type { Page } from '@playwright/test'
import { expect as base, test, type App } from './app.ts'

/** Problems are listed anew every 10 s. */
const expect = base.configure({ timeout: 30_000 })

async function tokenOf(page: Page, { url, login, password }: App): Promise<string> {
  const reply = await page.request.post(`${url}ds-api/user-token`, {
    headers: { authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}` },
  })
  return ((await reply.json()) as { 'user-token': string })['user-token']
}

/** Tells of a problem as a script does. */
async function report(page: Page, app: App, state: 'WARNING' | 'OK'): Promise<string> {
  const headers = { 'user-token': await tokenOf(page, app) }
  await expect
    .poll(async () => ((await (await page.request.get(`${app.url}ds-api/app/overview`, { headers })).json()) as { instances: unknown[] }).instances.length)
    .toBeGreaterThan(0)
  const { instances } = (await (await page.request.get(`${app.url}ds-api/app/overview`, { headers })).json()) as { instances: { label: string }[] }
  const instance = instances[0]?.label ?? ''
  const data = { message: 'The backup of last night has not ended', check_name: 'Backup', check_state: state }
  expect((await page.request.post(`${app.url}ds-api/alerting/${encodeURIComponent(instance)}/problems`, { headers, data })).status()).toBe(201)
  return instance
}

test('a problem is listed with its badge, acknowledged, silenced from there, and closed into the history', async ({ signedIn: page, app }) => {
  await report(page, app, 'WARNING')
  await page.goto(`${app.url}#/problems?r=1h`)
  const row = page.getByRole('grid', { name: 'Open problems' }).getByRole('row', { name: /Backup/ })
  await expect(row).toContainText('nobody yet')
  await expect(page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: /Problems/ })).toContainText(/[1-9]/)
  await row.click()
  const panel = page.getByRole('complementary', { name: 'Problem' })
  await expect(panel).toContainText('The backup of last night has not ended')
  await expect(panel).toContainText('something else has told of it')

  await page.keyboard.press('a')
  const asked = page.getByRole('dialog', { name: /^Acknowledge Backup/ })
  await asked.getByLabel('Comment').fill('I look into it')
  await asked.getByRole('button', { name: 'Acknowledge' }).click()
  await expect(panel).toContainText('I look into it')

  await page.keyboard.press('c')
  await page
    .getByRole('dialog', { name: /^Close Backup/ })
    .getByRole('button', { name: 'Close the problem' })
    .click()
  await expect(
    page
      .getByRole('grid', { name: 'Resolved problems' })
      .getByRole('row', { name: /Backup/ })
      .first(),
  ).toBeVisible()
})

test('a threshold is typed in the sentence of its rule, tried over what is kept, saved, and put back as shipped', async ({ signedIn: page, app }) => {
  await page.goto(`${app.url}#/rules?rule=max-connections`)
  const panel = page.getByRole('complementary', { name: 'Rule' })
  const field = panel.getByLabel('Warning from')
  await expect(field).toHaveValue('80')
  await expect(panel).toContainText(/Matches \d+ of \d+ instance/)
  await field.fill('99')
  await expect(panel.getByRole('alert')).toContainText('Critical must not be below warning')
  await expect(panel.getByRole('button', { name: 'Save the rule' })).toBeDisabled()
  await field.fill('1')
  // The demo always has sessions: with one percent it would have fired as soon as two minutes were judged.
  await expect(panel.getByRole('region', { name: 'Back-test' })).toContainText(/Would have fired|Would not have fired/)
  await panel.getByRole('button', { name: 'Save the rule' }).click()
  await expect(page.getByRole('grid').getByRole('row', { name: /^Max connections/ })).toContainText('≥ 1')
  await panel.getByRole('button', { name: 'As shipped' }).click()
  await expect(field).toHaveValue('80')
  await expect(page.getByRole('grid').getByRole('row', { name: /^Certificate expires/ })).toContainText('≤ 30')
})

test('an instance is silenced with a reason and told of again', async ({ signedIn: page, app }) => {
  const instance = await report(page, app, 'OK')
  await page.goto(`${app.url}#/silences`)
  await page.getByRole('button', { name: 'Silence', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Silence instances' })
  await sheet.getByLabel('Instances').selectOption(instance)
  await sheet.getByRole('button', { name: 'Silence', exact: true }).click()
  await expect(sheet).toContainText('Say why: others will ask')
  await sheet.getByLabel('Why').fill('migration')
  await sheet.getByRole('button', { name: 'Silence', exact: true }).click()
  const row = page.getByRole('grid', { name: 'Silences' }).getByRole('row', { name: /migration/ })
  await expect(row).toBeVisible()
  await page.goto(`${app.url}#/instances`)
  const seen = page.getByRole('grid', { name: 'Instances' }).getByRole('row', { name: new RegExp(instance) })
  await expect(seen).toContainText('migration')
  await page.goto(`${app.url}#/silences`)
  await row.getByRole('button', { name: /^End the silence of/ }).click()
  await expect(row).toBeHidden()
})

test('a channel that cannot be used says what is missing, one that can is listed', async ({ signedIn: page, app }) => {
  await page.goto(`${app.url}#/settings`)
  await page.getByRole('button', { name: 'Add a channel' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: 'Add the channel' }).click()
  await expect(sheet.locator('[aria-invalid="true"]').first()).toBeVisible()
  await sheet.getByLabel('Kind').selectOption('webhook')
  await sheet.getByLabel('Name').fill('on-call')
  await sheet.getByLabel('Address').fill('https://hooks.example.com/watchpost')
  await sheet.getByRole('button', { name: 'Add the channel' }).click()
  await expect(page.getByRole('grid', { name: 'Channels' }).getByRole('row', { name: /on-call/ })).toBeVisible()
})
