import { randomBytes } from 'node:crypto'
import * as fs from 'node:fs'
import type { BrowserWindow, Dialog, Notification, SafeStorage } from 'electron'
import type { Notice, SavedFile } from '../../shared/ipc.ts'
import { writeAtomic } from '../kernel/files.ts'
import type { Log } from '../kernel/log.ts'
import { wordsOf } from '../kernel/words.ts'

export interface KeyFiles {
  /** Where the key lies, sealed by the system's keychain. */
  readonly sealed: string
  /** Where the core keeps a key of its own when it is given none. */
  readonly plain: string
}

/** The vault's key for the core in base64, '' when it must keep its own; and what to tell the user. */
export interface VaultKey {
  readonly key: string
  readonly warning: string
}

export type KeyStore = Pick<SafeStorage, 'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync' | 'getSelectedStorageBackend'>

const NO_KEYCHAIN = 'This desktop has no keychain: stored passwords are encrypted with a key in a file that only your user can read.'

/**
 * The key under which secrets rest, from the system's keychain. A folder that has a key of its own goes on with that, since its secrets are sealed with it.
 * Throws when the keychain does not open what it sealed: starting without the key would lose every stored password.
 */
export async function vaultKey(safeStorage: KeyStore, files: KeyFiles, platform: NodeJS.Platform): Promise<VaultKey> {
  // On Linux without a keyring Electron "encrypts" with a password that is in its source.
  const open = (await safeStorage.isAsyncEncryptionAvailable()) && (platform !== 'linux' || safeStorage.getSelectedStorageBackend() !== 'basic_text')
  if (fs.existsSync(files.sealed)) {
    if (!open) throw new Error('The system’s keychain is locked or gone, and the stored passwords need it. Unlock it and start again.')
    const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(fs.readFileSync(files.sealed))
    if (shouldReEncrypt) writeAtomic(files.sealed, await safeStorage.encryptStringAsync(result))
    return { key: result, warning: '' }
  }
  if (!open) return { key: '', warning: NO_KEYCHAIN }
  if (fs.existsSync(files.plain)) return { key: '', warning: '' }
  const key = randomBytes(32).toString('base64')
  writeAtomic(files.sealed, await safeStorage.encryptStringAsync(key))
  return { key, warning: '' }
}

/** A native notification; a click opens its place. */
export function showNotice(parts: { readonly Notification: typeof Notification }, notice: Notice, open: (path: string) => void): void {
  if (!parts.Notification.isSupported()) return
  const shown = new parts.Notification({ title: notice.title, body: notice.body })
  shown.on('click', () => open(notice.path))
  shown.show()
}

const FILTERS: Readonly<Record<string, string>> = { csv: 'Comma-separated values', json: 'JSON', sql: 'SQL', svg: 'Image', txt: 'Text' }

/** Asks where to, and writes it there. */
export async function saveFile(dialog: Pick<Dialog, 'showSaveDialog' | 'showErrorBox'>, window: BrowserWindow, file: SavedFile, log: Log): Promise<boolean> {
  const extension = /\.(\w+)$/.exec(file.name)?.[1] ?? 'txt'
  const filters = [{ name: FILTERS[extension] ?? extension.toUpperCase(), extensions: [extension] }]
  const { canceled, filePath } = await dialog.showSaveDialog(window, { defaultPath: file.name, filters })
  if (canceled || filePath === '') return false
  try {
    await fs.promises.writeFile(filePath, file.text)
    return true
  } catch (error) {
    log.warn({ cause: wordsOf(error) }, 'An export could not be written')
    dialog.showErrorBox('The file was not written', wordsOf(error))
    return false
  }
}
