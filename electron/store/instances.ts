import { parseTags } from '../../shared/model/server.ts'
import type { InstanceRef } from '../../shared/model/sample.ts'
import type { Log } from '../kernel/log.ts'
import type { ReadDb, WriteDb } from './db.ts'
import type { Instance } from './store.ts'

interface InstanceRow {
  readonly id: number
  readonly agent: string
  readonly connection: string
  readonly label: string
  readonly server: string
  readonly name: string
  readonly host: string
  readonly port: number
  readonly tags: string
  readonly cpus: number | null
  readonly first_seen: number
  readonly last_seen: number
  readonly watched: number
}

export function createInstances(db: ReadDb): () => readonly Instance[] {
  const select = db.prepare<[], InstanceRow>('select * from instance order by id')
  return () =>
    select.all().map(({ first_seen, last_seen, tags, watched, ...row }) => ({
      ...row,
      tags: parseTags(tags),
      firstSeen: first_seen,
      lastSeen: last_seen,
      watched: watched === 1,
    }))
}

export interface Claims {
  /** The instance of (agent, connection), made or brought up to date; a newer `seen` (ms since the epoch) decides what is up to date. Returns its id. */
  readonly claim: (agent: string, ref: InstanceRef, seen: number) => number
  /** Nothing is expected any more of the instance of (agent, connection), if there is one. */
  readonly leave: (agent: string, connection: string) => void
  /** Forgets what a rolled back transaction has written. */
  readonly forget: () => void
}

export function createClaims(db: WriteDb, log: Log): Claims {
  const known = new Map<string, InstanceRow>()
  const select = db.prepare<[string, string], InstanceRow>('select * from instance where agent = ? and connection = ?')
  const holder = db.prepare<[string], InstanceRow>('select * from instance where label = ?')
  const relabel = db.prepare<[string, number]>('update instance set label = ? where id = ?')
  const insert = db.prepare<Omit<InstanceRow, 'id'>>(
    `insert into instance (agent, connection, label, server, name, host, port, tags, cpus, first_seen, last_seen, watched)
     values (@agent, @connection, @label, @server, @name, @host, @port, @tags, @cpus, @first_seen, @last_seen, @watched)`,
  )
  const update = db.prepare<InstanceRow>(
    `update instance set label = @label, server = @server, name = @name, host = @host, port = @port, tags = @tags, cpus = @cpus,
       first_seen = @first_seen, last_seen = @last_seen, watched = @watched where id = @id`,
  )
  // Nearly always it is all there is to say; with it the index of labels is not written to.
  const seenAgain = db.prepare<[number, number]>('update instance set last_seen = ? where id = ?')
  const unwatch = db.prepare<[string, string]>('update instance set watched = 0 where agent = ? and connection = ?')

  const suffixed = (label: string): string => {
    for (let n = 2; ; n++) if (holder.get(`${label}~${String(n)}`) === undefined) return `${label}~${String(n)}`
  }

  /**
   * Labels are unique. Connection names are unique within an agent, so a holder of the same agent has been renamed or deleted there and gives way;
   * another agent's keeps its label, and the second claimant gets a suffix.
   */
  const labelFor = (agent: string, { server, name }: InstanceRef): string => {
    const label = `${server}@${name}`
    const present = holder.get(label)
    if (present === undefined) return label
    const other = suffixed(label)
    if (present.agent !== agent) {
      log.warn({ label, agent: present.agent, second: agent, given: other }, 'two agents claim the same instance label')
      return other
    }
    relabel.run(other, present.id)
    known.delete(idOf(present.agent, present.connection))
    return label
  }

  return {
    claim(agent, ref, seen) {
      const key = idOf(agent, ref.connection)
      const before = known.get(key) ?? select.get(agent, ref.connection)
      const facts = { server: ref.server, name: ref.name, host: ref.host, port: ref.port, tags: ref.tags, cpus: ref.cpus, watched: 1 }
      if (before === undefined) {
        const row = { agent, connection: ref.connection, label: labelFor(agent, ref), ...facts, first_seen: seen, last_seen: seen }
        const id = Number(insert.run(row).lastInsertRowid)
        known.set(key, { id, ...row })
        return id
      }
      const late = seen < before.last_seen
      const renamed = !late && (before.server !== ref.server || before.name !== ref.name)
      const row = {
        ...before,
        ...(late ? {} : facts),
        label: renamed ? labelFor(agent, ref) : before.label,
        first_seen: Math.min(before.first_seen, seen),
        last_seen: Math.max(before.last_seen, seen),
      }
      if (isSame(before, row)) seenAgain.run(row.last_seen, row.id)
      else update.run(row)
      known.set(key, row)
      return row.id
    },
    leave(agent, connection) {
      unwatch.run(agent, connection)
      known.delete(idOf(agent, connection))
    },
    forget: () => known.clear(),
  }
}

/** Whether the two say the same but for the last time the instance was seen. */
const isSame = (a: InstanceRow, b: InstanceRow): boolean =>
  a.label === b.label &&
  a.server === b.server &&
  a.name === b.name &&
  a.host === b.host &&
  a.port === b.port &&
  a.tags === b.tags &&
  a.cpus === b.cpus &&
  a.first_seen === b.first_seen &&
  a.watched === b.watched

/** An agent's id holds no line break. */
const idOf = (agent: string, connection: string): string => `${agent}\n${connection}`
