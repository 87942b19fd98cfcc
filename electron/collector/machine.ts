import { readFile, statfs } from 'node:fs/promises'
import { availableParallelism, cpus } from 'node:os'
import { readLimits } from './control-group.ts'

type Row = Readonly<Record<string, string | null>>

/** What Linux tells of the machine we run on, as text per cell, like a server's answer. */
export interface Machine {
  /** Another one after every start of the machine: its counters then begin from zero. */
  readonly boot: string
  /** Ticks of all processors by kind, to compute parts of the time since. */
  readonly ticks: Readonly<Record<string, number>>
  readonly host: readonly Row[]
  readonly disks: readonly Row[]
  readonly networks: readonly Row[]
  readonly 'file-systems': readonly Row[]
}

const SECTOR = 512
const TICKS = ['user', 'nice', 'system', 'idle', 'iowait', 'irq', 'softirq', 'steal'] as const
/** Kinds of file systems that hold files on disks of this machine; those of the network may hang. */
const ON_DISK = new Set(['ext2', 'ext3', 'ext4', 'xfs', 'btrfs', 'zfs', 'f2fs', 'jfs', 'reiserfs', 'bcachefs', 'overlay', 'vfat'])

const read = (file: string): Promise<string> => readFile(file, 'utf8').catch(() => '')
const linesOf = (text: string): readonly string[] => text.split('\n').filter((line) => line.trim() !== '')
const text = (value: number | undefined): string | null => (value === undefined || Number.isNaN(value) ? null : String(value))
const sum = (rows: readonly Row[], name: string): string => String(rows.reduce((total, row) => total + Number(row[name] ?? 0), 0))

/** Reads everything; undefined where there is no Linux. Parts of time are those since `before`, null without it. `root` is where /proc and /sys are. */
export async function readMachine(before: Machine | undefined, root = ''): Promise<Machine | undefined> {
  const boot = (await read(`${root}/proc/sys/kernel/random/boot_id`)).trim()
  if (boot === '') return undefined
  const [stat, memory, vmstat, load] = await Promise.all(['stat', 'meminfo', 'vmstat', 'loadavg'].map((name) => read(`${root}/proc/${name}`)))
  const [disks, networks, fileSystems, limits] = await Promise.all([
    readDisks(root),
    readNetworks(root),
    readFileSystems(root),
    readLimits(`${root}/sys/fs/cgroup`, `${root}/proc/self/cgroup`),
  ])
  const ticks = ticksOf(stat ?? '')
  const physical = disks.filter(({ device }) => !/^(dm-|md)/.test(device ?? ''))
  const mem = memoryOf(memory ?? '', limits)
  const pages = Object.fromEntries(linesOf(vmstat ?? '').map((line) => line.split(' ') as [string, string]))
  const host: Row = {
    cpu_model: cpus()[0]?.model ?? null,
    cores: text(await coresOf(root)),
    cpus: text(limits.cpus ?? availableParallelism()),
    ...partsOf(before?.boot === boot ? before.ticks : undefined, ticks),
    throttled_time: text(limits.throttledMs),
    load_avg_1m: (load ?? '').split(' ')[0] ?? null,
    ...mem,
    swap_in: text(Number(pages['pswpin']) * PAGE),
    swap_out: text(Number(pages['pswpout']) * PAGE),
    ...Object.fromEntries(['bytes_recv', 'bytes_sent', 'packets_recv', 'packets_sent'].map((name) => [name, sum(networks, name)])),
    ...Object.fromEntries(['read_bytes', 'read_count', 'read_time', 'write_bytes', 'write_count', 'write_time'].map((name) => [name, sum(physical, name)])),
  }
  return { boot, ticks, host: [host], disks, networks, 'file-systems': fileSystems }
}

/** Linux counts swapped pages of this size on every platform we run on. */
const PAGE = 4096

function ticksOf(stat: string): Record<string, number> {
  const values = (linesOf(stat)[0] ?? '').trim().split(/\s+/).slice(1).map(Number)
  return Object.fromEntries(TICKS.map((name, i) => [name, values[i] ?? 0]))
}

/** Parts of the processors' time between two readings, in percent. Pure. */
export function partsOf(before: Readonly<Record<string, number>> | undefined, now: Readonly<Record<string, number>>): Row {
  const spent = (name: string): number => Math.max(0, (now[name] ?? 0) - (before?.[name] ?? 0))
  const all = TICKS.reduce((total, name) => total + spent(name), 0)
  const part = (...names: readonly string[]): string | null =>
    before === undefined || all === 0 ? null : text((100 * names.reduce((total, name) => total + spent(name), 0)) / all)
  return {
    os_user: part('user'),
    os_nice: part('nice'),
    os_system: part('system', 'irq', 'softirq'),
    os_idle: part('idle'),
    os_iowait: part('iowait'),
    os_steal: part('steal'),
  }
}

