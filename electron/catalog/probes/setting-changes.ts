import { defineProbe } from '../define.ts'

export default defineProbe({
  id: 'setting-changes',
  doc: 'Settings whose value is not what it was at the reading before; made by the collector.',
  shape: 'samples',
  scope: 'instance',
  every: 3600,
  sql: {},
  columns: {
    name: { kind: 'label', doc: 'Name of the setting.' },
    old_value: { kind: 'label', doc: 'Its value before; none when it was not there.' },
    new_value: { kind: 'label', doc: 'Its value now; none when it is not there any more.' },
    unit: { kind: 'label', doc: 'Unit of the values.' },
    source: { kind: 'label', doc: 'Where the new value comes from.' },
  },
})
