import type { Session, Shell, WebContents } from 'electron'
import { describe, expect, it } from 'vitest'
import { createLog } from '../../../electron/kernel/log.ts'
import { answerWindow, type Answers } from '../../../electron/shell/ipc.ts'
import { lockNavigation, lockSession, windowOptions } from '../../../electron/shell/window.ts'

const ORIGIN = 'https://127.0.0.1:8443'
const log = createLog('silent')
type Handler = (...args: unknown[]) => unknown

/** Doubles of the parts of Electron that are told what to do: they remember it. */
function doubles() {
  const opened: string[] = []
  const handlers = new Map<string, Handler>()
  const shell = { openExternal: (url: string) => Promise.resolve(void opened.push(url)) } satisfies Pick<Shell, 'openExternal'>
  const keep =
    (name: string) =>
    (handler: Handler): void =>
      void handlers.set(name, handler)
  // Electron's overloads cannot be written in a double; what is used of them is two functions.
  const contents = { on: (name: string, handler: Handler) => handlers.set(name, handler), setWindowOpenHandler: keep('open') } as unknown as WebContents
  const session = {
    setCertificateVerifyProc: keep('certificate'),
    setPermissionRequestHandler: keep('request'),
    setPermissionCheckHandler: keep('check'),
    setDevicePermissionHandler: keep('device'),
  } as unknown as Session
  return { opened, shell, contents, session, run: (name: string, ...args: unknown[]) => handlers.get(name)?.(...args) }
}

function navigate(run: (name: string, ...args: unknown[]) => unknown, event: string, url: string, isMainFrame = true): boolean {
  let stopped = false
  run(event, { url, isMainFrame, preventDefault: () => (stopped = true) })
  return !stopped
}

describe('the window', () => {
  it('is a web page and nothing more', () => {
    const { webPreferences } = windowOptions({ preload: '/p.cjs', bounds: { x: 0, y: 0, width: 1, height: 1 }, dark: true, packaged: true })
    expect(webPreferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      devTools: false,
    })
  })

  it('stays on its address; a click that leads elsewhere opens outside', () => {
    const { opened, shell, contents, run } = doubles()
    lockNavigation(contents, () => ORIGIN, shell, log)
    expect(navigate(run, 'will-frame-navigate', `${ORIGIN}/queries`)).toBe(true)
    expect(opened).toEqual([])
    expect(navigate(run, 'will-frame-navigate', 'https://www.postgresql.org/')).toBe(false)
    expect(navigate(run, 'will-frame-navigate', 'file:///etc/passwd')).toBe(false)
    expect(opened).toEqual(['https://www.postgresql.org/'])
  })

  it('follows no redirect elsewhere, and opens nothing for a frame', () => {
    const { opened, shell, contents, run } = doubles()
    lockNavigation(contents, () => ORIGIN, shell, log)
    expect(navigate(run, 'will-redirect', 'https://evil.example/')).toBe(false)
    expect(navigate(run, 'will-redirect', `${ORIGIN}/`)).toBe(true)
    expect(navigate(run, 'will-frame-navigate', 'https://evil.example/', false)).toBe(false)
    expect(opened).toEqual([])
  })

  it('opens no second window and holds no web view', () => {
    const { opened, shell, contents, run } = doubles()
    lockNavigation(contents, () => ORIGIN, shell, log)
    expect(run('open', { url: `${ORIGIN}/x` })).toEqual({ action: 'deny' })
    expect(run('open', { url: 'javascript:alert(1)' })).toEqual({ action: 'deny' })
    expect(opened).toEqual([`${ORIGIN}/x`])
    expect(navigate(run, 'will-attach-webview', '')).toBe(false)
  })

  it('gets no permission but to copy, and that only on its address', () => {
    const { session, run } = doubles()
    lockSession(
      session,
      () => undefined,
      () => ORIGIN,
      log,
    )
    const asked = (permission: string, requestingUrl: string): boolean => {
      let answer = false
      run('request', {}, permission, (given: boolean) => (answer = given), { requestingUrl })
      return answer
    }
    expect(asked('clipboard-sanitized-write', `${ORIGIN}/`)).toBe(true)
    expect(asked('clipboard-sanitized-write', 'https://evil.example/')).toBe(false)
    for (const permission of ['media', 'geolocation', 'notifications', 'clipboard-read', 'openExternal', 'fullscreen', 'hid'])
      expect(asked(permission, `${ORIGIN}/`), permission).toBe(false)
    expect(run('check', null, 'clipboard-sanitized-write', ORIGIN)).toBe(true)
    expect(run('check', null, 'media', ORIGIN)).toBe(false)
    expect(run('device', {})).toBe(false)
  })

  it('refuses every certificate before the platform is known', () => {
    const { session, run } = doubles()
    lockSession(
      session,
      () => undefined,
      () => '',
      log,
    )
    let decided: number | undefined
    run('certificate', { hostname: '127.0.0.1', certificate: { data: 'x' } }, (decision: number) => (decided = decision))
    expect(decided).toBe(-2)
  })
})

describe('a question to the shell', () => {
  // Only its identity is looked at.
  const contents = {} as unknown as WebContents
  const event = { sender: contents, senderFrame: { origin: ORIGIN, parent: null } }

  function asked() {
    const handlers = new Map<string, Handler>()
    const calls: unknown[] = []
    const note =
      <T>(answer: T) =>
      (ask: unknown): T => (calls.push(ask), answer)
    const answers: Answers = {
      'sign-in-ticket': note('ticket'),
      notify: note(null),
      'save-file': note(true),
      'set-theme': note(null),
      'open-external': note(true),
      'app-info': note({ version: '1', platform: 'x', warning: '' }),
      'keep-view': note(null),
      'recall-view': note(''),
    }
    answerWindow(
      { handle: (channel, handler) => void handlers.set(channel, handler as Handler) },
      { contents: () => contents, origin: () => ORIGIN },
      answers,
      log,
    )
    return {
      calls,
      channels: [...handlers.keys()],
      ask: async (channel: string, argument: unknown, from: unknown = event) => await handlers.get(channel)?.(from, argument),
    }
  }

  it('is answered when it comes from our window in the right form', async () => {
    const { ask, calls } = asked()
    expect(await ask('sign-in-ticket', null)).toBe('ticket')
    expect(await ask('save-file', { name: 'top queries.csv', text: 'a' })).toBe(true)
    expect(calls).toEqual([null, { name: 'top queries.csv', text: 'a' }])
  })

  it('is refused on every channel when it comes from elsewhere', async () => {
    const { ask, calls, channels } = asked()
    expect(channels).toHaveLength(8)
    for (const channel of channels)
      await expect(ask(channel, null, { ...event, senderFrame: { origin: 'https://evil.example', parent: null } }), channel).rejects.toThrow('refused')
    expect(calls).toEqual([])
  })

  it.each([
    ['save-file', { name: '../../.bashrc', text: 'x' }],
    ['save-file', { name: 'a\\b', text: 'x' }],
    ['save-file', { name: 'a.csv' }],
    ['set-theme', 'pink'],
    ['open-external', 7],
    ['notify', { title: 'x'.repeat(301), body: '', path: '/' }],
    ['notify', { title: 'x', body: '', path: '/', more: 1 }],
  ])('is refused on %s in another form: %j', async (channel, argument) => {
    const { ask, calls } = asked()
    await expect(ask(channel, argument)).rejects.toThrow(channel)
    expect(calls).toEqual([])
  })
})
