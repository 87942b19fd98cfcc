import { defineMigration } from '../migration.ts'

/**
 * Samples counted (tally.ts). By minute a tally lies beside the chunk it was counted from; chunks that are there already have none. By hour and day it lies in
 * `rollup_hour` and `rollup_day`, where up to here nothing lay of probes of samples.
 */
export default defineMigration({ of: 'history', step: 5, up: 'alter table chunk add column tally blob' })
