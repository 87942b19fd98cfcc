/** The log of a server is told once, to the entry, whenever the agent that follows it is killed. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { zstdDecompressSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { openSpool } from '../../electron/agent/spool.ts'
import { systemClock } from '../../electron/kernel/clock.ts'
import { createLog } from '../../electron/kernel/log.ts'
import { Envelope } from '../../shared/model/sample.ts'
import { installed, startServer } from '../help/postgres.ts'
import { rowsOf, until } from '../help/watch.ts'

const KILLS = 10
const MESSAGE = 'column "told_once" does not exist'

test('killed again and again, an agent tells each entry of the log once', { timeout: 180_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'log-killed-'))
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true })
  })
  const server = await startServer(Math.max(...installed.keys()), { logging_collector: 'on', log_destination: 'stderr', log_rotation_size: '64kB' })
  onTestFinished(() => server.stop())
  const settings = JSON.stringify({ ...server.settings, samples: false, tableMonitoring: false, queryMonitoring: false })
  const client = await server.session()
  let [failed, fails] = [0, false]
  const fail = async (): Promise<void> => {
    await client.query('select told_once').catch(() => failed++)
  }
  const failing = async (): Promise<void> => {
    while (fails) {
      await fail()
      await wait(2)
    }
  }
  /** An agent that lives until it has read the log so often, and a moment more. */
  const lives = async (readings: number, moment: number): Promise<void> => {
    const child = spawn(process.execPath, [new URL('../help/log-watcher.ts', import.meta.url).pathname, folder, settings], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = new Promise((resolve) => child.on('close', resolve))
    let out = ''
    child.stdout.on('data', (data: Buffer) => (out += data.toString()))
    await until(() => out.split('read').length > readings, 'a reading of the log', 30_000)
    await wait(moment)
    child.kill('SIGKILL')
    await ended
  }

  // What was logged before the first reading is not told.
  await lives(1, 0)
  fails = true
  const busy = failing()
  for (let n = 0; n < KILLS; n++) await lives(1 + (n % 3), Math.random() * 160)
  fails = false
  await busy
  await wait(500)
  await lives(3, 0)

  const spool = openSpool({
    folder: `${folder}/spool`,
    clock: systemClock,
    log: createLog('silent'),
    limits: { bytes: 1 << 30, hours: 24 },
    written: () => undefined,
  })
  let told = 0
  for (let some = spool.oldest(Infinity); some.length > 0; some = spool.oldest(Infinity)) {
    const blocks = some.flatMap(({ body }) => Envelope.parse(JSON.parse(zstdDecompressSync(body).toString())).batch.blocks)
    for (const row of blocks.filter(({ probe }) => probe === 'log-messages').flatMap(rowsOf)) if (row['message'] === MESSAGE) told += Number(row['entries'])
    await spool.done(some.at(-1)?.seq ?? 0, false)
  }
  await spool.close()
  expect(failed).toBeGreaterThan(500)
  expect(told).toBe(failed)
})
