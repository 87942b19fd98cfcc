import { defineMigration } from '../migration.ts'

/**
 * Minutes as they arrive. The id of a frame is made of instance, probe and minute (frame-id.ts), its block is as columns.ts writes it.
 * Hours and days will lie in tables of their own beside it.
 */
export default defineMigration({
  of: 'history',
  step: 1,
  up: `
    create table mark (
      agent text primary key,
      seq integer not null
    ) strict, without rowid;

    create table instance (
      id integer primary key autoincrement,
      agent text not null,
      connection text not null,
      label text not null unique,
      server text not null,
      name text not null,
      host text not null,
      port integer not null,
      tags text not null,
      cpus integer,
      first_seen real not null,
      last_seen real not null,
      unique (agent, connection)
    ) strict;

    create table probe (
      id integer primary key check (id between 1 and 127),
      name text not null unique
    ) strict;

    create table layout (
      id integer primary key,
      columns text not null unique
    ) strict;

    create table frame (
      id integer primary key,
      block blob not null
    ) strict;

    create table object (
      id integer primary key autoincrement,
      instance integer not null,
      probe integer not null,
      key text not null,
      labels text not null,
      first_seen real not null,
      last_seen real not null,
      unique (instance, probe, key)
    ) strict;
    create index object_last_seen on object (last_seen);

    create table text (
      md5 text primary key,
      bytes integer not null,
      packed blob not null,
      last_seen real not null
    ) strict;
    create index text_last_seen on text (last_seen);
  `,
})
