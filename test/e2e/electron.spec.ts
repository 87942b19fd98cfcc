/**
 * The desktop application itself. It runs where there is an Electron binary (ELECTRON_OVERRIDE_DIST_PATH, or node_modules/electron/dist), a display, and a build in out/;
 * elsewhere each test reports that it did not run, and why. What the shell decides is held by test/unit/shell, which runs everywhere.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron, expect, test as base, type ElectronApplication, type Page } from '@playwright/test'

const ROOT = join(import.meta.dirname, '..', '..')
const DIST = process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(ROOT, 'node_modules', 'electron', 'dist')
const BINARY = join(DIST, { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' }[process.platform as string] ?? 'electron')

const whyNot = (): string => {
  if (!existsSync(BINARY)) return `not run: there is no Electron binary at ${BINARY}`
  if (process.platform === 'linux' && !process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY']) return 'not run: there is no display'
  return existsSync(join(ROOT, 'out', 'main', 'index.mjs')) ? '' : 'not run: the application is not built'
}

const test = base.extend<{ desktop: ElectronApplication; page: Page }>({
  desktop: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'desktop-'))
    const flags = ['--data-dir', folder, '--platform-port', '0', '--agent-port', '0']
    const desktop = await _electron.launch({ executablePath: BINARY, args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), ROOT, ...flags] })
    await use(desktop)
    await desktop.close()
    rmSync(folder, { recursive: true, force: true })
  },
  page: async ({ desktop }, use) => {
    const page = await desktop.firstWindow()
    await page.waitForLoadState('domcontentloaded')
    await use(page)
  },
})

test.beforeEach(() => {
  const reason = whyNot()
  test.skip(reason !== '', reason)
})

test('the window is a page of the platform, without Node and with nothing but the bridge', async ({ page }) => {
  expect(new URL(page.url()).origin).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/)
  expect(await page.evaluate(() => [typeof Reflect.get(window, 'require'), typeof Reflect.get(window, 'process')])).toEqual(['undefined', 'undefined'])
  expect(await page.evaluate(() => Object.keys(Reflect.get(window, 'watchpost') as object))).toEqual(['ask', 'on'])
})

test('a ticket signs in once', async ({ page }) => {
  const statuses = await page.evaluate(async () => {
    const bridge = Reflect.get(window, 'watchpost') as { ask(channel: string, argument: null): Promise<string> }
    const ticket = await bridge.ask('sign-in-ticket', null)
    const trade = async (): Promise<number> => (await fetch('/ds-api/app/session/renew', { method: 'POST', headers: { 'user-token': ticket } })).status
    return [await trade(), await trade()]
  })
  expect(statuses).toEqual([201, 401])
})

test('the window does not leave its address and opens no second one', async ({ desktop, page }) => {
  const before = page.url()
  await desktop.evaluate(({ shell }) => {
    shell.openExternal = () => Promise.resolve()
  })
  await page.evaluate(() => {
    window.open('https://www.postgresql.org/')
    window.location.href = 'https://www.postgresql.org/'
  })
  await page.waitForTimeout(500)
  expect(page.url()).toBe(before)
  expect(desktop.windows()).toHaveLength(1)
})

test('the core is started again when it dies, and the window goes on', async ({ desktop, page }) => {
  await desktop.evaluate(({ app }) => {
    const core = app.getAppMetrics().find(({ serviceName, name }) => serviceName === 'node.mojom.NodeService' || name === 'Watchpost core')
    if (core) process.kill(core.pid, 'SIGKILL')
  })
  await expect.poll(() => page.evaluate(async () => (await fetch('/ds-api/').catch(() => undefined))?.status ?? 0), { timeout: 30_000 }).toBeGreaterThan(0)
})
