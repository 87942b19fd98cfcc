// Written by build/gen.ts. Do not edit.
import archivingWaits from './archiving-waits.ts'
import blockedSessions from './blocked-sessions.ts'
import certificateExpiry from './certificate-expiry.ts'
import checkpointsRequested from './checkpoints-requested.ts'
import checksumFailures from './checksum-failures.ts'
import collationMismatch from './collation-mismatch.ts'
import cpu from './cpu.ts'
import deadTuples from './dead-tuples.ts'
import deadlocks from './deadlocks.ts'
import disk from './disk.ts'
import failedArchiving from './failed-archiving.ts'
import idleInTransaction from './idle-in-transaction.ts'
import inactiveSlots from './inactive-slots.ts'
import instanceDown from './instance-down.ts'
import load from './load.ts'
import logDamage from './log-damage.ts'
import logErrors from './log-errors.ts'
import longTransactions from './long-transactions.ts'
import maxConnections from './max-connections.ts'
import memory from './memory.ts'
import noData from './no-data.ts'
import passwordExpiry from './password-expiry.ts'
import preparedTransactions from './prepared-transactions.ts'
import queryRegression from './query-regression.ts'
import replicationLag from './replication-lag.ts'
import replicationStopped from './replication-stopped.ts'
import sequences from './sequences.ts'
import sessionsOnCpu from './sessions-on-cpu.ts'
import settingsChanged from './settings-changed.ts'
import subscriptionErrors from './subscription-errors.ts'
import swap from './swap.ts'
import walFiles from './wal-files.ts'
import wraparound from './wraparound.ts'

export const rules = [
  archivingWaits,
  blockedSessions,
  certificateExpiry,
  checkpointsRequested,
  checksumFailures,
  collationMismatch,
  cpu,
  deadTuples,
  deadlocks,
  disk,
  failedArchiving,
  idleInTransaction,
  inactiveSlots,
  instanceDown,
  load,
  logDamage,
  logErrors,
  longTransactions,
  maxConnections,
  memory,
  noData,
  passwordExpiry,
  preparedTransactions,
  queryRegression,
  replicationLag,
  replicationStopped,
  sequences,
  sessionsOnCpu,
  settingsChanged,
  subscriptionErrors,
  swap,
  walFiles,
  wraparound,
] as const
