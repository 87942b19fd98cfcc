import { defineMigration } from '../migration.ts'

/**
 * Objects whose labels or first sighting have changed, in order, so that whoever keeps objects in memory reads only those anew. New ones are found by their id. It is cut at its
 * beginning (expire.ts): who was away for longer reads everything anew.
 */
export default defineMigration({
  of: 'history',
  step: 7,
  up: `
    create table renamed (
      seq integer primary key autoincrement,
      object integer not null
    ) strict;
  `,
})
