import { defineMigration } from '../migration.ts'

/** Whether an instance is watched: 0 once its connection was disabled or deleted. */
export default defineMigration({
  of: 'history',
  step: 3,
  up: 'alter table instance add column watched integer not null default 1',
})
