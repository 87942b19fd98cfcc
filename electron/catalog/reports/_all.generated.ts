// Written by build/gen.ts. Do not edit.
import dataSize from './data-size.ts'
import indexes from './indexes.ts'
import pgBackground from './pg-background.ts'
import pgInstanceInfos from './pg-instance-infos.ts'
import pgInstance from './pg-instance.ts'
import queriesSummary from './queries-summary.ts'
import query from './query.ts'
import server from './server.ts'
import sessionHistory from './session-history.ts'
import tables from './tables.ts'
import topConsumers from './top-consumers.ts'
import topQueries from './top-queries.ts'

export const reports = [
  dataSize,
  indexes,
  pgBackground,
  pgInstanceInfos,
  pgInstance,
  queriesSummary,
  query,
  server,
  sessionHistory,
  tables,
  topConsumers,
  topQueries,
] as const
