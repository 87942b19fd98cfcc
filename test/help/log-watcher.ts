/** A process to be killed: watches one server with a spool and baselines on disk, a minute each 150 ms. Arguments: folder, settings of the connection as JSON. Says `read` after each reading of the log. */
import { setTimeout as wait } from 'node:timers/promises'
import { openBaselines } from '../../electron/agent/baselines.ts'
import { openSpool } from '../../electron/agent/spool.ts'
import { createWatch } from '../../electron/collector/watch.ts'
import { systemClock } from '../../electron/kernel/clock.ts'
import { createLog } from '../../electron/kernel/log.ts'
import type { ConnectionSettings } from '../../shared/model/server.ts'
import { holdClock } from './clock.ts'

const [folder = '', told = '{}'] = process.argv.slice(2)
const log = createLog('silent')
const spool = openSpool({ folder: `${folder}/spool`, clock: systemClock, log, limits: { bytes: 1 << 30, hours: 24 }, written: () => undefined })
const baselines = openBaselines(`${folder}/baselines`, spool.named, log)
const clock = holdClock(undefined, true)
const watch = createWatch(JSON.parse(told) as ConnectionSettings, {
  ...{ clock, time: () => Date.now(), log, server: 'here', baselines },
  sink: {
    put: async (batch, names) => {
      await spool.put(batch, names)
      if (names.some(({ probe }) => probe === 'log')) process.stdout.write('read\n')
    },
  },
})
watch.start()
for (;;) {
  await wait(150)
  clock.advance(60_000)
}
