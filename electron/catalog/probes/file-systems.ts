import { defineProbe } from '../define.ts'

export default defineProbe({
  id: 'file-systems',
  doc: "File systems of the database's machine, where the agent runs on it: space and files left.",
  shape: 'rows',
  scope: 'instance',
  every: 60,
  sql: {},
  columns: {
    mount_point: { kind: 'key', doc: 'Where it is mounted.' },
    device: { kind: 'label', doc: 'What is mounted.' },
    fs_type: { kind: 'label', doc: 'Kind of file system.' },
    size: { kind: 'gauge', unit: 'bytes', doc: 'Size.' },
    used: { kind: 'gauge', unit: 'bytes', doc: 'Used.' },
    available: { kind: 'gauge', unit: 'bytes', doc: 'Left for ordinary users.' },
    used_perc: { kind: 'gauge', unit: 'percent', scale: 100, doc: 'Part that is used, of what ordinary users may use.' },
    inodes_perc: { kind: 'gauge', unit: 'percent', scale: 100, doc: 'Part of the files that may exist which exist.' },
  },
})
