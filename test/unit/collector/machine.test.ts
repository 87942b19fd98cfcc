import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir, totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readMachine } from '../../../electron/collector/machine.ts'

const MIB = 1024 * 1024
let root = ''
const write = (file: string, text: string): void => {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}

/** A machine of two cores with hyper-threads, 8 GiB, a disk with partitions, a volume over it and a network. */
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'watchpost-machine-'))
  write('proc/sys/kernel/random/boot_id', 'a-boot\n')
  write('proc/stat', 'cpu  1000 0 500 8000 400 50 50 0 0 0\ncpu0 1 2 3\n')
  write('proc/loadavg', '1.50 0.75 0.25 1/100 4242\n')
  write('proc/vmstat', 'pswpin 2\npswpout 3\n')
  write('proc/meminfo', ['MemTotal: 8388608 kB', 'MemFree: 1048576 kB', 'MemAvailable: 4194304 kB', 'SwapTotal: 1024 kB', 'SwapFree: 256 kB'].join('\n'))
  write('proc/cpuinfo', [0, 1, 2, 3].map((n) => `processor : ${String(n)}\nphysical id : 0\ncore id : ${String(n % 2)}\n`).join('\n'))
  write(
    'proc/diskstats',
    [
      '   7       0 loop0 9 0 9 9 9 0 9 9 0 9 9',
      ' 259       0 nvme0n1 100 0 2000 40 200 0 4000 80 0 60 120 0 0 0 0',
      ' 259       1 nvme0n1p1 90 0 1900 30 190 0 3900 70 0 50 100 0 0 0 0',
      ' 253       0 dm-0 90 0 1900 30 190 0 3900 70 0 50 100 0 0 0 0',
    ].join('\n'),
  )
  write(
    'proc/net/dev',
    [
      'Inter-| Receive',
      ' face |bytes',
      '    lo: 5 5 0 0 0 0 0 0 5 5 0 0 0 0 0 0',
      '  eth0: 1000 10 1 2 0 0 0 0 2000 20 3 4 0 0 0 0',
      ' veth9: 7 7 0 0 0 0 0 0 7 7 0 0 0 0 0 0',
    ].join('\n'),
  )
  mkdirSync(join(root, 'data one'), { recursive: true })
  write(
    'proc/self/mounts',
    [
      '/dev/sda1 / ext4 rw 0 0',
      'tmpfs /run tmpfs rw 0 0',
      '/dev/sdb1 /data\\040one xfs rw 0 0',
      '/dev/sda1 /again ext4 rw 0 0',
      'nas:/x /proc nfs4 rw 0 0',
    ].join('\n'),
  )
  write('proc/self/cgroup', '0::/shop.slice/db.service\n')
})
afterEach(() => {
  rmSync(root, { recursive: true })
})

const readHost = async () => (await readMachine(undefined, root))?.host[0]

it('without a limit the machine is the capacity; parts of time are known from the second reading', async () => {
  const first = await readMachine(undefined, root)
  expect(first?.host[0]).toMatchObject({ cores: '2', mem_total: String(8192 * MIB), mem_available: String(4096 * MIB), mem_perc: '50', swap_perc: '75' })
  expect(first?.host[0]).toMatchObject({ load_avg_1m: '1.50', swap_in: '8192', swap_out: '12288', os_user: null, throttled_time: null })
  expect(first?.host[0]?.['cpus']).toBe(String(availableParallelism()))
  write('proc/stat', 'cpu  1100 0 560 8800 420 60 60 0 0 0\n')
  expect((await readMachine(first, root))?.host[0]).toMatchObject({ os_user: '10', os_system: '8', os_idle: '80', os_iowait: '2', os_steal: '0' })
  write('proc/sys/kernel/random/boot_id', 'another\n')
  expect((await readMachine(first, root))?.host[0]?.['os_user'], 'after another start').toBeNull()
})

