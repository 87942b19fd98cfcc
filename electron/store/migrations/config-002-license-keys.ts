import { defineMigration } from '../migration.ts'

/** An agent may have several license keys: during a rotation the old one works beside the new one. */
export default defineMigration({
  of: 'config',
  step: 2,
  up: `
    create table license_key (
      hash text primary key,
      agent text not null references agent (id) on delete cascade,
      sealed text not null,
      issued integer not null,
      ends integer,
      revoked integer,
      first_used integer
    ) strict, without rowid;
    create index license_key_agent on license_key (agent);

    insert into license_key (hash, agent, sealed, issued) select key_hash, id, sealed_key, unixepoch() * 1000 from agent;
    alter table agent drop column sealed_key;
    alter table agent drop column key_hash;
    alter table agent add column fingerprint text;
  `,
})
