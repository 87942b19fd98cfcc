import type { BrowserWindow, BrowserWindowConstructorOptions, Session, Shell, WebContents } from 'electron'
import type { Log } from '../kernel/log.ts'
import { wordsOf } from '../kernel/words.ts'
import { SMALLEST, type Area } from './bounds.ts'
import { decideCertificate, type Pinned } from './certificate.ts'
import { externalAddress, isOurs } from './origin.ts'

/** The one thing besides drawing that our page may ask Chromium for: to copy a text. */
const ALLOWED: readonly string[] = ['clipboard-sanitized-write']

export interface WindowFacts {
  readonly preload: string
  readonly bounds: Area
  readonly dark: boolean
  readonly packaged: boolean
}

/** A window that holds a web page and nothing of Node. The colour is the page's own, so that opening it does not flash. */
export const windowOptions = ({ preload, bounds, dark, packaged }: WindowFacts): BrowserWindowConstructorOptions => ({
  ...bounds,
  minWidth: SMALLEST.width,
  minHeight: SMALLEST.height,
  show: false,
  title: 'Watchpost',
  backgroundColor: dark ? '#0F1216' : '#F6F7F9',
  autoHideMenuBar: true,
  webPreferences: {
    preload,
    partition: 'persist:watchpost',
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webviewTag: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    navigateOnDragDrop: false,
    spellcheck: false,
    devTools: !packaged,
  },
})

/** Opens an address in the system's browser, if it is one that may leave. */
export async function openOutside(shell: Pick<Shell, 'openExternal'>, address: string, log: Log): Promise<boolean> {
  const allowed = externalAddress(address)
  if (allowed === undefined) {
    log.warn({ scheme: address.split(':', 1)[0] }, 'An address was not opened outside: its scheme is not allowed')
    return false
  }
  try {
    await shell.openExternal(allowed)
    return true
  } catch (error) {
    log.warn({ cause: wordsOf(error) }, 'The system could not open an address')
    return false
  }
}

/** Locks a page to one origin: whatever would lead elsewhere is opened outside or not at all. */
export function lockNavigation(
  contents: Pick<WebContents, 'on' | 'setWindowOpenHandler'>,
  origin: () => string,
  shell: Pick<Shell, 'openExternal'>,
  log: Log,
): void {
  const stay = (event: { preventDefault(): void; readonly url: string; readonly isMainFrame: boolean }): void => {
    if (isOurs(event.url, origin())) return
    event.preventDefault()
    if (event.isMainFrame) void openOutside(shell, event.url, log)
  }
  contents.on('will-frame-navigate', stay)
  // A redirect is the server's doing, not a click: it is never followed outside.
  contents.on('will-redirect', (event) => {
    if (!isOurs(event.url, origin())) event.preventDefault()
  })
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(({ url }) => {
    void openOutside(shell, url, log)
    return { action: 'deny' }
  })
}

/** What the page's session may do: talk to the server with our certificate, and copy texts. */
export function lockSession(session: Session, pinned: () => Pinned | undefined, origin: () => string, log: Log): void {
  session.setCertificateVerifyProc(({ hostname, certificate }, decide) => {
    const decision = decideCertificate(hostname, certificate.data, pinned())
    if (decision !== 0) log.warn({ hostname }, 'A certificate was refused')
    decide(decision)
  })
  const mayAsk = (permission: string, address: string): boolean => ALLOWED.includes(permission) && isOurs(address, origin())
  session.setPermissionRequestHandler((_contents, permission, decide, details) => decide(mayAsk(permission, details.requestingUrl)))
  session.setPermissionCheckHandler((_contents, permission, from) => mayAsk(permission, from))
  session.setDevicePermissionHandler(() => false)
}

/** Tells the shell where the window is whenever it rests. */
export function followBounds(
  window: Pick<BrowserWindow, 'on' | 'getNormalBounds' | 'isMaximized'>,
  keep: (state: { bounds: Area; maximized: boolean }) => void,
): void {
  const tell = (): void => keep({ bounds: window.getNormalBounds(), maximized: window.isMaximized() })
  window.on('moved', tell)
  window.on('resized', tell)
  window.on('maximize', tell)
  window.on('unmaximize', tell)
  // Linux has neither `moved` nor `resized`.
  window.on('close', tell)
}
