import { expect, test } from './app.ts'

/** `−0.25`, `▲ +0.82` and `0` as numbers. */
const numberOf = (text: string): number => Number(text.replace(/[^\d.−]/g, '').replace('−', '-'))

test('two windows are compared: the terms add up to what is printed, and a statement opens where it is told in full', async ({ signedIn: page, app }) => {
  test.setTimeout(400_000)
  await page.goto(`${app.url}#/compare?r=2m`)
  const difference = page.getByRole('region', { name: 'Difference' })
  const grid = page.getByRole('grid', { name: 'Statements that changed' })
  // Statements are read once a minute, and both windows must have been read.
  await expect(grid).toBeVisible({ timeout: 360_000 })
  await page.getByRole('button', { name: /^Live/ }).click()
  await expect(difference).toContainText(/Load [\d.]+ → [\d.]+ AAS/)
  for (const name of ['Earlier window', 'Later window'])
    await expect(difference.getByRole('region', { name })).toContainText(/\d{4} \d\d:\d\d:00–\d\d:\d\d:00.*% of it read/)

  await page.keyboard.press('v')
  const terms = difference.getByRole('table', { name: 'Terms of the difference' })
  const told = (await terms.getByRole('row').locator('td:nth-child(2)').allInnerTexts()).map(numberOf)
  expect(told).toHaveLength(7)
  expect(told.slice(0, -1).reduce((sum, value) => sum + value, 0)).toBeCloseTo(told.at(-1) ?? NaN, 6)
  await page.keyboard.press('v')
  await expect(difference.getByRole('img', { name: /^AAS: Before [\d.]+, Gone/ })).toBeVisible()

  const change = async (row: number): Promise<number> => numberOf(await grid.getByRole('row').nth(row).getByRole('gridcell').nth(3).innerText())
  const rows = await grid.getByRole('row').count()
  let sum = 0
  for (let row = 1; row < rows - 1; row++) sum += await change(row)
  expect(sum).toBeCloseTo(await change(rows - 1), 6)

  await grid.getByRole('row').nth(1).click()
  await expect(page).toHaveURL(/#\/queries\?.*q=/)
  await expect(page.getByRole('complementary', { name: 'Query' })).toBeVisible()
})

test('a window that was not read is a gap, and nothing is called new because of it', async ({ signedIn: page, app }) => {
  await page.goto(`${app.url}#/compare?r=5m`)
  await page.getByRole('button', { name: 'Another…' }).click()
  const field = page.getByLabel('Earlier window', { exact: true }).getByRole('textbox')
  await field.fill('nonsense')
  await expect(page.getByText('That is no range.')).toBeVisible()
  await field.fill('2020-03-01 08:00..08:05')
  await field.press('Enter')
  const difference = page.getByRole('region', { name: 'Difference' })
  await expect(difference).toContainText('1 Mar 2020 08:00:00–08:05:00')
  await expect(difference).toContainText('nothing of it read')
  await expect(difference).toContainText(/Nothing was read in the (earlier|later) window/)
  await expect(page.getByRole('grid')).toHaveCount(0)
})

test('a window brushed in the activity is compared with the time before it', async ({ signedIn: page, app }) => {
  const to = Math.floor(Date.now() / 60_000) * 60_000
  await page.goto(`${app.url}#/activity?r=1h&w=${String(to - 120_000)}-${String(to)}`)
  await expect(page.getByRole('region', { name: 'Window' })).toBeVisible()
  await page.keyboard.press('d')
  await expect(page).toHaveURL(new RegExp(`#/compare\\?.*w=${String(to - 120_000)}-${String(to)}`))
  await expect(page.getByRole('region', { name: 'Later window' })).toContainText('2 m')
})
