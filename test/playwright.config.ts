import { defineConfig } from '@playwright/test'

/** Real Chromium against a real headless core, which each spec starts for itself in a folder of its own. `CHROMIUM` names the browser. */
const browser = process.env['CHROMIUM']

export default defineConfig({
  testDir: 'e2e',
  timeout: 60_000,
  workers: 1,
  fullyParallel: false,
  forbidOnly: true,
  outputDir: '../out/browser',
  reporter: [['list']],
  use: {
    ignoreHTTPSErrors: true,
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
    launchOptions: browser === undefined ? {} : { executablePath: browser },
  },
})
