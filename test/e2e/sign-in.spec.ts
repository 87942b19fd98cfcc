import { expect, signIn, test } from './app.ts'

test('a wrong password is refused in words and leaves the name', async ({ page, app }) => {
  await page.goto(app.url)
  await page.getByLabel('E-mail or login').fill(app.login)
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toHaveText('The name or the password is wrong.')
  await expect(page.getByLabel('E-mail or login')).toHaveValue(app.login)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
})

test('who signs in sees the load, and next time the page of the last visit', async ({ page, app }) => {
  await signIn(page, app)
  await expect(page).toHaveURL(/#\/activity/)
  await page.goto(`${app.url}#/queries?r=3h`)
  await expect(page.getByRole('button', { name: 'Time range: Last 3 h' })).toBeVisible()
  await page.goto('about:blank')
  await page.goto(app.url)
  await expect(page).toHaveURL(/#\/queries\?r=3h/)
})

test('a reload does not sign out', async ({ page, app }) => {
  await signIn(page, app)
  await page.reload()
  await expect(page.getByRole('navigation', { name: 'Screens' })).toBeVisible()
  await expect(page.getByRole('contentinfo', { name: 'Status' })).toContainText('session ends in')
})

test('a dead token leaves the page readable behind a sheet, and signing in goes on where it was', async ({ page, app }) => {
  await signIn(page, app)
  await page.goto(`${app.url}#/connections`)
  const row = page.getByRole('row', { name: /demo/ })
  await expect(row).toBeVisible()
  await page.route('**/ds-api/**', (route) =>
    route.request().method() === 'GET' ? route.fulfill({ status: 401, json: { error: 'The token is not valid here' } }) : route.continue(),
  )
  const sheet = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(sheet).toBeVisible({ timeout: 15_000 })
  await expect(row).toBeVisible()
  await page.unroute('**/ds-api/**')
  await sheet.getByLabel('Password', { exact: true }).fill(app.password)
  await sheet.getByRole('button', { name: 'Sign in' }).click()
  await expect(sheet).toBeHidden()
  await expect(page).toHaveURL(/connections/)
})

test('what the server sends is under a policy that runs no foreign or inline script', async ({ page, app }) => {
  const reply = await page.goto(app.url)
  const policy = reply?.headers()['content-security-policy'] ?? ''
  expect(policy).toContain("script-src 'self'")
  expect(/script-src[^;]*unsafe/.test(policy)).toBe(false)
})

test('the first load is below 600 kB compressed', async ({ page, app }) => {
  const bodies: Promise<Buffer>[] = []
  page.on('response', (reply) => {
    if (/\.(js|css|html)$|\/$/.test(new URL(reply.url()).pathname)) bodies.push(reply.body())
  })
  await signIn(page, app)
  const { gzipSync } = await import('node:zlib')
  const sizes = (await Promise.all(bodies)).map((body) => gzipSync(body).length)
  expect(sizes.length).toBeGreaterThan(3)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(600_000)
})
