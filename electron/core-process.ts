/** The desktop's door: the core in a process that Electron's main process forks. They speak in the messages of shared/ipc.ts and no other way. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FromCore, Notice, ToCore } from '../shared/ipc.ts'
import { startCore, type Core, type CorePorts } from './core.ts'
import { systemClock } from './kernel/clock.ts'
import { readSettings, type Settings } from './kernel/config.ts'
import { PortInUse } from './kernel/listener.ts'
import { lockFolder, type Unlock } from './kernel/lock.ts'
import { createLog, Secret } from './kernel/log.ts'
import { wordsOf } from './kernel/words.ts'

const ASSETS = join(import.meta.dirname, '..', 'renderer')
const STARTING_MS = 5000
const tell = (message: FromCore): void => process.parentPort.postMessage(message)
let started: Promise<readonly [Core, Unlock]> | undefined

async function start(argv: readonly string[], vaultKey: string): Promise<readonly [Core, Unlock]> {
  const settings = readSettings('headless', argv)
  if (!('role' in settings)) throw new Error('error' in settings ? settings.error : 'There is nothing to start')
  const log = createLog(settings.logLevel)
  const unlock = await lockFolder(settings.dataDir, systemClock)
  const notify = (notice: Notice): void => tell({ kind: 'notify', notice })
  const ports = { log, notify, ...(existsSync(join(ASSETS, 'index.html')) ? { assets: ASSETS } : {}) }
  const core = await startSomewhere({ ...settings, ...(vaultKey === '' ? {} : { vaultKey: new Secret(vaultKey) }) }, ports)
  tell({ kind: 'ready', url: core.ready.platform?.url ?? '', fingerprint: core.fingerprint })
  return [core, unlock]
}

/** A port that nobody asked for may be another one: the next that is free, and the user is told. */
async function startSomewhere(settings: Settings, ports: CorePorts, agentPort = settings.agentPort, platformPort = settings.platformPort): Promise<Core> {
  try {
    return await startCore({ ...settings, agentPort, platformPort }, ports)
  } catch (error) {
    if (!(error instanceof PortInUse)) throw error
    const ofPlatform = error.port === platformPort
    if (ofPlatform ? settings.platformPortGiven : settings.agentPort !== undefined) throw error
    const [who, next] = [ofPlatform ? 'platform' : 'agent', error.port + 1]
    tell({ kind: 'notify', notice: { title: `Port ${error.port} is in use`, body: `The ${who} of this Watchpost tries port ${next} instead.`, path: '/' } })
    return startSomewhere(settings, ports, ofPlatform ? agentPort : next, ofPlatform ? next : platformPort)
  }
}

/** A start that is under way is waited for a while; what it leaves behind after that the next one puts in order, as after a crash. */
async function stop(): Promise<void> {
  const [core, unlock] = (await Promise.race([started?.catch(() => undefined), systemClock.sleep(STARTING_MS)])) ?? []
  await core?.stop()
  await unlock?.()
  process.exit(0)
}

process.parentPort.on('message', ({ data }) => {
  // Both ends are ours and of one version.
  const message = data as ToCore
  if (message.kind === 'stop') void stop()
  if (message.kind === 'ticket') void started?.then(([core]) => tell({ kind: 'ticket', id: message.id, ticket: core.ticket() }))
  if (message.kind === 'start') (started = start(message.argv, message.vaultKey)).catch((error: unknown) => tell({ kind: 'failed', cause: wordsOf(error) }))
})
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop())
