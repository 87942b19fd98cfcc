import { defineProbe } from '../define.ts'

export default defineProbe({
  id: 'sampling',
  doc: 'Whether samples of statements and their plans can be had from a server, and what hinders it.',
  shape: 'rows',
  scope: 'instance',
  every: 3600,
  // The collector makes it of the connection's settings and of what the server says.
  sql: {},
  columns: {
    samples: { kind: 'label', doc: 'Switch of the connection: sessions and samples of statements.' },
    literals: { kind: 'label', doc: 'Privacy setting of the connection: false drops the values.' },
    plans: { kind: 'label', doc: 'Setting of the connection: whether plans are estimated.' },
    query_ids: { kind: 'label', doc: 'Whether sessions show the id of their query (version 14, compute_query_id).' },
    sees_all: { kind: 'label', doc: 'Whether statements of other users are shown to us (pg_read_all_stats).' },
    text_size: { kind: 'label', doc: 'Where the server cuts the texts of sessions: track_activity_query_size, bytes.' },
    hindrance: { kind: 'label', doc: 'Why plans are not estimated on this server, and what mends it.' },
  },
})