describe('limits of the control group are the true capacity', () => {
  it('the lowest of our group and of those it lies in counts', async () => {
    write('sys/fs/cgroup/shop.slice/cpu.max', '150000 100000\n')
    write('sys/fs/cgroup/shop.slice/cpu.stat', 'usage_usec 5\nnr_throttled 2\nthrottled_usec 4500\n')
    write('sys/fs/cgroup/shop.slice/db.service/cpu.max', 'max 100000\n')
    write('sys/fs/cgroup/shop.slice/memory.max', `${String(4096 * MIB)}\n`)
    write('sys/fs/cgroup/shop.slice/memory.current', `${String(4000 * MIB)}\n`)
    write('sys/fs/cgroup/shop.slice/db.service/memory.max', `${String(1024 * MIB)}\n`)
    write('sys/fs/cgroup/shop.slice/db.service/memory.current', `${String(768 * MIB)}\n`)
    write('sys/fs/cgroup/shop.slice/db.service/memory.stat', `anon 1\ninactive_file ${String(256 * MIB)}\n`)
    const host = await readHost()
    expect(host).toMatchObject({ cpus: '1.5', throttled_time: '4.5', mem_total: String(1024 * MIB), mem_free: String(256 * MIB), mem_perc: '50' })
    expect(host?.['mem_available'], 'cache that is not used counts as available').toBe(String(512 * MIB))
  })

  it('a limit above what the machine has is none, nor is "max"', async () => {
    write('sys/fs/cgroup/shop.slice/db.service/memory.max', `${String(99_999 * MIB)}\n`)
    write('sys/fs/cgroup/shop.slice/db.service/memory.current', `${String(MIB)}\n`)
    write('sys/fs/cgroup/shop.slice/db.service/cpu.max', 'max 100000\n')
    expect(await readHost()).toMatchObject({ mem_total: String(8192 * MIB), cpus: String(availableParallelism()), throttled_time: null })
  })

  it('in a container our group is the root of what we see', async () => {
    write('proc/self/cgroup', '0::/\n')
    write('sys/fs/cgroup/cpu.max', '50000 100000\n')
    expect(await readHost()).toMatchObject({ cpus: '0.5' })
  })
})

it('a disk is counted once: not its partitions, nor the volumes over it', async () => {
  const machine = await readMachine(undefined, root)
  expect(machine?.disks.map(({ device }) => device)).toEqual(['nvme0n1', 'dm-0'])
  expect(machine?.disks[0]).toMatchObject({
    read_bytes: String(2000 * 512),
    read_count: '100',
    read_time: '40',
    write_bytes: String(4000 * 512),
    busy_time: '60',
  })
  expect(machine?.host[0]).toMatchObject({ read_count: '100', write_count: '200', write_time: '80' })
})

it('networks are those to elsewhere; both directions of errors are added up', async () => {
  const machine = await readMachine(undefined, root)
  expect(machine?.networks).toEqual([
    { interface: 'eth0', bytes_recv: '1000', packets_recv: '10', bytes_sent: '2000', packets_sent: '20', errors: '4', dropped: '6' },
  ])
})

it('file systems are those on disks of the machine, each once, with blanks in their names', async () => {
  const { bsize, blocks, bfree } = statfsSync(root)
  const all = (await readMachine(undefined, root))?.['file-systems'] ?? []
  expect(all.map(({ mount_point }) => mount_point)).toEqual(['/', '/data one'])
  expect(all[1]).toMatchObject({ device: '/dev/sdb1', fs_type: 'xfs', size: String(blocks * bsize) })
  expect(Number(all[1]?.['used'])).toBeGreaterThan(0.9 * (blocks - bfree) * bsize)
})

it.runIf(process.platform === 'linux')('this very machine is read as the runtime sees it', async () => {
  const machine = await readMachine(undefined)
  const host = machine?.host[0]
  expect(Number(host?.['mem_total'])).toBeLessThanOrEqual(totalmem())
  expect(Number(host?.['mem_total'])).toBeGreaterThan(0)
  expect(Number(host?.['cpus'])).toBeGreaterThan(0)
  expect(Number(host?.['cores'])).toBeGreaterThan(0)
  const later = (await readMachine(machine))?.host[0]
  expect(Number(later?.['read_count'])).toBeGreaterThanOrEqual(Number(host?.['read_count']))
})

it('where there is no Linux nothing is read', async () => {
  rmSync(join(root, 'proc/sys'), { recursive: true })
  expect(await readMachine(undefined, root)).toBeUndefined()
})
