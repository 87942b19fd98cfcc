// Written by build/gen.ts. Do not edit.
import archiver from './archiver.ts'
import background from './background.ts'
import certificate from './certificate.ts'
import collations from './collations.ts'
import databaseSize from './database-size.ts'
import database from './database.ts'
import disks from './disks.ts'
import duplicateIndexes from './duplicate-indexes.ts'
import extensions from './extensions.ts'
import fileSystems from './file-systems.ts'
import horizon from './horizon.ts'
import host from './host.ts'
import indexes from './indexes.ts'
import instance from './instance.ts'
import io from './io.ts'
import locks from './locks.ts'
import logEntries from './log-entries.ts'
import logMessages from './log-messages.ts'
import log from './log.ts'
import networks from './networks.ts'
import passwords from './passwords.ts'
import plans from './plans.ts'
import prepared from './prepared.ts'
import progress from './progress.ts'
import querySamples from './query-samples.ts'
import receiver from './receiver.ts'
import replication from './replication.ts'
import sampling from './sampling.ts'
import self from './self.ts'
import sequences from './sequences.ts'
import sessions from './sessions.ts'
import settingChanges from './setting-changes.ts'
import settings from './settings.ts'
import slots from './slots.ts'
import slru from './slru.ts'
import statements from './statements.ts'
import subscriptions from './subscriptions.ts'
import tables from './tables.ts'
import tempFiles from './temp-files.ts'
import wal from './wal.ts'
import wraparound from './wraparound.ts'

export const probes = [
  archiver,
  background,
  certificate,
  collations,
  databaseSize,
  database,
  disks,
  duplicateIndexes,
  extensions,
  fileSystems,
  horizon,
  host,
  indexes,
  instance,
  io,
  locks,
  logEntries,
  logMessages,
  log,
  networks,
  passwords,
  plans,
  prepared,
  progress,
  querySamples,
  receiver,
  replication,
  sampling,
  self,
  sequences,
  sessions,
  settingChanges,
  settings,
  slots,
  slru,
  statements,
  subscriptions,
  tables,
  tempFiles,
  wal,
  wraparound,
] as const
