/** Node's door: read the settings, start the core, print where it answers, stop on a signal. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { startCore } from './core.ts'
import { storeCommand } from './store-command.ts'
import { control } from './ctl.ts'
import { readSettings, type Role } from './kernel/config.ts'
import { lockFolder } from './kernel/lock.ts'
import { createLog } from './kernel/log.ts'
import { wordsOf } from './kernel/words.ts'
import { systemClock } from './kernel/clock.ts'

const ROLES: readonly string[] = ['headless', 'agent', 'platform'] satisfies Role[]
const isRole = (word: string | undefined): word is Role => word !== undefined && ROLES.includes(word)
const STARTING_MS = 5000
const ASSETS = join(import.meta.dirname, '..', 'renderer')

async function run(): Promise<number> {
  const [word, ...flags] = process.argv.slice(2)
  if (word === 'ctl') return control(flags)
  if (word === 'store') return storeCommand(flags)
  const settings = readSettings(isRole(word) ? word : 'headless', isRole(word) ? flags : process.argv.slice(2))
  if ('help' in settings || 'version' in settings) {
    process.stdout.write(`${'help' in settings ? settings.help : settings.version}\n`)
    return 0
  }
  if ('error' in settings) {
    process.stderr.write(`${settings.error}\n`)
    return 1
  }
  const log = createLog(settings.logLevel)
  const ended = Promise.withResolvers<undefined>()
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      ended.resolve(undefined)
    })
  try {
    const unlock = await lockFolder(settings.dataDir, systemClock)
    const starting = startCore(settings, {
      log,
      ...(existsSync(join(ASSETS, 'index.html')) ? { assets: ASSETS } : {}),
      stopped: () => {
        ended.resolve(undefined)
      },
    })
    // Told to stop while starting: the start is waited for only a while; what it leaves the next one puts in order, as after a crash.
    const core = await Promise.race([starting, ended.promise.then(() => systemClock.sleep(STARTING_MS))])
    if (core === undefined) return 0
    process.stdout.write(`${JSON.stringify(core.ready)}\n`)
    await ended.promise
    await core.stop()
    await unlock()
    return 0
  } catch (error) {
    process.stderr.write(`${wordsOf(error)}\n`)
    return 1
  }
}

process.exit(await run())
