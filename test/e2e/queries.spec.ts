import { expect, test } from './app.ts'

test('statements of the demo are ranked, and one opens with its text and its minutes', async ({ signedIn: page, app }) => {
  test.setTimeout(240_000)
  await page.goto(`${app.url}#/queries?r=15m`)
  const grid = page.getByRole('grid', { name: 'Top queries' })
  // Statements are read once a minute, and the first reading is only the base.
  await expect(grid).toBeVisible({ timeout: 200_000 })
  await expect(page.getByRole('region', { name: 'Top queries' })).toContainText(/These \d+ = [\d.]+\s%/)
  const first = grid.getByRole('row').nth(1)
  const text = await first.getByRole('gridcell').first().innerText()
  await first.click()
  const panel = page.getByRole('complementary', { name: 'Query' })
  await expect(panel).toContainText(text.replace('…', '').slice(0, 20))
  await expect(panel.getByRole('img', { name: /^Calls per second: highest/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
})

test('the plan of a statement is a tree of its nodes, and a sample of it has its values', async ({ signedIn: page, app }) => {
  test.setTimeout(400_000)
  await page.goto(`${app.url}#/queries?r=15m`)
  const grid = page.getByRole('grid', { name: 'Top queries' })
  await expect(grid).toBeVisible({ timeout: 200_000 })
  const panel = page.getByRole('complementary', { name: 'Query' })
  // The costliest are planned first, a few a minute.
  await expect(async () => {
    await page.reload()
    await grid.getByRole('row').nth(1).click()
    await panel.getByRole('tab', { name: 'Plans' }).click()
    await expect(panel.getByRole('table', { name: 'Plan' })).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 180_000, intervals: [5_000] })
  await expect(panel.getByRole('list', { name: 'Shapes of the plan' })).toContainText(/since|Earlier|alternates/)
  // Whatever is on top, rows come from somewhere.
  await expect(panel.getByRole('table', { name: 'Plan' })).toContainText(/Scan|Result|Values/)
  await expect(panel.getByRole('button', { name: 'Copy JSON' })).toBeEnabled()

  await panel.getByRole('tab', { name: 'Samples' }).click()
  await expect(panel.getByRole('list', { name: 'Samples' }).or(panel.getByRole('heading', { name: 'No sample' }))).toBeVisible()
})
