import { expect, test } from 'vitest'
import { aboutInstance, block, column, MINUTE, NOON, running, session, stamp } from '../platform/running.ts'

const hour = { from: stamp(NOON - 3600_000), to: stamp(NOON), filters: [] as { tag: string; value: string }[] }
const A = 'a'.repeat(32)

test('session-history: the published row of one active session, CPU when it waits for nothing', async () => {
  const { store, report } = await running()
  store([aboutInstance(NOON - MINUTE), block('sessions', NOON - 10_000, [session()])], { tags: 'env=prod,team=pay' })
  const { json, text } = await report('session-history', hour)
  expect(text).toBe(JSON.stringify(json))
  expect(text).toBe(
    JSON.stringify([
      {
        time: '2026-03-10T11:59:50Z',
        pg_instance: 'alpha@main',
        server: 'alpha',
        database: 'shop',
        user_name: 'app',
        application_name: 'web',
        client_host_name: '10.0.0.9',
        process_id: '101 - main',
        command_type: 'SELECT',
        wait_event_type: 'CPU',
        wait_event: 'CPU',
        queryid: '-42',
        query_md5_id: A,
        pg_version: '15.18',
        env: 'prod',
        team: 'pay',
        state: 'active',
        backend_type: 'client backend',
        blocked_by: null,
        sample_weight_s: 10,
        samples: 1,
        resolution: 'sample',
      },
    ]),
  )
})

test('session-history as CSV: a negative query id stays a number, a formula does not run, null is nothing', async () => {
  const { store, report } = await running()
  store([
    block('sessions', NOON - 10_000, [
      session({
        application_name: '=1+1',
        user_name: 'o"hara, jr',
        database: 'a\r\nb',
        wait_event_type: 'Lock',
        wait_event: 'tuple',
        blocked_by: '7,8',
        client_host_name: null,
      }),
    ]),
  ])
  const { text } = await report('session-history', { ...hour, output: 'csv' })
  expect(text.slice(text.indexOf('\r\n') + 2)).toBe(
    `2026-03-10T11:59:50Z,alpha@main,alpha,"a\r\nb","o""hara, jr",'=1+1,,101 - main,SELECT,Lock,tuple,-42,${A},,prod,active,client backend,"7,8",10,1,sample\r\n`,
  )
})

test('session-history has active clients only, unless others are asked for', async () => {
  const { store, report } = await running()
  const idle = session({ pid: '2', state: 'idle in transaction', wait_event_type: 'Client', wait_event: 'ClientRead' })
  const aborted = session({ pid: '3', state: 'idle in transaction (aborted)' })
  const walwriter = session({ pid: '4', state: null, backend_type: 'walwriter', database: null })
  const vacuum = session({ pid: '5', backend_type: 'autovacuum worker', application_name: '' })
  store([block('sessions', NOON - 1000, [session({ pid: '1', application_name: null }), idle, aborted, walwriter, vacuum])])
  const pids = async (include?: string[]) => column(await report('session-history', { ...hour, include }), 'process_id').map((id) => id.split(' ')[0])
  expect(await pids()).toEqual(['1'])
  expect(await pids(['idle_in_transaction'])).toEqual(['1', '2', '3'])
  expect(await pids(['background'])).toEqual(['1', '4', '5'])
  expect(await pids(['background', 'idle_in_transaction'])).toEqual(['1', '2', '3', '4', '5'])
  expect(column(await report('session-history', hour), 'application_name')).toEqual(['N/A'])
  expect((await report('session-history', { ...hour, include: ['idle'] })).status).toBe(400)
})

test('a sample belongs to the range that its instant lies in: from is inside, to is not', async () => {
  const { store, report } = await running()
  for (const at of [NOON - 20_000, NOON - 10_000, NOON]) store([block('sessions', at, [session()])])
  const times = async (from: number, to: number) =>
    column(await report('session-history', { from: stamp(from), to: stamp(to), filters: [] }), 'time').map((time) => time.slice(14, 19))
  expect(await times(NOON - 20_000, NOON - 10_000)).toEqual(['59:40'])
  expect(await times(NOON - 19_000, NOON)).toEqual(['59:50'])
  expect(await times(NOON - 20_000, NOON + 1000)).toEqual(['59:40', '59:50', '00:00'])
})

test('rows of several instances come in order of time, with the same keys, null where a tag is not carried', async () => {
  const { store, report } = await running()
  store([block('sessions', NOON - 10_000, [session()])], { tags: 'env=prod' })
  store([block('sessions', NOON - 15_000, [session()]), block('sessions', NOON - 5000, [session()])], {
    connection: 'c2',
    name: 'other',
    tags: 'team=pay,state=new',
  })
  const { rows } = await report('session-history', hour)
  expect(rows.map((row) => [row['pg_instance'], row['env'], row['team'], row['tag_state'], row['state']])).toEqual([
    ['alpha@other', null, 'pay', 'new', 'active'],
    ['alpha@main', 'prod', null, null, 'active'],
    ['alpha@other', null, 'pay', 'new', 'active'],
  ])
  expect(new Set(rows.map((row) => Object.keys(row).join()))).toHaveLength(1)
})

test('filters: values of one tag are alternatives, tags combine, built-in ones count, an unknown one matches nothing', async () => {
  const { store, report } = await running()
  const add = (name: string, tags: string, version: string, server = 'alpha') => {
    store([aboutInstance(NOON - MINUTE, { version, type: name === 'c' ? 'replica' : 'primary' }), block('sessions', NOON - 1000, [session()])], {
      connection: name,
      name,
      tags,
      server,
    })
  }
  add('a', 'env=prod,team=pay', '15.18')
  add('b', 'env=test,team=pay', '16.2')
  add('c', 'env=prod,team=web', '15.18', 'beta')
  const names = async (...filters: [string, string][]) =>
    column(await report('session-history', { ...hour, filters: filters.map(([tag, value]) => ({ tag, value })) }), 'pg_instance')
      .map((label) => label.split('@')[1])
      .sort()
      .join('')
  expect(await names()).toBe('abc')
  expect(await names(['env', 'prod'])).toBe('ac')
  expect(await names(['env', 'prod'], ['env', 'test'])).toBe('abc')
  expect(await names(['env', 'prod'], ['team', 'pay'])).toBe('a')
  expect(await names(['pg_instance', 'beta@c'])).toBe('c')
  expect(await names(['server', 'alpha'], ['pg_version', '16.2'])).toBe('b')
  expect(await names(['type', 'replica'])).toBe('c')
  expect(await names(['nothing', 'x'])).toBe('')
  expect(await names(['toString', 'x'])).toBe('')
})

test('filters use the tags of now, so a re-tagged instance moves with its history', async () => {
  const { store, report } = await running()
  store([block('sessions', NOON - 20_000, [session()])], { tags: 'env=test' })
  store([block('sessions', NOON - 10_000, [session()])], { tags: 'env=prod' })
  const rows = async (value: string) => (await report('session-history', { ...hour, filters: [{ tag: 'env', value }] })).rows.length
  expect([await rows('prod'), await rows('test')]).toEqual([2, 0])
})
