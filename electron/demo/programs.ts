/** PostgreSQL's programs as the packages bring them: found, completed by their library links, and put where the server's user may read them. */
import { accessSync, constants, cpSync, existsSync, lstatSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import path from 'node:path'

/** The system user that runs the server when we are root, because PostgreSQL refuses to run as root. */
export interface Login {
  readonly uid: number
  readonly gid: number
}

/** Undefined when we are not root. As root: the user `postgres`, else `nobody`; PostgreSQL needs one that has a name. */
export function serverLogin(): Login | undefined {
  if (process.getuid?.() !== 0) return undefined
  const users = readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = users.find((line) => line.startsWith(`${name}:`))?.split(':') ?? []
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error('PostgreSQL does not run as root, and there is neither a user "postgres" nor "nobody" to run it; create one with: useradd -r postgres')
}

/** Whether a user that owns nothing on the way may look into the folder. */
export function reachable(folder: string): boolean {
  for (let at = path.resolve(folder); ; at = path.dirname(at)) {
    if ((statSync(at).mode & 0o001) === 0) return false
    if (at === path.dirname(at)) return true
  }
}

/**
 * The folder of programs to use instead of `binaries`: the same, or a copy inside `folder` when the server's user cannot look into it
 * or when library links are missing and cannot be made there.
 */
export function usableBinaries(binaries: string, folder: string, login: Login | undefined): string {
  const root = path.dirname(binaries)
  if ((login === undefined || reachable(binaries)) && linkLibraries(root)) return binaries
  const copy = path.join(folder, 'native')
  if (!existsSync(copy)) cpSync(root, copy, { recursive: true, verbatimSymlinks: true })
  linkLibraries(copy)
  return path.join(copy, path.basename(binaries))
}

/** npm packages cannot hold symbolic links, so these carry a list of them. Says whether all are there. */
function linkLibraries(root: string): boolean {
  const list = path.join(root, 'pg-symlinks.json')
  if (!existsSync(list)) return true
  const links = JSON.parse(readFileSync(list, 'utf8')) as readonly { readonly source: string; readonly target: string }[]
  const missing = links.filter(({ target }) => lstatSync(placed(root, target), { throwIfNoEntry: false }) === undefined)
  if (missing.length > 0 && !writable(root)) return false
  for (const { source, target } of missing) {
    const at = placed(root, target)
    try {
      symlinkSync(path.relative(path.dirname(at), placed(root, source)), at)
    } catch (error) {
      // another start of ours may have made it in between
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
  return true
}

/** The list names files from the package's root, as `native/lib/…`; the folder may have been copied elsewhere. */
const placed = (root: string, file: string): string => path.join(root, file.replace(/^native\//, ''))

function writable(folder: string): boolean {
  try {
    accessSync(path.join(folder, 'lib'), constants.W_OK)
    return true
  } catch {
    return false
  }
}
