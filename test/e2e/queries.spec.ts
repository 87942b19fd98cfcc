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
