import { expect, test } from 'vitest'
import { rules } from '../../../electron/catalog/rules/_all.generated.ts'
import { block, MINUTE, NOON, running } from '../platform/running.ts'
import { minute } from './minutes.ts'

const INSTANCES = 1000

test('judging 1,000 instances by every rule takes at most six times the CPU of storing their minute', { timeout: 120_000 }, async () => {
  const { history, clock, agent, platform, config } = await running()
  let seq = 0
  const store = (at: number): void => {
    const envelopes = Array.from({ length: INSTANCES }, (_, n) => ({
      seq: ++seq,
      batch: {
        version: 1 as const,
        instance: {
          connection: `c${String(n)}`,
          name: `db${String(n)}`,
          server: 'alpha',
          host: '127.0.0.1',
          port: 5432,
          tags: `env=${n % 2 === 0 ? 'prod' : 'dev'}`,
          cpus: 4,
        },
        blocks: [
          ...minute(at, { blocked: 1, idle: n % 100 === 0 ? 600 : 0 }),
          block('host', at + 30_000, [{ os_idle: 90, load_avg_1m: 1, cpus: 4, mem_perc: 50, swap_perc: 0 }]),
          block('file-systems', at + 30_000, [
            { mount_point: '/', used_perc: 40, inodes_perc: 3 },
            { mount_point: '/data', used_perc: 60, inodes_perc: 3 },
          ]),
          block('replication', at + 30_000, [{ application_name: 'r1', client_addr: '', pid: '7', replay_lag_s: 1 }]),
          block('slots', at + 30_000, [{ slot_name: 's', active: 'true', retained_bytes: 1000 }]),
          block('archiver', at + 30_000, [{ failed_count: 0, waiting_files: 1 }]),
          block('background', at + 30_000, [{ checkpoints_req: 0 }]),
          block('wraparound', at + 30_000, [{ datid: '1', database: 'shop', xid_age: 1e8, freeze_max_age: 2e8 }]),
        ],
        texts: [],
      },
    }))
    history.append(agent, envelopes, clock.now())
  }
  const cpu = async (work: () => unknown): Promise<number> => {
    const before = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
  const rounds: { readonly stored: number; readonly judged: number }[] = []
  for (let n = 0; n < 4; n++) {
    clock.time = NOON + (n + 1) * MINUTE + 5000
    const stored = await cpu(() => store(NOON + n * MINUTE))
    rounds.push({ stored, judged: await cpu(() => platform.watchOver()) })
  }
  // the first round judges several minutes at once
  const usual =
    rounds
      .slice(1)
      .map(({ stored, judged }) => judged / stored)
      .toSorted((a, b) => a - b)[1] ?? Infinity
  process.stderr.write(
    `alerting: ${String(INSTANCES)} instances, ${String(rules.length)} rules, CPU ms a round, stored and judged: ${rounds.map(({ stored, judged }) => `${stored.toFixed(0)} ${judged.toFixed(0)}`).join(', ')}\n`,
  )
  expect(usual).toBeLessThan(6)
  expect(config.alerts.openProblems().length).toBeGreaterThan(10)
})
