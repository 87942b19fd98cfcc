/** Electron's door: one instance for each data folder; the core runs in a process of its own, the window is a browser pointed at it. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { app, dialog } from 'electron'
import { systemClock } from './kernel/clock.ts'
import { readSettings } from './kernel/config.ts'
import { createLog } from './kernel/log.ts'
import { wordsOf } from './kernel/words.ts'
import { openDesktop } from './shell/app.ts'
import { ownFlags } from './shell/flags.ts'

const argv = ownFlags(process.argv, app.isPackaged ? undefined : app.getAppPath())
const settings = readSettings('headless', argv)
if ('role' in settings) {
  const profile = join(settings.dataDir, 'desktop')
  mkdirSync(settings.dataDir, { recursive: true, mode: 0o700 })
  mkdirSync(profile, { recursive: true, mode: 0o700 })
  app.setPath('userData', profile)
  app.setAppUserModelId('org.watchpost.desktop')
  app.enableSandbox()
  if (app.requestSingleInstanceLock()) {
    const [core, preload] = [join(import.meta.dirname, '..', 'core', 'index.mjs'), join(import.meta.dirname, '..', 'preload', 'index.cjs')]
    await app.whenReady()
    try {
      await openDesktop({ dataDir: settings.dataDir, argv, core, preload, clock: systemClock, log: createLog(settings.logLevel) })
    } catch (error) {
      dialog.showErrorBox('Watchpost cannot start', wordsOf(error))
      app.exit(1)
    }
  } else app.exit(0)
} else if ('error' in settings) {
  process.stderr.write(`${settings.error}\n`)
  app.exit(1)
} else {
  process.stdout.write(`${'help' in settings ? settings.help : settings.version}\n`)
  app.exit(0)
}
