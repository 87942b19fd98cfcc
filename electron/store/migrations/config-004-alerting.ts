import { defineMigration } from '../migration.ts'

/**
 * What people have said about alerting, and what came of it. Instances are named by who they are (`<agent>/<connection>`), because their labels change.
 * `alert_state` is where the judging of an instance stands: everything before `until` has been judged.
 */
export default defineMigration({
  of: 'config',
  step: 4,
  up: `
    create table rule_setting (
      rule text primary key,
      settings text not null check (json_valid(settings)),
      changed_by text not null,
      changed integer not null
    ) strict, without rowid;

    create table alert_template (
      id integer primary key autoincrement,
      name text not null unique collate nocase,
      settings text not null check (json_valid(settings))
    ) strict;

    create table silence (
      id integer primary key autoincrement,
      pg_instance text,
      filters text not null check (json_valid(filters)),
      rule text,
      reason text not null,
      start integer not null,
      until integer,
      created_by text not null,
      created integer not null,
      ended_by text,
      ended integer
    ) strict;

    create table channel (
      id integer primary key autoincrement,
      name text not null unique collate nocase,
      settings text not null check (json_valid(settings)),
      sealed text,
      last_at integer,
      last_failure text
    ) strict;

    create table alert_state (
      instance text primary key,
      until integer not null,
      states text not null check (json_valid(states))
    ) strict, without rowid;

    create table problem (
      id integer primary key autoincrement,
      instance text not null,
      label text not null,
      rule text,
      title text not null,
      state text not null check (state in ('OK', 'WARNING', 'CRITICAL')),
      worst text not null check (worst in ('OK', 'WARNING', 'CRITICAL')),
      message text not null,
      since integer not null,
      changed integer not null,
      resolved integer,
      acknowledged text check (json_valid(acknowledged)),
      told text check (told in ('WARNING', 'CRITICAL')),
      value real,
      threshold real,
      unit text not null,
      extra text not null check (json_valid(extra))
    ) strict;
    create unique index problem_open on problem (instance, rule) where resolved is null and rule is not null;
    create index problem_resolved on problem (resolved);

    create table problem_event (
      id integer primary key autoincrement,
      problem integer not null references problem (id) on delete cascade,
      time integer not null,
      event text not null,
      state text not null,
      message text not null,
      by text not null
    ) strict;
    create index problem_event_problem on problem_event (problem);

    create table delivery (
      id integer primary key autoincrement,
      problem integer not null references problem (id) on delete cascade,
      channel integer not null references channel (id) on delete cascade,
      event text not null check (event in ('opened', 'worsened', 'resolved')),
      state text not null check (state in ('OK', 'WARNING', 'CRITICAL')),
      asked integer not null,
      tries integer not null,
      next integer not null,
      sent integer,
      unique (problem, channel, event, state)
    ) strict;
    create index delivery_waiting on delivery (next) where sent is null;
  `,
})
