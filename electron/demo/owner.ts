import { execFileSync } from 'node:child_process'
import * as fs from 'node:fs'
import * as path from 'node:path'

/** Whom PostgreSQL runs as: it refuses to run as root. */
export interface Owner {
  readonly uid: number
  readonly gid: number
}

/** undefined: ourselves. As root: `postgres`, else `nobody`. */
export function ownerOf(uid = process.getuid?.()): Owner | undefined {
  if (uid !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    try {
      const ask = (flag: string): number => Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }).toString())
      return { uid: ask('-u'), gid: ask('-g') }
    } catch {
      continue
    }
  }
  throw new Error('PostgreSQL does not run as root, and there is no user postgres on this machine; add one')
}

/** Whether everybody may look into the folder and all above it. */
export function isOpen(folder: string): boolean {
  for (let at = folder; ; at = path.dirname(at)) {
    if ((fs.statSync(at).mode & 1) === 0) return false
    if (at === path.dirname(at)) return true
  }
}
