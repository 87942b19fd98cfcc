import { defineRule, ofRows } from '../rule.ts'

export default defineRule({
  id: 'load',
  title: 'Load',
  doc: 'Load average of one minute, against the processors.',
  measure: 'the load average, in percent of the processors',
  unit: 'percent',
  warning: 150,
  critical: 300,
  occurrences: 5,
  reads: { host: ['load_avg_1m', 'cpus'] },
  of: (input) =>
    ofRows(input, 'host', (reading, row) => {
      const [load, cpus] = [reading.number('load_avg_1m', row), reading.number('cpus', row)]
      return { value: (100 * load) / cpus, facts: { load: load.toFixed(1), cpus } }
    }),
  message: 'The load average is {load} with {cpus} processors ({value})',
})
