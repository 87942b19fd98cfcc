import type { Page } from '@playwright/test'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { connect } from 'node:tls'
import * as z from 'zod'
import { expect, signIn, test as base, type App } from './app.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const KEY = 'a-key-that-this-agent-is-started-with'
const Ready = z.object({ agent: z.object({ url: z.string() }) })

const test = base.extend<{ readonly elsewhere: string }>({
  /** Refusals are what is tested here, and the browser logs each; everything else that goes wrong in the page is a fault. */
  signedIn: async ({ page, app }, use) => {
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) faults.push(message.text())
    })
    await signIn(page, app)
    await use(page)
    expect(faults).toEqual([])
  },
  /** The address of a stand-alone agent in a folder of its own, which uploads to the platform of the run. */
  elsewhere: async ({ app }, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'watchpost-e2e-agent-'))
    const file = join(folder, 'license.key')
    writeFileSync(file, KEY)
    const { host } = new URL(app.url)
    const args = [join(ROOT, 'out', 'headless', 'index.mjs'), 'agent', '--data-dir', join(folder, 'data'), '--agent-port', '0']
    const child = spawn(process.execPath, [...args, '--upload-server', host, '--license-key-file', file], { cwd: ROOT, stdio: ['ignore', 'pipe', 'ignore'] })
    const ended = new Promise((resolve) => child.once('close', resolve))
    try {
      for await (const line of createInterface({ input: child.stdout })) {
        await use(Ready.parse(JSON.parse(line)).agent.url)
        break
      }
    } finally {
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    }
  },
})

/** What the agent really shows, looked at without the platform. */
const fingerprintOf = (url: string) =>
  new Promise<string>((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const socket = connect({ host: hostname, port: Number(port), rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate().fingerprint256.replaceAll(':', '').toLowerCase())
      socket.end()
    })
    socket.once('error', reject)
  })

async function openAgent(page: Page, app: App, name: string, tab: string): Promise<void> {
  await page.goto(`${app.url}#/agents`)
  await page
    .getByRole('row', { name: new RegExp(`^${name}`) })
    .getByText(name, { exact: true })
    .click()
  await page.getByRole('tab', { name: tab }).click()
}

test('a limit is changed in its cell and taken back', async ({ signedIn: page, app }) => {
  await openAgent(page, app, 'embedded', 'Limits')
  const limit = page.getByRole('textbox', { name: 'Tables monitoring limit' })
  await expect(limit).toHaveValue('1000')
  await limit.fill('0')
  await limit.press('Enter')
  await expect(page.getByRole('alert')).toContainText('A whole number from 1')
  await limit.fill('750')
  await limit.press('Enter')
  await expect(page.getByText('was 1000')).toBeVisible()
  await page.reload()
  await expect(limit).toHaveValue('750')
  await limit.fill('800')
  await limit.press('Enter')
  await page.getByRole('button', { name: /^Undo/ }).click()
  await expect(limit).toHaveValue('750')
  await expect(page.getByRole('button', { name: /^Undo/ })).toBeHidden()
  await limit.fill('1000')
  await limit.press('Enter')
  await expect(page.getByText('was 750')).toBeVisible()
  // The way back is offered for ten seconds and no longer.
  await expect(page.getByText('was 750')).toBeHidden({ timeout: 15_000 })
})

test('the upload is tested, and what the agent says is shown as it says it', async ({ signedIn: page, app }) => {
  await openAgent(page, app, 'embedded', 'Upload')
  await page.getByRole('button', { name: 'Test upload' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'OK' })).toBeVisible()
  await openAgent(page, app, 'embedded', 'Proxy')
  await page.getByLabel('Host', { exact: true }).fill('127.0.0.1')
  await page.getByLabel('Port', { exact: true }).fill('1')
  await page.getByRole('button', { name: 'Set', exact: true }).click()
  await expect(page.getByText('Uploads go through 127.0.0.1:1')).toBeVisible()
  await openAgent(page, app, 'embedded', 'Upload')
  const answer = page.waitForResponse((reply) => reply.url().endsWith('/test-upload'))
  await page.getByRole('button', { name: 'Test upload' }).click()
  const { error } = z.object({ error: z.string() }).parse(await (await answer).json())
  await expect(page.getByText(error, { exact: true })).toBeVisible()
  await openAgent(page, app, 'embedded', 'Proxy')
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('No proxy is set')).toBeVisible()
})

