import { expect, test } from 'vitest'
import { reports } from '../../../electron/catalog/reports/_all.generated.ts'
import type { ReportForm } from '../../../electron/catalog/define.ts'
import { running } from '../platform/running.ts'

/** Columns of the published reports, in their order. */
const COLUMNS: Readonly<Record<string, string>> = {
  'session-history':
    'time,pg_instance,server,database,user_name,application_name,client_host_name,process_id,command_type,wait_event_type,wait_event,queryid,query_md5_id,pg_version,state,backend_type,blocked_by,sample_weight_s,samples,resolution',
  'top-queries':
    'pg_instance,database,user,query_md5_id,queryid,calls,rows,total_time,blk_read_time,blk_write_time,shared_blks_hit,shared_blks_read,shared_blks_dirtied,shared_blks_written,local_blks_hit,local_blks_read,local_blks_dirtied,local_blks_written,temp_blks_read,temp_blks_written,wal_bytes,text,mean_time,first_seen,last_seen',
  'queries-summary':
    'pg_instance,database,calls,rows,total_time,blk_read_time,blk_write_time,shared_blks_hit,shared_blks_read,shared_blks_dirtied,shared_blks_written,local_blks_hit,local_blks_read,local_blks_dirtied,local_blks_written,temp_blks_read,temp_blks_written,wal_bytes,perc_90,perc_95,perc_99',
  query:
    'time,pg_instance,database,user,query_md5_id,queryid,calls,rows,total_time,blk_read_time,blk_write_time,shared_blks_hit,shared_blks_read,shared_blks_dirtied,shared_blks_written,local_blks_hit,local_blks_read,local_blks_dirtied,local_blks_written,temp_blks_read,temp_blks_written,wal_bytes,text,mean_time,first_seen,last_seen',
  'pg-instance-infos': 'pg_instance,server,port,type,version,version_full,start_time,uptime,databases,size,wal_size,tags,last_colleciton_time',
  'pg-instance':
    'time,pg_instance,database,num_backends,xact_commit,xact_rollback,blks_hit,blks_read,blk_read_time,blk_write_time,tup_returned,tup_fetched,tup_inserted,tup_updated,tup_deleted,temp_files,temp_bytes,deadlocks,sessions,active_time,idle_in_transaction_time,wal_bytes',
  'pg-background':
    'time,pg_instance,checkpoints_timed,checkpoints_req,checkpoint_write_time,checkpoint_sync_time,buffers_checkpoint,buffers_clean,buffers_backend,buffers_backend_fsync,buffers_alloc,wal_records,wal_fpi,wal_bytes',
  'data-size': 'time,pg_instance,server,pg_version,database,data_size',
  tables:
    'pg_instance,database,schema_name,rel_name,relid,relkind,relpages,reltuples,size,seq_scan,seq_tup_read,idx_scan,idx_tup_fetch,n_tup_ins,n_tup_upd,n_tup_del,n_tup_hot_upd,heap_blks_hit,heap_blks_read,idx_blks_hit,idx_blks_read,toast_blks_hit,toast_blks_read,tidx_blks_hit,tidx_blks_read,vacuum_count,autovacuum_count,analyze_count,autoanalyze_count,last_autovacuum,last_autoanalyze,n_live_tup,n_dead_tup',
  indexes:
    'pg_instance,database,schema_name,rel_name,index_rel_name,idx_scan,idx_tup_read,idx_tup_fetch,idx_blks_hit,idx_blks_read,relpages,size,is_unique,is_valid',
  server:
    'time,server,cpu_model,cores,cpus,os_user,os_system,os_nice,os_idle,os_iowait,load_avg_1m,mem_total,mem_used,mem_free,mem_available,mem_active,mem_inactive,mem_buffers,mem_cached,mem_shared,mem_perc,swap_total,swap_used,swap_free,swap_perc,swap_in,swap_out,bytes_recv,bytes_sent,packets_recv,packets_sent,read_bytes,read_count,read_time,write_bytes,write_count,write_time',
  'top-consumers': 'tag,instances,db_time,memory_size,data_size,wal_size,cache_blocks_hit,disk_blocks_read',
}

const body = { from: '2026-03-10', to: '2026-03-11', filters: [], query_md5_id: 'a'.repeat(32) }
const all: readonly ReportForm[] = reports
/** Those of the published interface. */
const forms = all.filter(({ own }) => own !== true)

test('every report on an empty store is [] as JSON and its header as CSV, with status 201', async () => {
  const { report } = await running()
  for (const { id, aliases = [] } of forms) {
    for (const name of [id, ...aliases]) {
      const json = await report(name, body)
      expect([name, json.status, json.text, json.headers['content-type']]).toEqual([name, 201, '[]', 'application/json; charset=utf-8'])
      const csv = await report(name, { ...body, output: 'csv' })
      expect([name, csv.status, csv.text, csv.headers['content-type']]).toEqual([name, 201, `${COLUMNS[id]}\r\n`, 'text/csv; charset=utf-8'])
    }
  }
})

test('the interface has twelve reports, each with its published columns', () => {
  expect(forms.map(({ id }) => id).sort()).toEqual(Object.keys(COLUMNS).sort())
  expect(forms).toHaveLength(12)
})

