import { expect, it } from 'vitest'
import disks from '../../../electron/catalog/probes/disks.ts'
import { diff } from '../../../electron/collector/diff.ts'
import { toReading, type RawReading } from '../../../electron/collector/reading.ts'

const MINUTE = 60_000
const NAMES = ['device', 'read_bytes', 'read_count', 'read_time', 'write_bytes', 'write_count', 'write_time', 'busy_time']
const identity = { system: 'boot', timeline: null, inRecovery: false, seesAll: true, extension: null, startedAt: 0 }
const read = (minute: number, cells: readonly string[]): RawReading => toReading(disks, NAMES, [['sda', ...cells]], minute * MINUTE, identity)
const MOST = 2 ** 32

it('times of disks that begin again after 32 bits go on being counted, and nothing beside them restarts', () => {
  const before = read(0, ['9000000', '500', String(MOST - 100), '7000', '70', '40', String(MOST - 1)])
  const block = diff(disks, before, read(1, ['9004096', '501', '50', '7000', '70', '40', '19']), MINUTE)
  expect(block.flags).toEqual([])
  expect(block.columns).toMatchObject({ read_bytes: [4096], read_count: [1], read_time: [150], write_bytes: [0], write_time: [0], busy_time: [20] })
})

it('a counter that does not wrap and went down is a restart, and then the times count from zero too', () => {
  const before = read(0, ['9000000', '500', '1000', '7000', '70', '40', '900'])
  const block = diff(disks, before, read(1, ['4096', '1', '3', '0', '0', '0', '2']), MINUTE)
  expect(block.flags).toEqual(['restart'])
  expect(block.columns).toMatchObject({ read_bytes: [4096], read_count: [1], read_time: [3], busy_time: [2] })
})

it('a reading stamped before the one it is compared with stands for one cadence, told as a gap', () => {
  const block = diff(disks, read(60, ['1', '1', '1', '1', '1', '1', '1']), read(1, ['2', '2', '2', '2', '2', '2', '2']), MINUTE)
  expect(block).toMatchObject({ begin: 0, end: MINUTE, flags: ['gap'] })
})
