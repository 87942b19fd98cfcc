import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import * as path from 'node:path'
import type { Clock } from '../kernel/clock.ts'
import { clear, postmasterOf } from './leftover.ts'
import type { Owner } from './owner.ts'

const SHARED = '/var/tmp'
const NAME = 'watchpost-demo-'
/** A folder younger than this may be one that another instance is just filling. */
const YOUNG = 600_000

/** Where the cluster of this data folder lies: inside it, unless PostgreSQL's user cannot look there. The same on every start, so that leftovers are found. */
export const placeOf = (folder: string, owner: Owner | undefined): string =>
  owner ? path.join(SHARED, NAME + createHash('sha256').update(path.resolve(folder)).digest('hex').slice(0, 12)) : path.join(path.resolve(folder), 'cluster')

/** Makes the place anew, empty and only its owner's. */
export async function prepare(place: string, owner: Owner | undefined, clock: Clock): Promise<void> {
  // Everybody may write beside it: what lies there under our name but is not ours is not touched.
  const there = fs.lstatSync(place, { throwIfNoEntry: false })
  if (there && owner && (!there.isDirectory() || (there.uid !== owner.uid && there.uid !== 0))) throw new Error(`${place} belongs to somebody else; remove it`)
  await clear(place, clock)
  fs.mkdirSync(path.dirname(place), { recursive: true, mode: 0o700 })
  fs.mkdirSync(place, { mode: 0o700 })
  if (owner) fs.chownSync(place, owner.uid, owner.gid)
}

/** Removes what instances left behind that were killed and whose data folder nobody starts again. */
export async function sweep(owner: Owner | undefined, clock: Clock): Promise<void> {
  if (!owner) return
  for (const name of fs.readdirSync(SHARED).filter((entry) => entry.startsWith(NAME))) {
    const place = path.join(SHARED, name)
    const there = fs.lstatSync(place, { throwIfNoEntry: false })
    if (there?.isDirectory() && there.uid === owner.uid && clock.now() - there.mtimeMs > YOUNG && postmasterOf(place) === undefined) await clear(place, clock)
  }
}
