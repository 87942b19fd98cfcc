import { spawn } from 'node:child_process'
import { expect, test } from 'vitest'
import { openSpool } from '../../../electron/agent/spool.ts'
import { openState } from '../../../electron/agent/state.ts'
import { systemClock } from '../../../electron/kernel/clock.ts'
import { createLog } from '../../../electron/kernel/log.ts'
import { fileVault } from '../../../electron/kernel/vault.ts'
import type { Envelope } from '../../../shared/model/sample.ts'
import { envelopeOf, folder } from './batches.ts'

/** Runs the writer for a moment, kills it, and gives back what it said. */
async function killed(at: string, ms: number): Promise<{ readonly put: number; readonly set: number }> {
  const child = spawn(process.execPath, [new URL('writer.ts', import.meta.url).pathname, at], { stdio: ['ignore', 'pipe', 'inherit'] })
  let out = ''
  child.stdout.on('data', (data: Buffer) => (out += data.toString()))
  const ended = new Promise((resolve) => child.on('close', resolve))
  while (!out.includes('"set"')) await new Promise((resolve) => setTimeout(resolve, 5))
  await new Promise((resolve) => setTimeout(resolve, ms))
  child.kill('SIGKILL')
  await ended
  // The last line may be half a line: what was not told is not counted on.
  const lines = out
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as { put?: number; set?: number })
  return { put: Math.max(...lines.map(({ put = 0 }) => put)), set: Math.max(...lines.map(({ set = 0 }) => set)) }
}

test('killed at any moment, settings are whole and no confirmed batch is missing', { timeout: 120_000 }, async () => {
  const at = folder()
  const seen = new Map<number, string>()
  for (let round = 0; round < 12; round++) {
    const told = await killed(at, Math.round(Math.random() * 120))
    const state = openState(at, fileVault(`${at}/vault.key`))
    expect(state.settings.tablesMonitoringLimit).toBeGreaterThanOrEqual(told.set)
    expect(state.settings.tablesMonitoringLimit).toBeLessThanOrEqual(told.set + 1)
    const spool = openSpool({
      folder: `${at}/spool`,
      clock: systemClock,
      log: createLog('silent'),
      limits: { bytes: 1024 * 1024, hours: 24 },
      written: () => undefined,
    })
    expect(spool.named('c', 'p')).toBeGreaterThanOrEqual(told.put)
    const { dropped, done, pending: count } = spool.state()
    expect(dropped).toBe(0)
    expect(done + count).toBeGreaterThanOrEqual((told.put - 1000 + 1) * 3)
    const pending: Envelope[] = []
    for (let some = spool.oldest(Infinity); some.length > 0; some = spool.oldest(Infinity)) {
      pending.push(...some.map(envelopeOf))
      await spool.done(some.at(-1)?.seq ?? 0, false)
    }
    expect(pending).toHaveLength(count)
    if (count > 0) expect(Number.parseInt(pending.at(-1)?.batch.texts[0]?.text ?? '0', 10)).toBeGreaterThanOrEqual(told.put)
    for (const { seq, batch } of pending) {
      const text = batch.texts[0]?.text ?? ''
      expect(seen.get(seq) ?? text).toBe(text)
      seen.set(seq, text)
    }
    await spool.close()
  }
})
