/** Appends as fast as it can, one number after the other, and says each on stdout once it is stored; compacts all the while. Killed from outside. */
import { writeSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { openHistory } from '../../../electron/store/open.ts'
import { createLog } from '../../../electron/kernel/log.ts'
import { systemClock } from '../../../electron/kernel/clock.ts'
import { probes } from './probes.ts'
import { readingsOf } from './crash-readings.ts'

const history = openHistory(process.argv[2] ?? '', systemClock, { log: createLog('silent'), probes })
let latest = 0
const fades = process.argv[3] === 'fade'
void (async () => {
  for (;;) {
    const isBusy = await history.compact(latest + 600_000)
    const isFading = fades && (await history.fade({ minutes: latest - 7_200_000, hours: latest - 86_400_000, days: 0 }))
    if (!isBusy && !isFading) await setImmediate()
  }
})()
// What was stored without being said is sent again, as an agent would.
for (let seq = Math.max(1, history.highWater('a') - 3); ; seq++) {
  const batch = readingsOf(seq)
  latest = batch.blocks[0]?.end ?? 0
  await history.submit('a', [{ seq, batch }], latest)
  writeSync(1, `${String(seq)}\n`)
}
