import { defineProbe } from '../define.ts'

export default defineProbe({
  id: 'settings',
  doc: 'Settings of the server.',
  shape: 'rows',
  scope: 'instance',
  every: 3600,
  changes: 'setting-changes',
  sql: {
    // our own session's manners are no settings of the server
    '13': `
      select name, case when source = 'client' or source = 'session' then reset_val else setting end as setting, unit, category, vartype,
        case when source = 'client' or source = 'session' then 'default' else source end as source, boot_val, context, pending_restart::int as pending_restart
      from pg_settings
      where source not in ('client', 'session') and name not in ('application_name', 'transaction_read_only', 'transaction_isolation', 'transaction_deferrable', 'in_hot_standby')`,
  },
  columns: {
    name: { kind: 'key', doc: 'Name of the setting.' },
    setting: { kind: 'label', doc: 'Its value.' },
    unit: { kind: 'label', doc: 'Unit of the value.' },
    category: { kind: 'label', doc: 'What it belongs to.' },
    vartype: { kind: 'label', doc: 'bool, enum, integer, real or string.' },
    source: { kind: 'label', doc: 'Where the value comes from: default, configuration file ….' },
    boot_val: { kind: 'label', doc: 'Value a server has without any configuration.' },
    context: { kind: 'label', doc: 'What it takes to change it.' },
    pending_restart: { kind: 'gauge', doc: '1 when a changed value waits for a restart.' },
  },
})
