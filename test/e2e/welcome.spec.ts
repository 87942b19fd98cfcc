import { expect, test } from './app.ts'

test('the first page leads to each of its three ways', async ({ signedIn: page, app }) => {
  await page.goto(`${app.url}#/welcome`)
  await page.getByRole('region', { name: 'Explore with demo data' }).getByRole('button', { name: 'Show its load' }).click()
  await expect(page).toHaveURL(/#\/activity/)
  await page.goto(`${app.url}#/welcome`)
  await page.getByRole('button', { name: 'Add a connection' }).click()
  await expect(page.getByLabel('Paste a URI (optional)')).toBeFocused()
  await page.getByRole('button', { name: 'Save and watch' }).click()
  await expect(page.getByText('Name the host or its address')).toBeVisible()
})

test('an agent is registered, and its key can be taken along but not read over a shoulder', async ({ signedIn: page, app }) => {
  await page.goto(`${app.url}#/welcome`)
  await page.getByRole('button', { name: 'Register an agent' }).click()
  const part = page.getByRole('region', { name: 'Connect to an agent', exact: true }).last()
  await part.getByLabel('Name of the agent').fill('db-far')
  await part.getByRole('button', { name: 'Register the agent' }).click()
  const file = page.waitForEvent('download')
  await part.getByRole('button', { name: 'Save as license.key' }).click()
  const path = await (await file).path()
  const { readFileSync } = await import('node:fs')
  const key = readFileSync(path, 'utf8').trim()
  expect(key.length).toBeGreaterThan(30)
  await expect(page.getByText(key)).toHaveCount(0)
  await expect(part).toContainText('db-far has not uploaded yet')
})
