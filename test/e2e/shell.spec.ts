import type { Page } from '@playwright/test'
import { expect, openLoad, test } from './app.ts'

const background = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)

for (const theme of ['light', 'dark'] as const) {
  test(`every screen is drawn in the ${theme} theme`, async ({ signedIn: page, app }, info) => {
    await page.emulateMedia({ colorScheme: theme })
    await openLoad(page, app)
    expect(await background(page)).toBe(theme === 'light' ? 'rgb(246, 247, 249)' : 'rgb(15, 18, 22)')
    for (const [name, size] of [
      ['wide', { width: 1440, height: 900 }],
      ['small', { width: 1024, height: 640 }],
    ] as const) {
      await page.setViewportSize(size)
      for (const screen of ['activity', 'queries', 'connections', 'agents', 'welcome']) {
        await page.goto(`${app.url}#/${screen}?r=5m`)
        await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
        await page.waitForLoadState('networkidle', { timeout: 5000 }).catch(() => undefined)
        await info.attach(`${screen} ${theme} ${name}`, { body: await page.screenshot(), contentType: 'image/png' })
        // The page itself never scrolls sideways; tables may.
        expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
      }
    }
  })
}

test('the theme is switched from the palette, without a reload, and stays', async ({ signedIn: page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  const light = await background(page)
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('textbox', { name: 'Search or run' }).fill('dark')
  await page.keyboard.press('Enter')
  await expect.poll(() => background(page)).not.toBe(light)
  await page.reload()
  await expect.poll(() => background(page)).not.toBe(light)
})

test('screens are reached by letters, and the overlay lists the keys', async ({ signedIn: page }) => {
  await page.keyboard.press('g')
  await page.keyboard.press('q')
  await expect(page).toHaveURL(/#\/queries/)
  await page.keyboard.press('g')
  await page.keyboard.press('n')
  await expect(page).toHaveURL(/#\/agents/)
  await page.keyboard.press('g')
  await page.keyboard.press('m')
  await expect(page).toHaveURL(/#\/connections/)
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Choose the time range')
})
