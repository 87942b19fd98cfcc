import { expect, it } from 'vitest'
import { explain, obstacleOf, readAuthor, readPosition, type Explained } from '../../electron/collector/plans/explain.ts'
import { readPlan } from '../../electron/collector/plans/shape.ts'
import { loadScanner } from '../../electron/collector/query-id.ts'
import { openSession, type Session } from '../../electron/collector/target.ts'
import { SOME, withServers, type TestServer } from '../help/postgres.ts'

/** Asks over a session of the watching user for the plan of a statement of `author`. */
async function ask(server: TestServer, sql: string, author = 'app', generic = false): Promise<Explained & { readonly session: Session }> {
  await loadScanner()
  const session = await openSession(server.settings, new AbortController().signal)
  try {
    const found = await readAuthor(session, author, await readPosition(session))
    if (found === undefined) throw new Error(`there is no user ${author}`)
    return { ...(await explain(session, sql, generic, found)), session }
  } finally {
    await session.close()
  }
}

const nodesOf = (answer: Explained): string =>
  'json' in answer ? [...answer.json.matchAll(/"Node Type": "([^"]+)"/g)].map(([, name]) => name).join(' > ') : answer.words

withServers(SOME, (version, server) => {
  it('is prepared', async () => {
    await server().sql(`
      create role app login password 'watch me'; create role stranger login password 'watch me'; grant app to watcher;
      create schema own; alter role app set search_path = own; grant usage, create on schema own to app;
      create table own.orders (id int primary key, customer int, note text); insert into own.orders select i, i % 1000, 'n' from generate_series(1, 20000) i;
      create index orders_customer on own.orders (customer); analyze own.orders; alter table own.orders owner to app;
      create table own.calls (n int); grant select, insert on own.calls to app; create table private (id int)`)
  })

  it('plans in the search path of the user whose statement it is, and sees an index that was dropped', async () => {
    const sql = 'select * from orders where customer = 42'
    const before = await ask(server(), sql)
    expect(nodesOf(before)).toContain('Bitmap')
    await server().sql('begin; drop index own.orders_customer; commit')
    const after = await ask(server(), sql)
    expect(nodesOf(after)).toBe('Seq Scan')
    await server().sql('create index orders_customer on own.orders (customer)')
    const shape = (answer: Explained) => ('json' in answer ? readPlan(answer.json)?.shape : undefined)
    expect(shape(after)).not.toBe(shape(before))
    expect(shape(await ask(server(), 'select * from orders where customer = 7'))).toBe(shape(before))
  })

  it('never executes: a function with side effects is not called, rows stay, and no transaction is left open', async () => {
    await server().sql(`
      create or replace function own.told() returns int language plpgsql volatile as $$ begin insert into own.calls values (1); return 1; end $$;
      create or replace function own.sly() returns int language plpgsql immutable as $$ begin perform own.told(); return 1; end $$`)
    expect(nodesOf(await ask(server(), 'select own.told() from orders'))).toBe('Seq Scan')
    expect(nodesOf(await ask(server(), 'insert into calls select own.told()'))).toContain('ModifyTable')
    expect(nodesOf(await ask(server(), 'delete from orders'))).toContain('ModifyTable')
    const sly = await ask(server(), 'select * from orders where id = own.sly()')
    expect(sly, 'planning evaluates it, and the transaction is read-only').toMatchObject({ sqlstate: '25006' })
    const { rows } = await server().sql('select (select count(*) from own.calls)::int as calls, (select count(*) from own.orders)::int as orders')
    expect(rows).toEqual([{ calls: 0, orders: 20000 }])
    expect((await server().sql(`select state from pg_stat_activity where application_name = 'watchpost' and state <> 'idle'`)).rows).toEqual([])
  })

  it('ends planning after its own timeout, and waits for no lock', async () => {
    await server().sql(`create or replace function own.slow() returns int language plpgsql immutable as $$ begin perform pg_sleep(20); return 1; end $$`)
    const start = performance.now()
    expect(await ask(server(), 'select * from orders where id = own.slow()')).toMatchObject({ sqlstate: '57014' })
    expect(performance.now() - start).toBeLessThan(15_000)
    const holder = await server().session()
    await holder.query('begin; lock table own.orders in access exclusive mode')
    expect(await ask(server(), 'select * from orders')).toMatchObject({ sqlstate: '55P03' })
    await holder.query('rollback')
  })

  it('says what is missing, without an error in the log of the server, and what it is not to be told', async () => {
    expect(await ask(server(), 'select * from private', 'stranger')).toMatchObject({ sqlstate: '42501' })
    expect(await ask(server(), 'select * from nowhere')).toMatchObject({ sqlstate: '42P01' })
    expect((await ask(server(), 'select * from orders', 'app')).session.ended()).toBe('closed')
  })

  it('text is read as our parser reads it, whatever the server is set to', async () => {
    await server().sql('alter role watcher set standard_conforming_strings = off')
    const hidden = `select * from orders where note = 'a\\''; drop table own.calls; --'`
    expect(nodesOf(await ask(server(), hidden))).toBe('Seq Scan')
    await server().sql('alter role watcher reset standard_conforming_strings')
    expect((await server().sql('select count(*)::int as n from own.calls')).rows).toEqual([{ n: 0 }])
  })

  it('pg_stat_statements keeps no entry per explained statement', async () => {
    await server().sql('select pg_stat_statements_reset()')
    for (let i = 0; i < 20; i++) await ask(server(), `select id from orders where customer = ${i} and note = 'x${i}'`)
    const { rows } = await server().sql(
      `select query, calls::int from pg_stat_statements s join pg_roles r on r.oid = s.userid where r.rolname in ('watcher', 'app')`,
    )
    expect(rows.filter(({ query }) => String(query).includes('orders'))).toEqual([])
    expect(rows.length, 'the same few statements, whatever is explained').toBeLessThanOrEqual(14)
  })

  it.runIf(version >= 16)('plans with parameters from version 16', async () => {
    expect(nodesOf(await ask(server(), 'select * from orders where id = $1', 'app', true))).toBe('Index Scan')
  })

  it('a user with power over the server is never the one who plans', async () => {
    const session = await openSession({ ...server().settings, user: 'postgres', password: server().password }, new AbortController().signal)
    try {
      expect(obstacleOf(await readPosition(session))).toContain('watch with a user that is no superuser')
    } finally {
      await session.close()
    }
  })
})
