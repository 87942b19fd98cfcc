/** Indexes that are one too many, on real tables. */
import { expect, it } from 'vitest'
import { SOME, withServers } from '../help/postgres.ts'
import { startWatch, until } from '../help/watch.ts'

const TABLES = `
  create table t (a int primary key, b int, c text, d int unique, e text);
  create index t_b on t (b);
  create index t_b_again on t (b);
  create index t_b_c on t (b, c);
  create index t_b_desc on t (b desc);
  create index t_b_where on t (b) where c is null;
  create index t_b_where_again on t (b) where c is null;
  create index t_b_hash on t using hash (b);
  create index t_c on t (c);
  create index t_c_pattern on t (c text_pattern_ops);
  create index t_c_c on t (c collate "C");
  create index t_lower on t (lower(c));
  create index t_lower_again on t (lower(c));
  create index t_upper on t (upper(c));
  create index t_a on t (a);
  create unique index t_a_unique on t (a);
  create unique index t_e on t (e);
  create index t_e_b on t (e, b);
  create index t_include on t (d, b) include (c);
  create index t_include_more on t (d, b) include (c, e);
  create table "Odd" (x int, y int) partition by range (x);
  create table odd_1 partition of "Odd" for values from (0) to (10);
  create index "Odd x" on "Odd" (x);
  create index odd_x_y on "Odd" (x, y);
  insert into "Odd" select 1, 1 from generate_series(1, 1000);`

withServers(SOME, (version, server) => {
  it('are those that another one does the work of, and no others', async () => {
    await server().sql(TABLES)
    const watched = startWatch({ ...server().settings, samples: false })
    try {
      const rows = await until(() => watched.rows('duplicate-indexes').length > 0 && watched.rows('duplicate-indexes'), 'the indexes')
      expect(rows.map((row) => [row['index_rel_name'], row['reason'], row['covered_by']]).sort()).toEqual([
        ['Odd x', 'left part', 'odd_x_y'],
        ['t_a', 'duplicate', 't_pkey'],
        ['t_a_unique', 'duplicate', 't_pkey'],
        // Of those that do its work the narrowest is named, of these the oldest.
        ['t_b', 'left part', 't_b_c'],
        ['t_b_again', 'duplicate', 't_b'],
        ['t_b_where_again', 'duplicate', 't_b_where'],
        ['t_include', 'duplicate', 't_include_more'],
        ['t_lower_again', 'duplicate', 't_lower'],
      ])
      const of = (name: string) => rows.find((row) => row['index_rel_name'] === name)
      expect(of('t_b_again')).toMatchObject({ remedy: 'DROP INDEX CONCURRENTLY public.t_b_again', database: 'postgres', schema_name: 'public', rel_name: 't' })
      expect(of('t_b_again')?.['definition']).toBe('CREATE INDEX t_b_again ON public.t USING btree (b)')
      expect(of('Odd x')).toMatchObject({ remedy: 'DROP INDEX public."Odd x"' })
      const { rows: size } = await server().sql(`select pg_relation_size('odd_1_x_idx')::int as size`)
      expect(of('Odd x')?.['size']).toBe(size[0]?.['size'])
      // What is said to drop them drops them, and nothing is said of the rest.
      for (const row of rows) await server().sql(String(row['remedy']))
      const before = watched.blocks('duplicate-indexes').length
      watched.clock.advance(3_600_000)
      const after = await until(() => watched.blocks('duplicate-indexes')[before], 'the next reading')
      expect(after.rows).toBe(0)
      expect(version).toBeGreaterThanOrEqual(13)
    } finally {
      await watched.watch.stop()
    }
  })
})
