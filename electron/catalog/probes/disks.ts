import { defineProbe } from '../define.ts'

// The kernel writes times of disks in 32 bits: after 49 days of them they begin again.

export default defineProbe({
  id: 'disks',
  doc: "Disks of the database's machine, where the agent runs on it.",
  shape: 'rows',
  scope: 'instance',
  every: 60,
  sql: {},
  columns: {
    device: { kind: 'key', doc: 'Name of the disk.' },
    read_bytes: { kind: 'counter', unit: 'bytes', doc: 'Read.' },
    read_count: { kind: 'counter', doc: 'Reads.' },
    read_time: { kind: 'counter', unit: 'ms', wraps: 2 ** 32, doc: 'Time of reads, added up.' },
    write_bytes: { kind: 'counter', unit: 'bytes', doc: 'Written.' },
    write_count: { kind: 'counter', doc: 'Writes.' },
    write_time: { kind: 'counter', unit: 'ms', wraps: 2 ** 32, doc: 'Time of writes, added up.' },
    busy_time: { kind: 'counter', unit: 'ms', wraps: 2 ** 32, doc: 'Time in which the disk had something to do.' },
  },
})
