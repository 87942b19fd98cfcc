import { defineReport } from '../define.ts'

const isTrue = (value: string | null): boolean | null => (value === null ? null : value === 'true')

export default defineReport({
  id: 'sampling',
  own: true,
  title: 'Samples and plans',
  doc: 'Whether samples of statements and their plans can be had from an instance, and what hinders it.',
  shape: 'latest',
  reads: ['sampling'],
  columns: {
    pg_instance: { instance: 'pg_instance', doc: 'Instance, <server>@<connection>' },
    pg_version: { instance: 'pg_version', doc: 'Version of PostgreSQL' },
    samples: { label: 'samples', show: isTrue, doc: 'Switch of the connection: sessions and samples of statements' },
    literals: { label: 'literals', show: isTrue, doc: 'Privacy setting of the connection: false drops the values' },
    plans: { label: 'plans', show: isTrue, doc: 'Setting of the connection: whether plans are estimated' },
    query_ids: { label: 'query_ids', show: isTrue, doc: 'Whether sessions show the id of their query' },
    sees_all: { label: 'sees_all', show: isTrue, doc: 'Whether statements of other users are shown to us' },
    text_size: { label: 'text_size', show: (size) => (size === null ? null : Number(size)), unit: 'bytes', doc: 'Where the server cuts the texts of sessions' },
    hindrance: { label: 'hindrance', doc: 'Why plans are not estimated, and what mends it; empty when nothing hinders' },
  },
  developer: true,
})
