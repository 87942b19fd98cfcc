import { defineMigration } from '../migration.ts'

/** From here on a column of numbers may lie in bits (bits.ts). What lies there stays readable as it is; earlier versions could not read the new ones. */
export default defineMigration({ of: 'history', step: 6, up: 'select 1' })
