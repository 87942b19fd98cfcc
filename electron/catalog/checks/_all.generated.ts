// Written by build/gen.ts. Do not edit.
import pgMonitor from './pg-monitor.ts'
import pgStatStatements from './pg-stat-statements.ts'
import trackIoTiming from './track-io-timing.ts'
import version from './version.ts'

export const checks = [pgMonitor, pgStatStatements, trackIoTiming, version] as const
