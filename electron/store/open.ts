import type { Probe } from '../catalog/define.ts'
import { probes as catalog } from '../catalog/probes/_all.generated.ts'
import type { Clock } from '../kernel/clock.ts'
import { createLog, type Log } from '../kernel/log.ts'
import { createAccess } from './access.ts'
import { createAlerts } from './alerts.ts'
import { createAppend } from './append.ts'
import { createAudit } from './audit.ts'
import { createCompact, type Compact } from './compact.ts'
import { createCompactThread } from './compact-thread.ts'
import { openRead, openWrite, type WriteDb } from './db.ts'
import { createCount } from './count.ts'
import { createDurable } from './durable.ts'
import { createExpire } from './expire.ts'
import { createFade } from './fade.ts'
import { createGroupCommit } from './group-commit.ts'
import { createInstances } from './instances.ts'
import { createLayouts } from './layouts.ts'
import { checkForm, migrate } from './migrate.ts'
import type { Migration } from './migration.ts'
import { createObjects } from './objects.ts'
import { createObjectTables } from './object-tables.ts'
import { createPrecedence } from './precedence.ts'
import { createProbeNumbers } from './probe-numbers.ts'
import { createRoles } from './roles.ts'
import { createScan } from './scan.ts'
import { createServers } from './servers.ts'
import { createSettings } from './settings.ts'
import type { Config, ReadHistory, StoredObject, WriteHistory } from './store.ts'
import { createTexts } from './texts.ts'
import { createTokens } from './tokens.ts'

/** Pages given back in one transaction. */
const SHRINK_PAGES = 256

export interface HistoryOptions {
  /** Told of what is kept out and of blocks that cannot be read. */
  readonly log?: Log
  readonly probes?: readonly Probe[]
}

/** Reading on a connection of one's own; for threads besides the one that writes. */
export interface Reader extends ReadHistory {
  close(): void
}

/** Opens an existing history.db for reading. It sees every append that has returned, also those of other threads and processes. Throws a sentence when the file is not of this version's form. */
export function openReader(file: string, { log = createLog('warn'), probes = catalog }: HistoryOptions = {}): Reader {
  const read = openRead(file)
  closedOnFailure(read, () => {
    checkForm(read, 'history')
  })
  const declared = new Map(probes.map((probe) => [probe.id, probe]))
  const numberOf = createProbeNumbers(read)
  const instances = createInstances(read)
  const objects = createObjects(read)
  const tables = createObjectTables(read)
  const layouts = createLayouts(read)
  const { scan, newest } = createScan(read, probes, numberOf, layouts, log)
  const counted = createCount(read, probes, numberOf, layouts, scan, log)
  return {
    together: (reading) => read.transaction(reading)(),
    instances,
    scan,
    count: counted.count,
    objects(id, of) {
      const probe = declared.get(id)
      const number = numberOf(id)
      if (probe === undefined || number === undefined) return new Map<number, StoredObject>()
      return new Map(of.flatMap((instance) => objects(instance, probe, number)).map((object) => [object.id, object]))
    },
    objectTable(id, instance) {
      const probe = declared.get(id)
      const number = numberOf(id)
      return probe === undefined || number === undefined ? undefined : tables(instance, probe, number)
    },
    texts: createTexts(read),
    newest: (probe) =>
      new Map(
        instances().flatMap(({ id }) => {
          const end = newest(id, probe) ?? counted.newest(id, probe)
          return end === undefined ? [] : [[id, end] as const]
        }),
      ),
    close: () => {
      read.close()
    },
  }
}

/**
 * Opens history.db, the readings, and brings it to the present form. Throws a sentence when the file is from a newer version.
 * Only one process may have it open for writing. Reading has a connection of its own and sees every append that has returned.
 */
export function openHistory(file: string, clock: Clock, options: HistoryOptions = {}): WriteHistory {
  const { log = createLog('warn'), probes = catalog } = options
  const write = openMigrated(file, 'history', clock)
  const { durable, reader } = closedOnFailure(write, () => ({ reader: openReader(file, options), durable: createDurable(write) }))
  // The two know each other: an append voids what is being compacted, and compaction numbers layouts as appends do.
  let compacting: Compact | undefined
  const { highWater, append, layouts, forget } = createAppend(write, probes, log, (id) => compacting?.touched(id))
  const precedence = createPrecedence()
  const thread = createCompactThread({ file, probes, flag: precedence.flag })
  const compaction = (compacting = createCompact(write, probes, layouts, thread, log))
  const submit = createGroupCommit(write, append, forget, durable, precedence)
  const { fade, isOut } = createFade(write, probes, layouts, thread, compaction.alone, log)
  const expire = createExpire(write, probes, { minutes: compaction.isOut, samples: isOut }, forget)
  const pragma = (name: string): number => Number(write.pragma(name, { simple: true }))
  return {
    ...reader,
    file,
    highWater,
    append(agent, envelopes, now) {
      durable.check()
      const mark = precedence.first(() => append(agent, envelopes, now))
      durable.settle()
      return mark
    },
    submit,
    async compact(now) {
      durable.check()
      return compaction.compact(now)
    },
    async fade(before) {
      durable.check()
      return fade(before)
    },
    expire(before) {
      durable.check()
      compaction.emptied()
      return expire(before)
    },
    size() {
      const page = pragma('page_size')
      const free = pragma('freelist_count')
      return { used: (pragma('page_count') - free) * page, free: free * page }
    },
    shrink() {
      durable.check()
      write.pragma(`incremental_vacuum(${String(SHRINK_PAGES)})`)
    },
    close() {
      void thread.stop()
      reader.close()
      durable.close()
      write.close()
    },
  }
}

/** Opens config.db, what people decided, and brings it to the present form. Throws a sentence when the file is from a newer version. */
export function openConfig(file: string, clock: Clock): Config {
  const db = openMigrated(file, 'config', clock)
  return {
    ...createAccess(db),
    ...createTokens(db),
    ...createRoles(db),
    ...createAudit(db),
    ...createServers(db),
    ...createSettings(db),
    alerts: createAlerts(db),
    close: () => db.close(),
  }
}

function openMigrated(file: string, of: Migration['of'], clock: Clock): WriteDb {
  const db = openWrite(file)
  return closedOnFailure(db, () => {
    migrate(db, of, clock)
    return db
  })
}

function closedOnFailure<T>(db: { readonly close: () => unknown }, work: () => T): T {
  try {
    return work()
  } catch (error) {
    db.close()
    throw error
  }
}
