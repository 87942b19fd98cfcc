import { defineReport } from '../define.ts'

export default defineReport({
  id: 'setting-changes',
  own: true,
  title: 'Settings changed',
  doc: 'Settings whose value changed, seen within an hour of the change.',
  shape: 'raw',
  reads: ['setting-changes'],
  columns: {
    time: { time: true, doc: 'When the change was seen' },
    pg_instance: { instance: 'pg_instance', doc: 'Instance, <server>@<connection>' },
    name: { label: 'name', doc: 'Setting' },
    old_value: { label: 'old_value', doc: 'Value before' },
    new_value: { label: 'new_value', doc: 'Value after' },
    unit: { label: 'unit', doc: 'Unit of the values' },
    source: { label: 'source', doc: 'Where the new value comes from' },
  },
})