test('the embedded agent is stopped by its name and started again', async ({ signedIn: page, app }) => {
  await openAgent(page, app, 'embedded', 'Manage')
  await page.getByRole('button', { name: 'Stop…' }).click()
  const sheet = page.getByRole('dialog', { name: 'Stop embedded?' })
  await expect(sheet.getByRole('button', { name: 'Stop' })).toBeDisabled()
  await sheet.getByLabel('Type embedded to confirm').fill('embedded')
  await sheet.getByRole('button', { name: 'Stop' }).click()
  const row = page.getByRole('row', { name: /^embedded/ })
  await expect(row).toContainText('Stopped since')
  await page.getByRole('button', { name: 'Start embedded' }).first().click()
  await expect(row).toContainText('Answering')
})

test('an agent elsewhere is trusted by its fingerprint, and a wrong key is told and replaced', async ({ signedIn: page, app, elsewhere }) => {
  const shown = await fingerprintOf(elsewhere)
  await page.goto(`${app.url}#/agents`)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Add an agent' })
  await sheet.getByLabel('Name').fill('db-e2e')
  await sheet.getByLabel('URL of its management interface').fill(elsewhere)
  await sheet.getByLabel('License key').fill('not-the-key-it-was-started-with')
  await sheet.getByRole('button', { name: 'Add the agent' }).click()
  const row = page.getByRole('row', { name: /^db-e2e/ })
  await expect(row).toContainText('Certificate not accepted yet')
  await expect(row).toContainText('Never uploaded')
  await expect(page.getByText(shown)).toBeVisible()
  const trust = page.getByRole('button', { name: 'Trust it for db-e2e' })
  await expect(trust).toBeHidden()
  await page.getByLabel(/I have compared it/).check()
  await trust.click()
  await expect(row).toContainText('Key refused')
  await expect(page.getByText('the license key kept for it here is refused')).toBeVisible()
  await page.getByLabel('The license key it was started with').fill(KEY)
  await page.getByRole('button', { name: 'Replace the key' }).click()
  await expect(row).toContainText('Answering')
  await page.getByRole('tab', { name: 'License keys' }).click()
  await expect(page.getByRole('table', { name: 'License keys' })).toContainText('Valid')
  await expect(page.getByText(KEY)).toHaveCount(0)
  await page.getByRole('link', { name: 'Its connections' }).click()
  await expect(page.getByRole('heading', { name: 'Connections of db-e2e' })).toBeVisible()
  await expect(page.getByText('No database is watched yet')).toBeVisible()
  await openAgent(page, app, 'db-e2e', 'Manage')
  await page.getByRole('button', { name: 'Delete…' }).click()
  const remove = page.getByRole('dialog', { name: 'Delete db-e2e?' })
  await remove.getByLabel('Type db-e2e to confirm').fill('db-e2e')
  await remove.getByRole('button', { name: 'Delete' }).click()
  await expect(row).toBeHidden()
})

test('a changed certificate blocks, and both fingerprints stand side by side', async ({ signedIn: page, app }) => {
  const [before, after] = ['ab'.repeat(32), 'cd'.repeat(32)].map((fingerprint) => ({ fingerprint, pin: fingerprint }))
  await page.route('**/ds-api/app/agents', async (route) => {
    const answer = await route.fetch()
    const agents = z.array(z.looseObject({})).parse(await answer.json())
    await route.fulfill({
      response: answer,
      json: agents.map((agent) => ({ ...agent, state: 'certificate-changed', embedded: false, certificate: { accepted: before, seen: after } })),
    })
  })
  await openAgent(page, app, 'embedded', 'Limits')
  await expect(page.getByRole('row', { name: /^embedded/ })).toContainText('Certificate changed')
  await expect(page.getByRole('alert')).toContainText('Nothing is sent to it')
  await expect(page.getByRole('textbox', { name: 'Tables monitoring limit' })).toBeHidden()
  const [left, right] = await Promise.all(['ab', 'cd'].map((two) => page.getByText(two.repeat(32)).boundingBox()))
  expect(left?.y).toBe(right?.y)
  expect(left?.x).toBeLessThan(right?.x ?? 0)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
