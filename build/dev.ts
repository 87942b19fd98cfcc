/**
 * For working on it: a headless core from the sources that restarts when they change, and Vite for the user interface, which passes data
 * requests on to the core. Flags go to the core (`npm run dev -- --demo`).
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createServer } from 'vite'

const ROOT = join(import.meta.dirname, '..')
const core = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'electron/headless.ts', 'headless', ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: 'inherit',
})
const pages = await createServer({ configFile: join(import.meta.dirname, 'vite.config.ts') })
await pages.listen()
pages.printUrls()

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => core.kill(signal))
core.on('exit', (code) => {
  void pages.close().then(() => process.exit(code ?? 1))
})
