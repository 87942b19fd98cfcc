import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserWindow } from 'electron'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLog } from '../../../electron/kernel/log.ts'
import { saveFile, vaultKey, type KeyStore } from '../../../electron/shell/desktop.ts'
import { openMemory } from '../../../electron/shell/memory.ts'
import { menuOf, trayMenuOf } from '../../../electron/shell/menu.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shell-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

/** A keychain that turns bytes around. */
const keychain = (backend: ReturnType<KeyStore['getSelectedStorageBackend']> = 'gnome_libsecret', available = true, stale = false): KeyStore => ({
  isAsyncEncryptionAvailable: () => Promise.resolve(available),
  encryptStringAsync: (text) => Promise.resolve(Buffer.from(text).reverse()),
  decryptStringAsync: (sealed) => Promise.resolve({ result: Buffer.from(sealed).reverse().toString(), shouldReEncrypt: stale }),
  getSelectedStorageBackend: () => backend,
})

describe('the key of the vault', () => {
  const files = () => ({ sealed: join(folder, 'vault.key.sealed'), plain: join(folder, 'vault.key') })

  it('is made once, sealed by the keychain, and the same at the next start', async () => {
    const first = await vaultKey(keychain(), files(), 'linux')
    expect(Buffer.from(first.key, 'base64')).toHaveLength(32)
    expect(first.warning).toBe('')
    expect(readFileSync(files().sealed, 'utf8')).not.toContain(first.key)
    expect(statSync(files().sealed).mode & 0o777).toBe(0o600)
    expect(await vaultKey(keychain(), files(), 'linux')).toEqual(first)
  })

  it('is left to the core, with a warning, where Linux has only a plain-text backend', async () => {
    const { key, warning } = await vaultKey(keychain('basic_text'), files(), 'linux')
    expect(key).toBe('')
    expect(warning).toContain('no keychain')
    expect(existsSync(files().sealed)).toBe(false)
  })

  it('is left to the core where it has one already: its secrets are sealed with that', async () => {
    writeFileSync(files().plain, 'x')
    expect(await vaultKey(keychain(), files(), 'darwin')).toEqual({ key: '', warning: '' })
    expect(existsSync(files().sealed)).toBe(false)
  })

  it('is never replaced when the keychain is locked: the start fails in place of losing every password', async () => {
    const { key } = await vaultKey(keychain(), files(), 'linux')
    await expect(vaultKey(keychain('gnome_libsecret', false), files(), 'linux')).rejects.toThrow('keychain')
    await expect(vaultKey(keychain('basic_text'), files(), 'linux')).rejects.toThrow('keychain')
    expect((await vaultKey(keychain('gnome_libsecret', true, true), files(), 'linux')).key).toBe(key)
  })
})

describe('what the desktop remembers', () => {
  it('is there at the next start', () => {
    const file = join(folder, 'desktop.json')
    openMemory(file).keep({ close: 'keep', bounds: { x: 1, y: 2, width: 800, height: 600 } })
    expect(openMemory(file).now).toMatchObject({ close: 'keep', bounds: { x: 1, y: 2, width: 800, height: 600 }, theme: 'system' })
  })

  it.each(['', 'null', '[]', '{"close":7,"bounds":{"x":"left"},"theme":"pink"}', '{'])('is nothing when the file holds %j', (text) => {
    const file = join(folder, 'desktop.json')
    writeFileSync(file, text)
    expect(openMemory(file).now).toEqual({ close: '', theme: 'system', bounds: undefined, maximized: false, view: '' })
  })
})

describe('an export', () => {
  // The dialog takes it as its parent and nothing more.
  const window = {} as unknown as BrowserWindow
  const dialogs = (filePath: string, errors: string[] = []) => ({
    showSaveDialog: () => Promise.resolve({ canceled: filePath === '', filePath }),
    showErrorBox: (title: string, words: string) => void errors.push(`${title}: ${words}`),
  })
  const file = { name: 'top.csv', text: 'a;b\n' }

  it('is written where the user says', async () => {
    expect(await saveFile(dialogs(join(folder, 'x.csv')), window, file, createLog('silent'))).toBe(true)
    expect(readFileSync(join(folder, 'x.csv'), 'utf8')).toBe('a;b\n')
  })

  it('is not written when the user thinks better of it, and a failure is said', async () => {
    expect(await saveFile(dialogs(''), window, file, createLog('silent'))).toBe(false)
    const errors: string[] = []
    expect(await saveFile(dialogs(join(folder, 'no', 'x.csv'), errors), window, file, createLog('silent'))).toBe(false)
    expect(errors[0]).toContain('not written')
  })
})

describe('the menus', () => {
  const actions = { command: () => undefined, open: () => undefined, quit: () => undefined, setTheme: () => undefined, setClose: () => undefined }
  const labels = (platform: NodeJS.Platform): string[] =>
    menuOf({ platform, packaged: true, theme: 'dark', keepsRunning: false }, actions).map(({ label, role }) => label ?? role ?? '')

  it('follow the order of the system', () => {
    expect(labels('darwin')[0]).toBe('Watchpost')
    expect(labels('linux')[0]).toBe('File')
    expect(labels('linux')).toEqual(['File', 'Edit', 'View', 'Time', 'Go', 'windowMenu', 'help'])
  })

  it('go to every screen that the window lists, by its own command', () => {
    const features = join(import.meta.dirname, '../../../renderer/features')
    const listed = readdirSync(features)
      .filter((name) => existsSync(join(features, name, 'screen.tsx')))
      .map((name) => readFileSync(join(features, name, 'screen.tsx'), 'utf8').split('export default defineScreen(')[1] ?? '')
      .map((form) => [/ title: '([^']+)'/.exec(form)?.[1] ?? '', `go./${/ path: PATHS\.(\w+)/.exec(form)?.[1] ?? ''}`])
    const asked: string[] = []
    const command = (id: string): unknown => asked.push(id)
    const menu = menuOf({ platform: 'linux', packaged: true, theme: 'dark', keepsRunning: false }, { ...actions, command })
    const go = menu.find(({ label }) => label === 'Go')?.submenu as { readonly label?: string; readonly click?: () => void }[]
    const found = go.flatMap(({ label, click }) => {
      click?.()
      return label === undefined ? [] : [[label, asked.at(-1) ?? '']]
    })
    expect(found.toSorted()).toEqual(listed.toSorted())
  })

  it('have Quit exactly once', () => {
    for (const platform of ['darwin', 'linux', 'win32'] as const) {
      const text = JSON.stringify(menuOf({ platform, packaged: true, theme: 'dark', keepsRunning: false }, actions))
      expect(text.match(/Quit Watchpost/g), platform).toHaveLength(1)
    }
  })

  it('of the tray begin with Open and say how the core is', () => {
    const menu = trayMenuOf({ state: 'failed', cause: 'Port 8443 is in use' }, actions)
    expect(menu[0]?.label).toBe('Open Watchpost')
    expect(menu.map(({ label }) => label)).toContain('Not collecting: Port 8443 is in use')
  })
})
