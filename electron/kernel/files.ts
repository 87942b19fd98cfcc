import * as fs from 'node:fs'
import { open, rename } from 'node:fs/promises'
import * as path from 'node:path'

/**
 * Replaces a file so that after a crash at any instant either the old or the new content is there, whole. Durable when it returns.
 * The temporary file has a fixed name, so that what a crash left behind is overwritten by the next write.
 */
export function writeAtomic(file: string, text: string | Buffer, mode = 0o600): void {
  const temporary = `${file}.tmp`
  const handle = fs.openSync(temporary, 'w', mode)
  try {
    fs.fchmodSync(handle, mode)
    fs.writeFileSync(handle, text)
    fs.fsyncSync(handle)
  } finally {
    fs.closeSync(handle)
  }
  fs.renameSync(temporary, file)
  syncFolder(path.dirname(file))
}

/** The same without holding up the thread: a disk that is busy lets fsync wait for seconds. Of one file only one at a time. */
export async function replaceFile(file: string, text: string | Buffer, mode = 0o600): Promise<void> {
  const temporary = `${file}.tmp`
  const handle = await open(temporary, 'w', mode)
  try {
    await handle.chmod(mode)
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(temporary, file)
  if (process.platform === 'win32') return
  const folder = await open(path.dirname(file), 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Makes a rename or a new name durable. Windows has no handle on a folder; NTFS journals names by itself. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = fs.openSync(folder, 'r')
  try {
    fs.fsyncSync(handle)
  } finally {
    fs.closeSync(handle)
  }
}
