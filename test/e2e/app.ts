/** A whole headless edition with its demo, started from the build in a folder of its own, once for all specs of a run. */
import { test as base, expect, type Page } from '@playwright/test'
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import * as z from 'zod'

const ROOT = join(import.meta.dirname, '..', '..')
const Ready = z.object({ event: z.literal('ready'), ui: z.object({ url: z.string() }), credentials_file: z.string() })
const Credentials = z.object({ login: z.string(), password: z.string() })

export interface App {
  readonly url: string
  readonly login: string
  readonly password: string
}

/** The first line of the output says where it answers. A core that ends before that fails the test with what it said. */
async function readyLine(child: ReturnType<typeof spawn>): Promise<z.output<typeof Ready>> {
  let said = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-4000)
  })
  if (child.stdout === null) throw new Error('The core was started without an output')
  for await (const line of createInterface({ input: child.stdout })) return Ready.parse(JSON.parse(line))
  throw new Error(`The core ended before it was ready:\n${said}`)
}

export const test = base.extend<{ readonly signedIn: Page }, { readonly app: App }>({
  app: [
    // Playwright reads the names of fixtures out of the first parameter, so it has to be a pattern.
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'watchpost-e2e-'))
      const args = [join(ROOT, 'out', 'headless', 'index.mjs'), '--demo', '--data-dir', folder, '--agent-port', '0', '--platform-port', '0']
      const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] })
      const ended = new Promise((resolve) => child.once('close', resolve))
      try {
        const ready = await readyLine(child)
        const { login, password } = Credentials.parse(JSON.parse(readFileSync(ready.credentials_file, 'utf8')))
        await use({ url: ready.ui.url, login, password })
      } finally {
        child.kill('SIGTERM')
        await ended
        rmSync(folder, { recursive: true, force: true })
      }
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  /** A page of somebody who has signed in, and in which nothing went wrong until its end. */
  signedIn: async ({ page, app }, use) => {
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text())
    })
    await signIn(page, app)
    await use(page)
    expect(faults).toEqual([])
  },
})

export async function signIn(page: Page, { url, login, password }: App): Promise<void> {
  await page.goto(url)
  await page.getByLabel('E-mail or login').fill(login)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('navigation', { name: 'Screens' })).toBeVisible()
}

/** Opens the load of the last minutes and waits until the demo's sessions are drawn. */
export async function openLoad(page: Page, { url }: App): Promise<void> {
  await page.goto(`${url}#/activity?r=5m`)
  await expect(chartOf(page)).toHaveAccessibleName(/highest [1-9]/, { timeout: 60_000 })
}

/** The day stands under it. */
export const chartOf = (page: Page) => page.getByRole('region', { name: 'Load', exact: true }).getByRole('img').first()

export { expect }
