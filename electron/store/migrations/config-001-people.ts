import { defineMigration } from '../migration.ts'

/** Who may do what, the agents they registered, and their settings. Secrets are hashes, or sealed by the vault before they come here. */
export default defineMigration({
  of: 'config',
  step: 1,
  up: `
    create table user (
      id integer primary key autoincrement,
      login text not null unique collate nocase,
      email text not null unique collate nocase,
      password_hash text,
      privilege text not null check (privilege in ('read', 'read write', 'admin')),
      profile text not null check (profile in ('developer', 'data admin')),
      live_360 integer not null,
      roles text not null check (json_valid(roles)),
      comment text not null,
      ldap integer not null check (ldap in (0, 1))
    ) strict;

    create table token (
      hash text primary key,
      user integer not null references user (id) on delete cascade,
      expires integer not null
    ) strict, without rowid;
    create index token_user on token (user);

    create table agent (
      id text primary key,
      name text not null,
      url text,
      sealed_key text not null,
      key_hash text not null,
      pin text,
      embedded integer not null check (embedded in (0, 1))
    ) strict, without rowid;

    create table setting (
      name text primary key,
      value text not null
    ) strict, without rowid;
  `,
})
