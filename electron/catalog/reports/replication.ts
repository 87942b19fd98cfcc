import { defineReport } from '../define.ts'

export default defineReport({
  id: 'replication',
  own: true,
  title: 'Replication',
  doc: 'How far standbys and other receivers of the WAL are behind.',
  shape: 'series',
  reads: ['replication'],
  group: ['application_name', 'client_addr'],
  compute: true,
  columns: {
    time: { time: true, doc: 'When it was read' },
    pg_instance: { instance: 'pg_instance', doc: 'The sending instance' },
    application_name: { label: 'application_name', doc: 'Name of the receiver' },
    client_addr: { label: 'client_addr', doc: 'Address it comes from' },
    state: { label: 'state', doc: 'Its latest state' },
    sync_state: { label: 'sync_state', doc: 'Whether commits wait for it' },
    slot_name: { label: 'slot_name', doc: 'Slot it uses' },
    sent_lag_bytes: { from: 'sent_lag_bytes', unit: 'bytes', doc: 'WAL not yet sent to it' },
    write_lag_bytes: { from: 'write_lag_bytes', unit: 'bytes', doc: 'WAL it has not written' },
    flush_lag_bytes: { from: 'flush_lag_bytes', unit: 'bytes', doc: 'WAL it has not made durable' },
    replay_lag_bytes: { from: 'replay_lag_bytes', unit: 'bytes', doc: 'WAL it has not replayed' },
    replay_lag_bytes_max: { from: 'replay_lag_bytes', agg: 'max', unit: 'bytes', doc: 'The most of it' },
    replay_lag_s: { from: 'replay_lag_s', unit: 's', doc: 'Time until it has replayed recent WAL' },
    replay_lag_s_max: { from: 'replay_lag_s', agg: 'max', unit: 's', doc: 'The longest of it' },
  },
})
