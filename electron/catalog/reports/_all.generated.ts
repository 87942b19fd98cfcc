// Written by build/gen.ts. Do not edit.
import dataSize from './data-size.ts'
import pgBackground from './pg-background.ts'
import pgInstanceInfos from './pg-instance-infos.ts'
import pgInstance from './pg-instance.ts'
import queriesSummary from './queries-summary.ts'
import query from './query.ts'
import sessionHistory from './session-history.ts'
import topQueries from './top-queries.ts'

export const reports = [dataSize, pgBackground, pgInstanceInfos, pgInstance, queriesSummary, query, sessionHistory, topQueries] as const
