// Written by build/gen.ts. Do not edit.
import bloat from './bloat.ts'
import dataSize from './data-size.ts'
import databaseGrowth from './database-growth.ts'
import deadlocks from './deadlocks.ts'
import duplicateIndexes from './duplicate-indexes.ts'
import horizon from './horizon.ts'
import indexes from './indexes.ts'
import io from './io.ts'
import locks from './locks.ts'
import logEntries from './log-entries.ts'
import logMessages from './log-messages.ts'
import logSeverities from './log-severities.ts'
import partitionedIndexes from './partitioned-indexes.ts'
import partitionedTables from './partitioned-tables.ts'
import pgBackground from './pg-background.ts'
import pgInstanceInfos from './pg-instance-infos.ts'
import pgInstance from './pg-instance.ts'
import plans from './plans.ts'
import queriesSummary from './queries-summary.ts'
import querySamples from './query-samples.ts'
import query from './query.ts'
import replicationSlots from './replication-slots.ts'
import replication from './replication.ts'
import sampling from './sampling.ts'
import selfCost from './self-cost.ts'
import server from './server.ts'
import sessionHistory from './session-history.ts'
import settingChanges from './setting-changes.ts'
import slowStatements from './slow-statements.ts'
import tableGrowth from './table-growth.ts'
import tables from './tables.ts'
import topConsumers from './top-consumers.ts'
import topQueries from './top-queries.ts'
import transactionAge from './transaction-age.ts'
import unusedIndexes from './unused-indexes.ts'
import vacuumNeed from './vacuum-need.ts'

export const reports = [
  bloat,
  dataSize,
  databaseGrowth,
  deadlocks,
  duplicateIndexes,
  horizon,
  indexes,
  io,
  locks,
  logEntries,
  logMessages,
  logSeverities,
  partitionedIndexes,
  partitionedTables,
  pgBackground,
  pgInstanceInfos,
  pgInstance,
  plans,
  queriesSummary,
  querySamples,
  query,
  replicationSlots,
  replication,
  sampling,
  selfCost,
  server,
  sessionHistory,
  settingChanges,
  slowStatements,
  tableGrowth,
  tables,
  topConsumers,
  topQueries,
  transactionAge,
  unusedIndexes,
  vacuumNeed,
] as const
