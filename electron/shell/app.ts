import * as path from 'node:path'
import {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  nativeImage,
  nativeTheme,
  Notification,
  safeStorage,
  screen,
  session,
  shell,
  Tray,
  utilityProcess,
  type Event,
} from 'electron'
import type { News, NewsChannel, Theme } from '../../shared/ipc.ts'
import { VERSION } from '../../shared/version.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { placeWindow } from './bounds.ts'
import { choiceOf, CLOSE_QUESTION, onClose, QUIT_QUESTION } from './closing.ts'
import { createCoreLink } from './core-link.ts'
import { saveFile, showNotice, vaultKey } from './desktop.ts'
import { answerWindow } from './ipc.ts'
import type { Life } from './life.ts'
import { openMemory } from './memory.ts'
import { menuOf, type MenuActions } from './menu.ts'
import { innerAddress } from './origin.ts'
import { hasTray } from './tray-host.ts'
import { createTray, showWindow } from './tray.ts'
import { followBounds, lockNavigation, lockSession, openOutside, windowOptions } from './window.ts'

export interface DesktopOptions {
  /** The data folder, and the flags from which the core reads the same. */
  readonly dataDir: string
  readonly argv: readonly string[]
  /** The built core and preload. */
  readonly core: string
  readonly preload: string
  readonly clock: Clock
  readonly log: Log
}

const RELOAD_MS = 1000
/** Chromium's code of a load that another load replaced. */
const ABORTED = -3

/** Opens the desktop: the core in a process of its own, a window on it, and a tray icon that says how it is. Electron must be ready. */
export async function openDesktop(o: DesktopOptions): Promise<void> {
  const { log, clock } = o
  const platform = process.platform
  const memory = openMemory(path.join(o.dataDir, 'desktop.json'))
  const secret = await vaultKey(safeStorage, { sealed: path.join(o.dataDir, 'vault.key.sealed'), plain: path.join(o.dataDir, 'vault.key') }, platform)
  const tray = await hasTray(platform)
  let life: Life = { state: 'starting' }
  let window: BrowserWindow | undefined
  let quitting = false
  let reached = ''

  const origin = (): string => (reached === '' ? '' : new URL(reached).origin)
  const pinned = () => (life.state === 'running' ? { host: new URL(life.url).hostname, fingerprint: life.fingerprint } : undefined)
  const tell = <C extends NewsChannel>(channel: C, news: News[C]): void => window?.webContents.send(channel, news)
  const open = (): void => (window ? showWindow(window) : undefined)
  const openPath = (to: string): void => {
    open()
    if (innerAddress(to, origin()) !== undefined) tell('open', to)
  }

  const link = createCoreLink({
    fork: () => utilityProcess.fork(o.core, [], { serviceName: 'Watchpost core', stdio: 'inherit' }),
    argv: o.argv,
    vaultKey: secret.key,
    clock,
    log,
    changed: (now) => {
      life = now
      showLife(life)
      if (life.state === 'running') show(life.url)
      if (life.state === 'failed') void askAgain(life.cause)
    },
    notify: (notice) => showNotice({ Notification }, notice, openPath),
  })

  const show = (url: string): void => {
    if (window && url === reached) return
    reached = url
    window ??= newWindow()
    void window.loadURL(`${origin()}/`).catch(() => undefined)
  }

  const newWindow = (): BrowserWindow => {
    const bounds = placeWindow(
      memory.now.bounds,
      [screen.getPrimaryDisplay(), ...screen.getAllDisplays()].map(({ workArea }) => workArea),
    )
    const made = new BrowserWindow(windowOptions({ preload: o.preload, bounds, dark: nativeTheme.shouldUseDarkColors, packaged: app.isPackaged }))
    if (memory.now.maximized) made.maximize()
    made.once('ready-to-show', () => made.show())
    followBounds(made, (state) => memory.keep(state))
    lockNavigation(made.webContents, origin, shell, log)
    made.webContents.on('did-fail-load', (_event, code, _words, _address, isMainFrame) => {
      if (isMainFrame && code !== ABORTED && !quitting)
        void clock.sleep(RELOAD_MS).then(() => (made.isDestroyed() ? undefined : made.loadURL(`${origin()}/`).catch(() => undefined)))
    })
    made.webContents.on('render-process-gone', (_event, { reason }) => {
      log.error({ reason }, 'The window’s page ended by itself')
      if (reason !== 'clean-exit' && !made.isDestroyed()) made.reload()
    })
    made.on('close', (event) => void close(made, event))
    made.on('closed', () => (window = undefined))
    return made
  }

  const close = async (closing: BrowserWindow, event: Event): Promise<void> => {
    const action = onClose({ platform, quitting, choice: memory.now.close, tray })
    if (action === 'close') return
    event.preventDefault()
    if (action === 'hide') closing.hide()
    if (action === 'minimize') closing.minimize()
    if (action === 'quit') app.quit()
    if (action !== 'ask') return
    const { response } = await dialog.showMessageBox(closing, CLOSE_QUESTION)
    actions.setClose(choiceOf(response))
    closing.close()
  }

  const askAgain = async (cause: string): Promise<void> => {
    const { response } = await dialog.showMessageBox({
      type: 'error',
      message: 'Watchpost cannot start',
      detail: cause,
      buttons: ['Try again', 'Quit'],
      cancelId: 1,
    })
    if (response === 0) link.start()
    else app.quit()
  }

  const actions: MenuActions = {
    command: (id) => {
      open()
      tell('command', id)
    },
    open,
    quit: () => app.quit(),
    setTheme: (theme: Theme) => {
      memory.keep({ theme })
      nativeTheme.themeSource = theme
      showMenu()
    },
    setClose: (choice) => {
      memory.keep({ close: choice })
      showMenu()
    },
  }
  const showMenu = (): void =>
    Menu.setApplicationMenu(
      Menu.buildFromTemplate(menuOf({ platform, packaged: app.isPackaged, theme: memory.now.theme, keepsRunning: memory.now.close === 'keep' }, actions)),
    )

  answerWindow(
    ipcMain,
    { contents: () => window?.webContents, origin },
    {
      'sign-in-ticket': () => link.ticket(),
      notify: (notice) => {
        showNotice({ Notification }, notice, openPath)
        return null
      },
      'save-file': (file) => (window ? saveFile(dialog, window, file, log) : false),
      'set-theme': (theme) => {
        actions.setTheme(theme)
        return null
      },
      'open-external': (address) => openOutside(shell, address, log),
      'app-info': () => ({ version: VERSION, platform, warning: secret.warning }),
      'keep-view': (view) => {
        memory.keep({ view })
        return null
      },
      'recall-view': () => memory.now.view,
    },
    log,
  )
  lockSession(session.fromPartition('persist:watchpost'), pinned, origin, log)
  nativeTheme.themeSource = memory.now.theme
  showMenu()
  const showLife = createTray({ Tray, Menu, nativeImage, platform }, actions)
  app.on('second-instance', open)
  app.on('activate', open)
  // The tray keeps the application; only quitting ends it.
  app.on('window-all-closed', () => undefined)
  app.on('before-quit', (event) => {
    event.preventDefault()
    void quit()
  })

  const quit = async (): Promise<void> => {
    if (quitting) return
    if (platform === 'darwin' && life.state === 'running' && memory.now.close !== 'quit') {
      const { response, checkboxChecked } = await dialog.showMessageBox(QUIT_QUESTION)
      if (response !== 0) return
      if (checkboxChecked) memory.keep({ close: 'quit' })
    }
    quitting = true
    await link.stop()
    app.exit(0)
  }
  link.start()
}
