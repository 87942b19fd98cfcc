import { defineProbe } from '../define.ts'

export default defineProbe({
  id: 'log',
  doc: 'How far the server’s log was read; made by the collector where it runs on the server’s machine and may read it.',
  shape: 'rows',
  scope: 'instance',
  every: 60,
  sql: {},
  columns: {
    file: { kind: 'label', doc: 'The file read last.' },
    format: { kind: 'label', doc: 'How it is written: stderr, csvlog or jsonlog.' },
    bytes: { kind: 'counter', unit: 'bytes', doc: 'Bytes read.' },
    skipped: { kind: 'counter', unit: 'bytes', doc: 'Bytes given up because there were more than can be read.' },
    behind: { kind: 'gauge', unit: 'bytes', doc: 'Bytes that were there and not read yet.' },
  },
})
