/** A process to be killed: writes settings and batches without end and tells on stdout what is durable. Arguments: folder. */
import { openSpool } from '../../../electron/agent/spool.ts'
import { openState } from '../../../electron/agent/state.ts'
import { systemClock } from '../../../electron/kernel/clock.ts'
import { createLog } from '../../../electron/kernel/log.ts'
import { fileVault } from '../../../electron/kernel/vault.ts'

const folder = process.argv[2] ?? ''
const state = openState(folder, fileVault(`${folder}/vault.key`))
const spool = openSpool({
  folder: `${folder}/spool`,
  clock: systemClock,
  log: createLog('silent'),
  limits: { bytes: 1024 * 1024, hours: 24 },
  written: () => undefined,
})
const tell = (line: object): void => {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}

for (let n = state.settings.tablesMonitoringLimit; ; n++) {
  const mark = n
  await Promise.all(
    [0, 1, 2].map((part) =>
      spool.put(
        {
          version: 1,
          instance: { connection: 'c', name: 'n', server: 's', host: 'h', port: 1, tags: '', cpus: null },
          blocks: [],
          texts: [{ md5: 'x'.repeat(32), text: `${String(mark)}.${String(part)}` }],
        },
        [{ probe: 'p', reading: mark }],
      ),
    ),
  )
  tell({ put: mark })
  state.change((settings) => ({ ...settings, tablesMonitoringLimit: mark + 1 }))
  tell({ set: mark + 1 })
  if (n % 5 === 0) {
    const last = spool.oldest(2000).at(-1)?.seq ?? 0
    await spool.done(last, true)
  }
}
