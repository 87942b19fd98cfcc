// Written by build/gen.ts. Do not edit.
import databases from './databases.ts'
import functionRights from './function-rights.ts'
import pgMonitor from './pg-monitor.ts'
import pgStatStatements from './pg-stat-statements.ts'
import queryId from './query-id.ts'
import statistics from './statistics.ts'
import trackIoTiming from './track-io-timing.ts'
import version from './version.ts'

export const checks = [databases, functionRights, pgMonitor, pgStatStatements, queryId, statistics, trackIoTiming, version] as const
