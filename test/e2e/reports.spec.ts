import { readFileSync } from 'node:fs'
import { expect, test } from './app.ts'

test('a report is chosen, asked for the range, filtered, drawn over time and saved as the interface answers it', async ({ signedIn: page, app }) => {
  await page.goto(`${app.url}#/reports?r=15m&report=session-history`)
  const grid = page.getByRole('grid', { name: 'Session history' })
  await expect(grid.getByRole('row').nth(2)).toBeVisible({ timeout: 60_000 })
  await page.getByRole('textbox', { name: 'Filter the rows' }).fill('no such session')
  await expect(page.getByText('Filtered out')).toBeVisible()

  await page.getByRole('navigation', { name: 'Reports' }).getByRole('button', { name: 'Instance activity' }).click()
  await expect(page.getByRole('grid', { name: 'Instance activity' }).getByRole('row').nth(1)).toBeVisible({ timeout: 30_000 })
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV' }).click()])
  expect(download.suggestedFilename()).toBe('pg-instance.csv')
  expect(readFileSync(await download.path(), 'utf8')).toMatch(/^time,pg_instance,database,num_backends,/)
  await page.keyboard.press('v')
  await expect(page.getByRole('img', { name: /^num backends · .+: highest [1-9]/ })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('grid', { name: 'Instance activity' })).toBeVisible()
})
