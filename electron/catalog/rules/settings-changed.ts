import { defineRule } from '../rule.ts'

export default defineRule({
  id: 'settings-changed',
  title: 'Settings changed',
  doc: 'Settings of the server that are not what they were.',
  measure: 'the number of changed settings',
  unit: 'count',
  warning: 1,
  critical: null,
  occurrences: 1,
  over: 1,
  reads: { 'setting-changes': ['name', 'old_value', 'new_value'] },
  of: (input) => {
    const readings = input.readings('setting-changes')
    if (readings.length === 0) return null
    const changes = readings.flatMap((reading) =>
      Array.from({ length: reading.rows }, (_, row) => {
        const [name, old, now] = ['name', 'old_value', 'new_value'].map((column) => reading.text(column, row) ?? '')
        return `${name ?? ''} from "${old ?? ''}" to "${now ?? ''}"`
      }),
    )
    return { value: changes.length, subject: changes.slice(0, 5).join(', ') + (changes.length > 5 ? ' …' : '') }
  },
  message: 'Settings changed: {subject}',
  next: 'Ask who changed it, and compare the load before and after in Compare. What waits for a restart is not in effect yet.',
  sql: `SELECT name, setting, unit, boot_val, source, sourcefile, sourceline, pending_restart
FROM pg_settings
WHERE source NOT IN ('default', 'override', 'client', 'session')
ORDER BY name`,
})
