import { rmSync } from 'node:fs'
import type { Clock } from '../kernel/clock.ts'
import type { ReadDb, WriteDb } from './db.ts'
import type { Migration } from './migration.ts'
import { migrations } from './migrations/_all.generated.ts'

const STEPS_TAKEN = 'create table if not exists migration (step integer primary key, taken integer not null) strict'

/**
 * Brings a database to the present form, each step in a transaction of its own, so that an interruption leaves a whole number of them.
 * Throws a sentence when the file was written by a newer version. A config database is copied to `<file>.step-<n>` before its form changes:
 * it is small, and what people decided cannot be collected again.
 */
export function migrate(db: WriteDb, of: Migration['of'], clock: Clock, known: readonly Migration[] = migrations): void {
  const steps = known.filter((step) => step.of === of).sort((a, b) => a.step - b.step)
  db.exec(STEPS_TAKEN)
  const present = presentForm(db)
  refuseNewer(db, present, steps.at(-1)?.step ?? 0)
  const ahead = steps.filter((step) => step.step > present)
  if (ahead.length > 0 && present > 0 && of === 'config') backUp(db, present)
  const taken = db.prepare<[number, number]>('insert into migration (step, taken) values (?, ?)')
  for (const step of ahead)
    db.transaction(() => {
      db.exec(step.up)
      taken.run(step.step, clock.now())
    }).immediate()
}

const presentForm = (db: ReadDb): number => db.prepare<[], number | null>('select max(step) from migration').pluck().get() ?? 0

function refuseNewer(db: ReadDb, present: number, newest: number): void {
  if (present > newest)
    throw new Error(
      `${db.name} was written by a newer Watchpost (form ${String(present)}, this version knows ${String(newest)}); start that version again or restore a backup of the file`,
    )
}

/** Throws a sentence when a database that is only read is not of the form this version knows. */
export function checkForm(db: ReadDb, of: Migration['of'], known: readonly Migration[] = migrations): void {
  const newest = Math.max(...known.filter((step) => step.of === of).map(({ step }) => step))
  const present = presentForm(db)
  refuseNewer(db, present, newest)
  if (present < newest)
    throw new Error(`${db.name} is of an older form (${String(present)}, not ${String(newest)}); start Watchpost once, which brings it to the present one`)
}

function backUp(db: WriteDb, present: number): void {
  const copy = `${db.name}.step-${String(present)}`
  // VACUUM INTO writes only to a new file; a copy left by an interrupted attempt is of the same step and gives way.
  rmSync(copy, { force: true })
  db.prepare('vacuum into ?').run(copy)
}
