import { defineMigration } from '../migration.ts'

/**
 * Complete hours and days. The id of a chunk or rollup is that of the first minute of its span (frame-id.ts).
 * A chunk holds the readings themselves (chunk.ts): `head` says which readings and which objects lie where, the rows lie in its parts, of which number n
 * has the id of the chunk + n. A rollup (rollup.ts) is a chunk's readings added up per object; it goes with every change of what it was made of.
 */
export default defineMigration({
  of: 'history',
  step: 2,
  up: `
    create table chunk (
      id integer primary key,
      minutes integer not null,
      rows integer not null,
      head blob not null
    ) strict;

    create table part (
      id integer primary key,
      block blob not null
    ) strict;

    create table rollup_hour (
      id integer primary key,
      block blob not null
    ) strict;

    create table rollup_day (
      id integer primary key,
      block blob not null
    ) strict;
  `,
})
