import { defineRule } from '../rule.ts'

export default defineRule({
  id: 'instance-down',
  title: 'Instance down',
  doc: 'The agent runs and cannot connect to the server.',
  measure: 'the share of failed tries to connect',
  unit: 'percent',
  warning: null,
  critical: 100,
  occurrences: 2,
  over: 1,
  reads: { self: ['runs', 'failures'] },
  of: (input) => {
    const reading = input.readings('self').at(-1)
    if (reading === undefined) return null
    let worked = false
    let failed: number | undefined
    for (let row = 0; row < reading.rows; row++) {
      const failures = reading.number('failures', row)
      if (reading.text('probe', row) === 'connection') failed = failures > 0 && failures === reading.number('runs', row) ? row : undefined
      else worked ||= failures < reading.number('runs', row)
    }
    if (worked || failed === undefined) return { value: 0 }
    return { value: 100, subject: reading.text('outcome', failed) ?? '' }
  },
  message: 'The server cannot be connected to: {subject}',
  next: 'See on the machine whether the server runs and what its log says last. If it runs, the sentence above tells what refuses the agent: address, pg_hba.conf, password, or no free connection.',
})
