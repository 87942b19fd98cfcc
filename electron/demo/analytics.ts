import { SIZES } from './schema.ts'
import type { Crew } from './crews.ts'

export const analytics: readonly Crew[] = [
  {
    application: 'event-loader',
    database: 'analytics',
    user: 'batch',
    sessions: 1,
    think: [2000, 6000],
    rhythm: 'day',
    transactions: [
      {
        doc: 'Events arrive slowly over the network',
        weight: 1,
        steps: [
          {
            copy: 'copy event (visitor_id, page, kind, duration_ms) from stdin (format csv)',
            portions: [3, 7],
            rows: 40,
            pause: [150, 600],
            line: (r) => `${r.int(1, 9000)},/page/${r.int(0, 119)},${r.of(['view', 'view', 'click', 'buy'])},${r.int(20, 4000)}`,
          },
        ],
      },
    ],
  },
  {
    application: 'bi-dashboard',
    database: 'analytics',
    user: 'analyst',
    sessions: 3,
    think: [800, 2400],
    rhythm: 'day',
    transactions: [
      {
        doc: 'Pages of the last hours',
        weight: 4,
        steps: [
          {
            sql: "select page, count(*) as views, count(distinct visitor_id) as visitors from event where happened_at > now() - $1::int * interval '1 hour' group by page order by views desc limit 20",
            values: (r) => [r.int(2, 48)],
          },
        ],
      },
      {
        doc: 'Funnel by kind',
        weight: 3,
        steps: [
          {
            sql: "select date_trunc('hour', happened_at) as hour, kind, count(*) from event where happened_at > now() - interval '2 days' group by 1, 2 order by 1, 2",
          },
        ],
      },
      {
        doc: 'A sort that does not fit into work_mem',
        weight: 2,
        steps: [
          {
            sql: 'select visitor_id, page, happened_at from event order by duration_ms desc, page, visitor_id offset $1 limit 50',
            values: (r) => [r.int(20_000, 50_000)],
          },
        ],
      },
      {
        doc: 'The slow report: which pages lead to which',
        weight: 0.5,
        steps: [
          {
            sql: "select a.page, b.page as next_page, count(*) from event a join event b on b.visitor_id = a.visitor_id and b.event_id > a.event_id and b.happened_at < a.happened_at + interval '2 hours' where a.happened_at > now() - interval '5 days' group by 1, 2 order by 3 desc limit 30",
          },
        ],
      },
      {
        doc: 'Time between two events of a visitor',
        weight: 1,
        steps: [
          {
            sql: 'select page, percentile_cont(0.95) within group (order by gap) as p95 from (select page, extract(epoch from happened_at - lag(happened_at) over (partition by visitor_id order by happened_at)) as gap from event) g group by page order by 2 desc nulls last',
          },
        ],
      },
    ],
  },
  {
    application: 'psql',
    database: 'analytics',
    user: 'analyst',
    sessions: 1,
    think: [15_000, 40_000],
    rhythm: 'steady',
    transactions: [
      {
        doc: 'A visitor who opens a transaction and goes for coffee',
        weight: 1,
        begin: 'begin isolation level repeatable read',
        steps: [{ sql: 'select kind, count(*) from event group by kind' }, { pause: [12_000, 45_000] }, { sql: 'select max(happened_at) from event' }],
      },
    ],
  },
  {
    application: 'nightly-etl',
    database: 'analytics',
    user: 'batch',
    sessions: 2,
    think: [500, 2000],
    rhythm: 'night',
    transactions: [
      {
        doc: 'Days are added up',
        weight: 3,
        steps: [
          {
            sql: 'insert into page_day select page, happened_at::date, count(*), count(distinct visitor_id) from event group by 1, 2 on conflict (page, day) do update set views = excluded.views, visitors = excluded.visitors',
          },
        ],
      },
      {
        doc: 'A copy for the archive, in order',
        weight: 2,
        steps: [{ sql: 'create temp table archive as select * from event order by page, happened_at' }, { sql: 'drop table archive' }],
      },
      { doc: 'The summary is refreshed', weight: 2, steps: [{ sql: 'refresh materialized view visitor_summary' }] },
      {
        doc: 'Old events go',
        weight: 1,
        steps: [{ sql: 'delete from event where event_id <= (select max(event_id) from event) - $1', values: () => [SIZES.events] }],
      },
      { doc: 'Statistics and dead rows', weight: 2, steps: [{ sql: 'vacuum (analyze) event' }] },
      { doc: 'Everything to disk before the backup', weight: 2, steps: [{ sql: 'checkpoint' }] },
    ],
  },
]
