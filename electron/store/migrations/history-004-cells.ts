import { defineMigration } from '../migration.ts'

/** From here on a part of a chunk may be several blocks (chunk.ts). What lies there stays readable as it is; earlier versions could not read the new ones. */
export default defineMigration({ of: 'history', step: 4, up: 'select 1' })
