import { defineRule } from '../rule.ts'

export default defineRule({
  id: 'no-data',
  title: 'No data',
  doc: 'Nothing comes from the instance: its agent is stopped or cannot reach the platform. A connection that somebody has disabled or deleted is not missed.',
  measure: 'the time without any data',
  unit: 's',
  warning: 300,
  critical: 900,
  occurrences: 1,
  always: true,
  reads: {},
  of: ({ quiet }) => ({ value: quiet * 60 }),
  message: 'Nothing has come from the instance for {value}',
  next: 'See under Agents when the agent was heard last, and on its machine whether it runs; the agent’s page says what hinders its uploads. What it keeps meanwhile comes later.',
})
