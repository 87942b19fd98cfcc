/**
 * As much of Electron as the shell uses, with a screen that nobody looks at. What the shell does with it is told on stdout, a line of JSON each. When the
 * window is given an address, it asks for a ticket as the page would, and the application is asked to quit.
 */
import { fork } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { join } from 'node:path'

type Handler = (event: object, argument: unknown) => Promise<unknown>
const handlers = new Map<string, Handler>()
const tell = (said: object): boolean => process.stdout.write(`${JSON.stringify(said)}\n`)
const nothing = (): void => undefined
const area = { x: 0, y: 0, width: 1920, height: 1080 }

export const app = Object.assign(new EventEmitter(), {
  isPackaged: false,
  getAppPath: () => process.argv[1],
  setPath: nothing,
  setAppUserModelId: nothing,
  enableSandbox: () => tell({ did: 'sandbox' }),
  requestSingleInstanceLock: () => true,
  whenReady: () => Promise.resolve(),
  quit: () => app.emit('before-quit', { preventDefault: nothing }),
  exit: (code: number) => {
    tell({ did: 'exit', code })
    process.exit(code)
  },
})

export class BrowserWindow extends EventEmitter {
  readonly webContents = Object.assign(new EventEmitter(), { setWindowOpenHandler: nothing, send: nothing })
  constructor({ webPreferences }: { readonly webPreferences: object }) {
    super()
    tell({ did: 'window', webPreferences })
  }
  async loadURL(url: string): Promise<void> {
    tell({ did: 'load', url })
    const sender = { sender: this.webContents, senderFrame: { origin: new URL(url).origin, parent: null } }
    tell({ did: 'ticket', ticket: await handlers.get('sign-in-ticket')?.(sender, null) })
    app.quit()
  }
  getNormalBounds = () => area
  isMaximized = () => false
  isDestroyed = () => false
}

export class Tray extends EventEmitter {
  setImage = nothing
  setToolTip = (text: string) => tell({ did: 'tray', text })
  setContextMenu = nothing
}

export class Notification extends EventEmitter {
  static isSupported = () => false
}

export const utilityProcess = {
  fork: (file: string) => {
    const child = fork(file, { execArgv: ['--import', join(import.meta.dirname, 'parent-port.ts')], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    return Object.assign(child, { postMessage: (message: object) => child.send(message) })
  },
}

const failed = (...words: unknown[]): Promise<never> => {
  tell({ did: 'box', words })
  return process.exit(1)
}
export const dialog = { showErrorBox: failed, showMessageBox: failed }
export const ipcMain = { handle: (channel: string, handler: Handler) => handlers.set(channel, handler) }
export const Menu = { buildFromTemplate: (template: unknown) => template, setApplicationMenu: nothing }
export const nativeImage = { createEmpty: () => ({ addRepresentation: nothing, setTemplateImage: nothing }) }
export const nativeTheme = { shouldUseDarkColors: false, themeSource: 'system' }
export const safeStorage = { isAsyncEncryptionAvailable: () => Promise.resolve(false) }
export const screen = { getPrimaryDisplay: () => ({ workArea: area }), getAllDisplays: () => [{ workArea: area }] }
const locks = {
  setCertificateVerifyProc: nothing,
  setPermissionRequestHandler: nothing,
  setPermissionCheckHandler: nothing,
  setDevicePermissionHandler: nothing,
}
export const session = { fromPartition: () => locks }
export const shell = { openExternal: () => Promise.resolve() }
