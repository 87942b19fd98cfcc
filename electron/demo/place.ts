import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import * as path from 'node:path'
import type { Clock } from '../kernel/clock.ts'
import type { Login } from './programs.ts'
import { clearCluster, postmasterOf } from './postgres.ts'

const SHARED = '/var/tmp'
const NAME = 'watchpost-demo-'
/** A folder younger than this may be one that another instance is just filling. */
const YOUNG = 600_000

/** Where the cluster of this data folder lies: inside it, unless PostgreSQL's user cannot look there. The same on every start, so that leftovers are found. */
export const placeOf = (folder: string, login: Login | undefined): string =>
  login ? path.join(SHARED, NAME + createHash('sha256').update(path.resolve(folder)).digest('hex').slice(0, 12)) : path.join(path.resolve(folder), 'cluster')

/** Removes what an earlier run left at the place and makes the folder above it. */
export async function prepare(place: string, login: Login | undefined, clock: Clock): Promise<void> {
  // Everybody may write beside it: what lies there under our name but is not ours is not touched.
  const there = fs.lstatSync(place, { throwIfNoEntry: false })
  if (there && login && (!there.isDirectory() || (there.uid !== login.uid && there.uid !== 0))) throw new Error(`${place} belongs to somebody else; remove it`)
  await clearCluster(place, clock)
  fs.mkdirSync(path.dirname(place), { recursive: true, mode: 0o700 })
}

/** Removes what instances left behind that were killed and whose data folder nobody starts again. */
export async function sweep(login: Login | undefined, clock: Clock): Promise<void> {
  if (!login) return
  for (const name of fs.readdirSync(SHARED).filter((entry) => entry.startsWith(NAME))) {
    const place = path.join(SHARED, name)
    const there = fs.lstatSync(place, { throwIfNoEntry: false })
    if (there?.isDirectory() && there.uid === login.uid && clock.now() - there.mtimeMs > YOUNG && postmasterOf(place) === undefined)
      await clearCluster(place, clock)
  }
}
