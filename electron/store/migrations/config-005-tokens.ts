import { defineMigration } from '../migration.ts'

/** Access tokens can be told apart by those whose they are, and a user's last sign-in is known. */
export default defineMigration({
  of: 'config',
  step: 5,
  up: `
    alter table token add column name text not null default '';
    alter table token add column issued integer not null default 0;
    alter table token add column address text not null default '';
    update token set issued = expires - 86400000;
    alter table user add column last_sign_in integer;
  `,
})