test('a report reads only columns that its probes have', async () => {
  const { numericColumns } = await import('../../../electron/platform/reports/columns.ts')
  const { probes } = await import('../../../electron/catalog/probes/_all.generated.ts')
  for (const form of all) {
    expect(numericColumns(form).length).toBe(Object.values(form.columns).filter(({ from, since }) => from ?? since).length)
    const labels = form.reads.flatMap((id) => Object.keys((probes as readonly { id: string; columns: object }[]).find((probe) => probe.id === id)!.columns))
    for (const { label } of Object.values(form.columns)) if (label !== undefined) expect(labels).toContain(label)
    for (const name of form.group ?? []) expect(form.columns[name]?.label).toBeDefined()
    const sorts = Object.entries(form.columns).map(([name, column]) => column.by ?? name)
    for (const by of form.by ?? []) expect(sorts).toContain(by)
  }
})

const FORMS = 'must be a time of the form YYYY-MM-DD, YYYY-MM-DD HH:MI or YYYY-MM-DD HH:MI:SS'

const TIMES = [
  undefined,
  null,
  5,
  '',
  'now',
  '2026-02-30',
  '2026-13-01',
  '2026-03-10 24:00',
  '2026-03-10 10:60',
  '2026-03-10T10:00',
  '2026-03-10 10',
  '10.03.2026',
]
const said = (value: unknown): string => (value === undefined ? 'is missing' : typeof value === 'string' ? FORMS : 'must be a text')
const WHOLE = (low: number, high: number): string => `must be a whole number between ${low} and ${high}`
const oneOf = (values: readonly string[] = []): string => `must be one of ${values.map((value) => `"${value}"`).join(', ')}`

/** Bodies that the report refuses, each with the sentence it is answered with. */
function refusals(form: ReportForm): [object, string][] {
  const bad = (field: string, values: readonly unknown[], words: string | ((value: unknown) => string)): [object, string][] =>
    values.map((value) => [{ [field]: value }, `${field} ${typeof words === 'string' ? words : words(value)}`])
  return [
    ...bad('from', TIMES, said),
    ...bad('to', TIMES, said),
    ...bad('utc_time', ['yes', 1, null], 'must be true or false'),
    ...bad('output', ['xml', 'CSV', 1, null], oneOf(['json', 'csv'])),
    ...bad('filters', form.statement || form.own ? [] : [undefined], 'is missing'),
    ...(form.by ? bad('by', ['nothing', 1, '', null], oneOf(form.by)) : []),
    ...(form.by ? bad('limit', [0, -1, 1001, 1.5, '20', null], WHOLE(1, 1000)) : []),
    ...(form.compute ? bad('compute', ['all', '', 1, null], oneOf(['summary', 'details'])) : []),
    ...(form.compute || (form.statement && form.shape === 'series') ? bad('bucket', [0, 59, 31_536_001, 60.5, '60'], WHOLE(60, 31_536_000)) : []),
    ...(form.statement ? bad('query_md5_id', [undefined], 'is missing') : []),
    ...(form.statement ? bad('query_md5_id', ['', 'xyz', 'a'.repeat(31), 'g'.repeat(32)], 'must be the 32 hexadecimal digits of a query_md5_id') : []),
    [{ from: '2026-03-11' }, '"from" must be before "to"'],
    [{ from: '2026-03-12' }, '"from" must be before "to"'],
    [{ from: '2025-02-03 23:59:59' }, 'The range is longer than 400 days; ask for less at once'],
  ]
}

const pathOf = ({ id, own }: ReportForm): string => (own ? `/ds-api/app/reports/${id}` : `/ds-api/activity/${id}`)

test('every report refuses every kind of bad body with 400 and a sentence that names the field', async () => {
  const { ask } = await running()
  for (const form of all) {
    const { query_md5_id: md5, ...common } = body
    const good = form.statement ? { ...common, query_md5_id: md5 } : common
    for (const [change, words] of refusals(form)) {
      const reply = await ask('POST', pathOf(form), { ...good, ...change })
      expect([form.id, change, reply.status, reply.error]).toEqual([form.id, change, 400, words])
      expect(reply.json).toEqual({ error: words })
    }
    for (const filters of ['env', [5], [{ tag: 'env' }], [{ tag: '', value: 'x' }], [{ tag: 'env', value: 5 }], {}]) {
      const reply = await ask('POST', pathOf(form), { ...good, filters })
      expect([form.id, filters, reply.status, reply.error.startsWith('filters')]).toEqual([form.id, filters, 400, true])
    }
    // 400 days to the second are allowed
    expect((await ask('POST', pathOf(form), { ...good, from: '2025-02-04' })).status).toBeLessThan(300)
  }
})

test('reports of ours refuse fields that they do not have', async () => {
  const { ask } = await running()
  for (const form of all.filter(({ own }) => own)) {
    const { from, to, query_md5_id } = body
    const good = { from, to, ...(form.statement && { query_md5_id }) }
    expect([form.id, (await ask('POST', pathOf(form), good)).status]).toEqual([form.id, 200])
    expect([form.id, (await ask('POST', pathOf(form), { ...good, whatever: 1 })).status]).toEqual([form.id, 400])
  }
})

test('fields that other clients send are ignored, and the filters of query may be left out', async () => {
  const { report } = await running()
  expect((await report('top-queries', { ...body, compute: 3, whatever: {} })).status).toBe(201)
  expect((await report('query', { ...body, filters: undefined })).status).toBe(201)
})

test('an unknown report is 404, another method 405', async () => {
  const { ask } = await running()
  expect((await ask('POST', '/ds-api/activity/unknown', body)).status).toBe(404)
  expect(await ask('GET', '/ds-api/activity/top-queries')).toMatchObject({ status: 405, headers: { allow: 'POST, OPTIONS' } })
})
