import { defineProbe } from '../define.ts'

export default defineProbe({
  id: 'certificate',
  doc: 'The certificate that the server has shown on our connection; made by the collector, and nothing without TLS.',
  shape: 'rows',
  scope: 'instance',
  every: 3600,
  sql: {},
  columns: {
    subject: { kind: 'label', doc: 'Whose certificate it is.' },
    issuer: { kind: 'label', doc: 'Who has signed it.' },
    serial: { kind: 'label', doc: 'Its number.' },
    valid_from: { kind: 'gauge', unit: 'timestamp', doc: 'From when on it is valid.' },
    valid_until: { kind: 'gauge', unit: 'timestamp', doc: 'Until when it is valid.' },
  },
})
