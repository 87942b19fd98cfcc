import { defineMigration } from '../migration.ts'

/** Roles with their tag filters, and who has written what. An entry of the log is made before the write it tells of. */
export default defineMigration({
  of: 'config',
  step: 3,
  up: `
    create table role (
      name text primary key,
      access text not null check (json_valid(access))
    ) strict, without rowid;

    create table audit (
      id integer primary key autoincrement,
      time integer not null,
      login text not null,
      email text not null,
      address text not null,
      operation text not null,
      method text not null,
      path text not null,
      request text not null check (json_valid(request)),
      before text not null check (json_valid(before)),
      after text not null check (json_valid(after)),
      failure text not null
    ) strict;
    create index audit_time on audit (time);
  `,
})
