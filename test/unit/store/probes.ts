import type { Probe } from '../../../electron/catalog/define.ts'

/** Probes of every kind that the store tells apart, smaller than real ones. */
const column = (kind: 'key' | 'label' | 'counter' | 'gauge', scale?: number): Probe['columns'][string] => ({
  kind,
  doc: kind,
  ...(scale === undefined ? {} : { scale }),
})
const probe = (id: string, shape: Probe['shape'], columns: Probe['columns']): Probe => ({
  id,
  doc: id,
  shape,
  scope: 'instance',
  every: 60,
  sql: { '13': 'select 1' },
  columns,
})

export const sessions: Probe = {
  ...probe('sessions', 'samples', {
    pid: column('key'),
    state: column('label'),
    query_md5_id: column('label'),
    age: column('gauge', 1000),
    weight: column('gauge', 0),
  }),
  tally: { minutes: ['state'], moments: ['state'], hours: ['state', 'query_md5_id'] },
}

const statements = probe('statements', 'rows', {
  database: column('key'),
  queryid: column('key'),
  query_md5_id: column('label'),
  kind: column('label'),
  calls: column('counter'),
  time: column('counter', 1000),
  size: column('gauge'),
})

const background = probe('background', 'rows', { timed: column('counter'), written: column('counter'), ratio: column('gauge', 0) })

const facts = probe('facts', 'rows', { version: column('label'), started: column('gauge') })

export const probes = [sessions, statements, background, facts]