/** Memory in bytes; a limit of the control group that is lower than the machine's memory is the memory. Pure. */
export function memoryOf(
  meminfo: string,
  { memory, used, inactiveFile }: { readonly memory?: number; readonly used?: number; readonly inactiveFile?: number },
): Row {
  const kib = new Map(linesOf(meminfo).map((line) => [line.split(':')[0] ?? '', Number(/(\d+)/.exec(line.split(':')[1] ?? '')?.[1] ?? NaN) * 1024] as const))
  const of = (name: string): number => kib.get(name) ?? NaN
  const limited = memory !== undefined && used !== undefined && memory < of('MemTotal')
  const total = limited ? memory : of('MemTotal')
  const available = limited ? Math.max(0, Math.min(memory - used + (inactiveFile ?? 0), of('MemAvailable'))) : of('MemAvailable')
  const free = limited ? Math.max(0, memory - used) : of('MemFree')
  const swapTotal = of('SwapTotal')
  const swapFree = of('SwapFree')
  return {
    mem_total: text(total),
    mem_used: text(total - available),
    mem_free: text(free),
    mem_available: text(available),
    mem_active: text(of('Active')),
    mem_inactive: text(of('Inactive')),
    mem_buffers: text(of('Buffers')),
    mem_cached: text(of('Cached')),
    mem_shared: text(of('Shmem')),
    mem_perc: text((100 * (total - available)) / total),
    swap_total: text(swapTotal),
    swap_used: text(swapTotal - swapFree),
    swap_free: text(swapFree),
    swap_perc: text(swapTotal > 0 ? (100 * (swapTotal - swapFree)) / swapTotal : 0),
  }
}

async function coresOf(root: string): Promise<number> {
  const ids = new Set<string>()
  for (const processor of (await read(`${root}/proc/cpuinfo`)).split('\n\n')) {
    const core = /^core id\s*:\s*(\d+)/m.exec(processor)?.[1]
    if (core !== undefined) ids.add(`${/^physical id\s*:\s*(\d+)/m.exec(processor)?.[1] ?? '0'}/${core}`)
  }
  return ids.size > 0 ? ids.size : cpus().length
}

async function readDisks(root: string): Promise<readonly Row[]> {
  const lines = linesOf(await read(`${root}/proc/diskstats`)).map((line) => line.trim().split(/\s+/))
  const names = new Set(lines.map(([, , name]) => name ?? ''))
  return lines.flatMap(([, , device, reads, , sectorsRead, readMs, writes, , sectorsWritten, writeMs, , busy]) => {
    if (device === undefined || /^(loop|ram|zram|sr|fd)\d/.test(device)) return []
    // A partition is counted with its disk: sda1 with sda, nvme0n1p1 with nvme0n1.
    const disk = device.replace(/(?<=\d)p\d+$|(?<=[a-z])\d+$/, '')
    if (disk !== device && names.has(disk)) return []
    return [
      {
        device,
        read_bytes: text(Number(sectorsRead) * SECTOR),
        read_count: reads ?? null,
        read_time: readMs ?? null,
        write_bytes: text(Number(sectorsWritten) * SECTOR),
        write_count: writes ?? null,
        write_time: writeMs ?? null,
        busy_time: busy ?? null,
      },
    ]
  })
}

async function readNetworks(root: string): Promise<readonly Row[]> {
  return linesOf(await read(`${root}/proc/net/dev`)).flatMap((line) => {
    const [name, counters] = line.split(':')
    const device = name?.trim() ?? ''
    if (counters === undefined || /^(lo|veth|br-|docker|virbr|cni|flannel)/.test(device)) return []
    const at = counters.trim().split(/\s+/)
    const both = (a: number, b: number): string => String(Number(at[a] ?? 0) + Number(at[b] ?? 0))
    return [
      {
        interface: device,
        bytes_recv: at[0] ?? null,
        packets_recv: at[1] ?? null,
        bytes_sent: at[8] ?? null,
        packets_sent: at[9] ?? null,
        errors: both(2, 10),
        dropped: both(3, 11),
      },
    ]
  })
}

async function readFileSystems(root: string): Promise<readonly Row[]> {
  const seen = new Set<string>()
  const rows: Row[] = []
  for (const line of linesOf(await read(`${root}/proc/self/mounts`))) {
    const [device = '', mounted = '', kind = ''] = line.split(' ')
    if (!ON_DISK.has(kind) || seen.has(device)) continue
    seen.add(device)
    const mountPoint = mounted.replace(/\\(\d{3})/g, (_, code: string) => String.fromCharCode(parseInt(code, 8)))
    const found = await statfs(root + mountPoint).catch(() => undefined)
    if (found === undefined || found.blocks === 0) continue
    const used = found.blocks - found.bfree
    rows.push({
      mount_point: mountPoint,
      device,
      fs_type: kind,
      size: text(found.blocks * found.bsize),
      used: text(used * found.bsize),
      available: text(found.bavail * found.bsize),
      used_perc: text((100 * used) / Math.max(1, used + found.bavail)),
      inodes_perc: text(found.files > 0 ? (100 * (found.files - found.ffree)) / found.files : undefined),
    })
  }
  return rows
}
