import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { backendCpu } from '../../../electron/collector/backend-cpu.ts'
import { createBudget } from '../../../electron/collector/budget.ts'

const MINUTE = 60_000

/** Ten minutes and a little of sixty answers each, one second late, of which the server's process worked `cpu` ms; undefined: that cannot be seen. */
function watched(cpu: number | undefined): ReturnType<typeof createBudget> {
  const budget = createBudget()
  let worked = 0
  const session = { worked: () => (cpu === undefined ? undefined : (worked += cpu)) }
  budget.stretch(0)
  for (let second = 1; second <= 660; second++) budget.spend(session, second % 7 === 0 ? 2 : 1_000, second * 1_000)
  return budget
}

it('answers that are late on a busy machine are no cost where the CPU of the server process is seen', () => {
  const budget = watched(0.5)
  expect(budget.perMinute(11 * MINUTE)).toBeCloseTo(30, 0)
  expect(budget.stretch(11 * MINUTE)).toBe(1)
})

it('CPU of more than 1 % of a core over ten minutes spreads the readings', () => {
  const budget = watched(20)
  expect(budget.perMinute(11 * MINUTE)).toBeCloseTo(1_200, 0)
  expect(budget.stretch(11 * MINUTE)).toBe(2)
})

it('a reading of several statements goes the way as often, and none of that is counted', () => {
  const budget = createBudget()
  const far = { worked: () => undefined }
  for (let i = 0; i < 100; i++) budget.spend(far, 100, i * 1000)
  // three answers, of which one was worked for, for 40 ms
  for (let i = 0; i < 10; i++) budget.spend(far, 340, 100_000 + i, 3)
  expect(budget.perMinute(100_010)).toBeCloseTo((400 / 100_010) * MINUTE, 0)
})

it('elsewhere the way there and back is not counted, and readings are spread less again when they cost little', () => {
  const budget = createBudget()
  const far = { worked: () => undefined }
  expect(budget.stretch(0)).toBe(1)
  // 100 ms of network for each of 100 statements is no cost; one of them worked for 7 s
  for (let i = 0; i < 100; i++) budget.spend(far, 100, i * 1000)
  expect(budget.stretch(600_000)).toBe(1)
  budget.spend(far, 100, 700_000)
  budget.spend(far, 7_100, 800_000)
  expect(budget.stretch(900_000)).toBe(1)
  expect(budget.stretch(1_200_000)).toBe(2)
  expect(budget.stretch(1_800_000)).toBe(1)
})

it('where it is not seen, the time of the answers counts without the way', () => {
  const budget = watched(undefined)
  expect(budget.perMinute(11 * MINUTE)).toBeGreaterThan(50_000)
  expect(budget.stretch(11 * MINUTE)).toBe(2)
})

it('a process counts only when its title names our own port, so none of another container is taken for it', () => {
  const root = mkdtempSync(join(tmpdir(), 'watchpost-proc-'))
  try {
    mkdirSync(join(root, 'proc/71'), { recursive: true })
    writeFileSync(join(root, 'proc/71/cmdline'), 'postgres: main: watcher shop 127.0.0.1(40312) idle\0\0')
    writeFileSync(join(root, 'proc/71/stat'), '71 (post) gres (x) S 1 71 71 0 -1 4194624 900 0 0 0 12 30 7 8 20 0 1 0')
    expect(backendCpu(71, 40312, root)).toBe(420)
    expect(backendCpu(71, 4031, root)).toBeUndefined()
    expect(backendCpu(72, 40312, root)).toBeUndefined()
  } finally {
    rmSync(root, { recursive: true })
  }
})
