/** Appends as fast as it can, one number after the other, and says each on stdout once it is stored. Killed from outside. */
import { writeSync } from 'node:fs'
import { openHistory } from '../../../electron/store/open.ts'
import { createLog } from '../../../electron/kernel/log.ts'
import { systemClock } from '../../../electron/kernel/clock.ts'
import { probes } from './probes.ts'
import { readingsOf } from './crash-readings.ts'

const history = openHistory(process.argv[2] ?? '', systemClock, { log: createLog('silent'), probes })
// What was stored without being said is sent again, as an agent would.
for (let seq = Math.max(1, history.highWater('a') - 3); ; seq++) {
  const batch = readingsOf(seq)
  history.append('a', [{ seq, batch }], batch.blocks[0]?.end ?? 0)
  writeSync(1, `${String(seq)}\n`)
}
