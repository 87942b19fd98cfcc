import { defineProbe } from '../define.ts'

export default defineProbe({
  id: 'networks',
  doc: "Network interfaces of the database's machine, where the agent runs on it.",
  shape: 'rows',
  scope: 'instance',
  every: 60,
  sql: {},
  columns: {
    interface: { kind: 'key', doc: 'Name of the interface.' },
    bytes_recv: { kind: 'counter', unit: 'bytes', doc: 'Received.' },
    bytes_sent: { kind: 'counter', unit: 'bytes', doc: 'Sent.' },
    packets_recv: { kind: 'counter', doc: 'Packets received.' },
    packets_sent: { kind: 'counter', doc: 'Packets sent.' },
    errors: { kind: 'counter', doc: 'Errors in both directions.' },
    dropped: { kind: 'counter', doc: 'Packets dropped in both directions.' },
  },
})
