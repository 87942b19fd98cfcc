import { expect, test } from 'vitest'
import { reports } from '../../../electron/catalog/reports/_all.generated.ts'
import type { ReportForm } from '../../../electron/catalog/define.ts'
import { running } from '../platform/running.ts'

/** Columns of the published reports, in their order. */
const COLUMNS: Readonly<Record<string, string>> = {
  'session-history':
    'time,pg_instance,server,database,user_name,application_name,client_host_name,process_id,command_type,wait_event_type,wait_event,queryid,query_md5_id,pg_version,state,backend_type,blocked_by,sample_weight_s',
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
}

const body = { from: '2026-03-10', to: '2026-03-11', filters: [], query_md5_id: 'a'.repeat(32) }
const forms: readonly ReportForm[] = reports

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

test('a report reads only columns that its probes have', async () => {
  const { numericColumns } = await import('../../../electron/platform/reports/columns.ts')
  const { probes } = await import('../../../electron/catalog/probes/_all.generated.ts')
  for (const form of forms) {
    expect(numericColumns(form).length).toBe(Object.values(form.columns).filter(({ from, since }) => from ?? since).length)
    const labels = form.reads.flatMap((id) => Object.keys((probes as readonly { id: string; columns: object }[]).find((probe) => probe.id === id)!.columns))
    for (const { label } of Object.values(form.columns)) if (label !== undefined) expect(labels).toContain(label)
    for (const name of [...(form.group ?? []), ...(form.by ?? [])]) expect(Object.keys(form.columns)).toContain(name)
  }
})

const sentence = async (change: object, id = 'top-queries'): Promise<string> => {
  const { report } = await running()
  const reply = await report(id, { ...body, ...change })
  expect([reply.status, reply.json]).toEqual([400, { error: reply.error }])
  return reply.error
}

const FORMS = 'must be a time of the form YYYY-MM-DD, YYYY-MM-DD HH:MI or YYYY-MM-DD HH:MI:SS'

test.each<[object, string, string?]>([
  [{ from: '2026-02-30' }, `from ${FORMS}`],
  [{ to: 'now' }, `to ${FORMS}`],
  [{ from: undefined }, 'from is missing'],
  [{ filters: undefined }, 'filters is missing'],
  [{ from: '2026-03-11' }, '"from" must be before "to"'],
  [{ from: '2025-01-01' }, 'The range is longer than 400 days; ask for less at once'],
  [{ limit: 0 }, 'limit must be a whole number between 1 and 1000'],
  [{ limit: 1001 }, 'limit must be a whole number between 1 and 1000'],
  [{ limit: '20' }, 'limit must be a whole number between 1 and 1000'],
  [{ output: 'xml' }, 'output must be one of "json", "csv"'],
  [{ utc_time: 'yes' }, 'utc_time must be true or false'],
  [{ compute: 'all' }, 'compute must be one of "summary", "details"', 'pg-instance'],
  [{ query_md5_id: undefined }, 'query_md5_id is missing', 'query'],
])('%j is refused: %s', async (change, words, id) => expect(await sentence(change, id)).toBe(words))

test('an unknown by is refused naming those that are known', async () =>
  expect(await sentence({ by: 'mean_time' })).toMatch(/^by must be one of "total_time", "calls", /))

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
