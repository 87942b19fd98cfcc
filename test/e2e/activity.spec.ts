import type { Page } from '@playwright/test'
import { chartOf, expect, openLoad, test } from './app.ts'

/** Sums as printed: what a reader would add up by hand. */
async function printedColumn(page: Page, column: number): Promise<number[]> {
  const grid = page.getByRole('grid', { name: /^Load by/ })
  // All at once: a refresh between two cells would mix two answers, or take a row away.
  const cells = await grid
    .getByRole('row')
    .evaluateAll((rows, at) => rows.slice(1).map((row) => row.querySelectorAll('[role="gridcell"]')[at]?.textContent ?? ''), column)
  // What is less than the last digit is told so, and counts as nothing.
  return cells.map((text) => (text.startsWith('<') ? 0 : Number(text.replace(/[≈\s]/g, ''))))
}

test('the load of the demo is drawn, and new samples come without a reload', async ({ signedIn: page, app }) => {
  await openLoad(page, app)
  await expect(page.getByText('DEMO', { exact: true }).first()).toBeVisible()
  const readings = async () => Number(/(\d+) readings/.exec(await page.getByRole('region', { name: 'Window' }).innerText())?.[1] ?? 0)
  const before = await readings()
  await expect.poll(readings, { timeout: 40_000 }).toBeGreaterThan(before)
})

test('what is printed in a list adds up to its sum', async ({ signedIn: page, app }) => {
  await openLoad(page, app)
  for (const tab of ['Users', 'Waits', 'Databases']) {
    await page.getByRole('tab', { name: tab }).click()
    await expect(page.getByRole('grid', { name: /^Load by/ })).toBeVisible()
    const loads = await printedColumn(page, 2)
    const shares = await printedColumn(page, 3)
    expect(loads.slice(0, -1).reduce((a, b) => a + b, 0)).toBeCloseTo(loads.at(-1) ?? -1, 6)
    expect(shares.slice(0, -1).reduce((a, b) => a + b, 0)).toBeCloseTo(100, 6)
  }
})

test('dragging over a peak makes it the window that the lists describe, and back undoes it', async ({ signedIn: page, app }) => {
  await openLoad(page, app)
  const box = await chartOf(page).boundingBox()
  if (box === null) throw new Error('The chart has no place on the page')
  const window = page.getByRole('region', { name: 'Window' })
  await expect(window).toContainText('Whole range')
  await page.mouse.move(box.x + box.width * 0.7, box.y + 80)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.85, box.y + 80, { steps: 6 })
  await page.mouse.up()
  await expect(window.getByText('Window', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/w=\d+-\d+/)
  await expect(page.getByRole('button', { name: /Paused .* behind/ })).toBeVisible()
  await page.goBack()
  await expect(window).toContainText('Whole range')
})

test('a peak is chosen without dragging: by button, by click, by keyboard', async ({ signedIn: page, app }) => {
  await openLoad(page, app)
  const window = page.getByRole('region', { name: 'Window' })
  await page.getByRole('button', { name: 'Select peak' }).click()
  await page.getByRole('menuitem').first().click()
  await expect(window.getByRole('button', { name: 'Zoom to window' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(window).toContainText('Whole range')
  await chartOf(page).focus()
  for (const key of ['End', 'ArrowLeft', 'ArrowLeft', 'Space', 'ArrowLeft', 'ArrowLeft', 'Space']) await page.keyboard.press(key)
  await expect(window.getByRole('button', { name: 'Zoom to window' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/r=\d+-\d+/)
})

test('a row of a list filters everything, as a chip that can be removed', async ({ signedIn: page, app }) => {
  await openLoad(page, app)
  await page.getByRole('tab', { name: 'Databases' }).click()
  const first = page.getByRole('grid', { name: 'Load by database' }).getByRole('row').nth(1)
  const name = await first.getByRole('gridcell').first().innerText()
  await first.click()
  const chips = page.getByRole('region', { name: 'Filters' })
  await expect(chips).toContainText(`database = ${name}`)
  await chips.getByRole('button', { name: `Remove the filter database ${name}` }).click()
  await expect(chips).toBeHidden()
})

test('the table shows the numbers of the chart', async ({ signedIn: page, app }) => {
  await openLoad(page, app)
  await page.keyboard.press('v')
  const table = page.getByRole('grid', { name: 'Average active sessions per bar' })
  await expect(table.getByRole('columnheader', { name: 'Total' })).toBeVisible()
  expect(await table.getByRole('row').count()).toBeGreaterThan(5)
})

test('a range can be typed', async ({ signedIn: page, app }) => {
  await openLoad(page, app)
  await page.keyboard.press('r')
  await page.getByLabel('Any words').fill('90m')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/r=90m/)
  await expect(page.getByRole('button', { name: 'Time range: Last 90 m' })).toBeVisible()
})

test('a filter is added without the mouse: a dimension, then a value, kept or left out', async ({ signedIn: page, app }) => {
  await openLoad(page, app)
  // A refresh between two keys would order the values anew.
  await page.keyboard.press('l')
  await page.keyboard.press('f')
  await page.getByRole('menuitem', { name: /^Database/ }).press('Enter')
  const value = page.getByRole('menuitem', { name: /%$/ }).first()
  await expect(value).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Keep only it instead' })).toBeFocused()
  const name = (await value.innerText()).replace(/^≠\s*/, '').split('\n')[0] ?? ''
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Filters' })).toContainText(`database ≠ ${name}`)
  await expect(page.getByRole('menu')).toHaveCount(0)
})

test('a bar has its actions, by the right button and by the point', async ({ signedIn: page, app, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openLoad(page, app)
  const chart = chartOf(page)
  const box = await chart.boundingBox()
  if (box === null) throw new Error('The chart has no place on the page')
  const at = { button: 'right', position: { x: box.width - 80, y: 60 } } as const
  await chart.click(at)
  await page.getByRole('menuitem', { name: 'Copy the bar' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^from\tto\taverage active sessions\thighest\treadings.*\n\d{4}-/)
  await expect(page.getByRole('region', { name: 'Window' })).toContainText('Whole range')
  await chart.focus()
  await chart.press('ArrowLeft')
  await chart.press('.')
  await page.getByRole('menuitem', { name: 'Make it the window' }).press('Enter')
  await expect(page).toHaveURL(/w=\d+-\d+/)
  await chart.click(at)
  await page.getByRole('menuitem', { name: 'Compare with the same time yesterday' }).click()
  await expect(page).toHaveURL(/#\/compare\?.*against=day/)
})

test('the day under the chart shows the range, and a drag on it chooses another', async ({ signedIn: page, app }) => {
  await openLoad(page, app)
  const day = page.getByRole('img', { name: /^The day around the range: highest/ })
  const box = await day.boundingBox()
  if (box === null) throw new Error('The day has no place on the page')
  await page.mouse.move(box.x + box.width * 0.5, box.y + 10)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.6, box.y + 10, { steps: 4 })
  await page.mouse.up()
  await expect(page).toHaveURL(/r=\d+-\d+/)
  const [, from, to] = /r=(\d+)-(\d+)/.exec(page.url()) ?? []
  expect((Number(to) - Number(from)) % 900_000).toBe(0)
  expect(Number(to) - Number(from)).toBeGreaterThan(3_600_000)
  await page.goBack()
  await expect(page).toHaveURL(/r=5m/)
})
