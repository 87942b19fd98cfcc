import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../../electron/kernel/clock.ts'
import { ownTls, type Tls } from '../../../electron/kernel/tls.ts'
import { placeWindow, SMALLEST } from '../../../electron/shell/bounds.ts'
import { decideCertificate, REFUSED, TRUSTED } from '../../../electron/shell/certificate.ts'
import { choiceOf, CLOSE_QUESTION, onClose } from '../../../electron/shell/closing.ts'
import { ownFlags } from '../../../electron/shell/flags.ts'
import { drawIcon } from '../../../electron/shell/icon.ts'
import { isWindow } from '../../../electron/shell/ipc.ts'
import { backOff } from '../../../electron/shell/life.ts'
import { externalAddress, innerAddress, isOurs } from '../../../electron/shell/origin.ts'
import { trayLine, trayStateOf } from '../../../electron/shell/tray-state.ts'

const ORIGIN = 'https://127.0.0.1:8443'

describe('where the window may go', () => {
  it.each([
    [`${ORIGIN}/activity?from=1#x`, true],
    ['https://127.0.0.1:8444/', false],
    ['http://127.0.0.1:8443/', false],
    ['https://127.0.0.1.example.org:8443/', false],
    [`https://127.0.0.1:8443@example.org/`, false],
    ['file:///etc/passwd', false],
    ['data:text/html,<b>', false],
    ['nonsense', false],
  ])('%s is ours: %s', (address, ours) => {
    expect(isOurs(address, ORIGIN)).toBe(ours)
  })

  it.each(['https://www.postgresql.org/docs/', 'http://example.org/', 'mailto:dba@example.org'])('%s may be opened outside', (address) => {
    expect(externalAddress(address)).toBe(address)
  })

  it.each([
    'file:///etc/passwd',
    'javascript:alert(1)',
    'smb://host/share',
    'ms-settings:',
    'vscode://x',
    'https://bank.example@evil.example/',
    'not an address',
    '',
  ])('%s may not be opened outside', (address) => {
    expect(externalAddress(address)).toBeUndefined()
  })

  it('takes a path of the interface, and nothing that only looks like one', () => {
    expect(innerAddress('/activity?server=a', ORIGIN)).toBe(`${ORIGIN}/activity?server=a`)
    for (const path of ['activity', '', '.evil.example/', '@evil.example/', 'https://evil.example/']) expect(innerAddress(path, ORIGIN), path).toBeUndefined()
  })
})

describe('whose certificate is accepted', () => {
  let folder = ''
  let tls: Tls
  let other: Tls
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'shell-tls-'))
    tls = await ownTls(folder, 'platform', systemClock)
    other = await ownTls(folder, 'agent', systemClock)
  })
  afterAll(() => {
    rmSync(folder, { recursive: true })
  })

  it('is the pinned one on the pinned host', () => {
    expect(decideCertificate('127.0.0.1', tls.cert, { host: '127.0.0.1', fingerprint: tls.fingerprint })).toBe(TRUSTED)
    const colons = (tls.fingerprint.toUpperCase().match(/../g) ?? []).join(':')
    expect(decideCertificate('127.0.0.1', tls.cert, { host: '127.0.0.1', fingerprint: colons })).toBe(TRUSTED)
  })

  it('is not another one, not on another host, not before the platform is known, and not rubbish', () => {
    const pinned = { host: '127.0.0.1', fingerprint: tls.fingerprint }
    expect(decideCertificate('127.0.0.1', other.cert, pinned)).toBe(REFUSED)
    expect(decideCertificate('example.org', tls.cert, pinned)).toBe(REFUSED)
    expect(decideCertificate('127.0.0.1', tls.cert, undefined)).toBe(REFUSED)
    expect(decideCertificate('127.0.0.1', 'rubbish', pinned)).toBe(REFUSED)
    expect(decideCertificate('127.0.0.1', tls.cert, { host: '127.0.0.1', fingerprint: '' })).toBe(REFUSED)
  })
})

describe('who may ask the shell', () => {
  const contents = {}
  const top = { origin: ORIGIN, parent: null }

  it('is the top frame of our window on our address', () => {
    expect(isWindow({ sender: contents, senderFrame: top }, contents, ORIGIN)).toBe(true)
  })

  it('is no other window, frame or address, and nobody before there is an address', () => {
    expect(isWindow({ sender: {}, senderFrame: top }, contents, ORIGIN)).toBe(false)
    expect(isWindow({ sender: contents, senderFrame: { origin: ORIGIN, parent: top } }, contents, ORIGIN)).toBe(false)
    expect(isWindow({ sender: contents, senderFrame: { origin: 'https://evil.example', parent: null } }, contents, ORIGIN)).toBe(false)
    expect(isWindow({ sender: contents, senderFrame: null }, contents, ORIGIN)).toBe(false)
    expect(isWindow({ sender: contents, senderFrame: { origin: '', parent: null } }, contents, '')).toBe(false)
    expect(isWindow({ sender: undefined, senderFrame: top }, contents, ORIGIN)).toBe(false)
  })
})

describe('where the window opens', () => {
  const left = { x: 0, y: 25, width: 1920, height: 1055 }
  const right = { x: 1920, y: 0, width: 1280, height: 1024 }

  it('is where it was', () => {
    const last = { x: 2000, y: 100, width: 1000, height: 700 }
    expect(placeWindow(last, [left, right])).toEqual(last)
  })

  it('is the middle of the first screen when its own is gone', () => {
    expect(placeWindow({ x: 2000, y: 100, width: 1000, height: 700 }, [left])).toEqual({ x: 460, y: 203, width: 1000, height: 700 })
  })

  it('is wholly on the screen that held most of it', () => {
    expect(placeWindow({ x: 1500, y: -200, width: 1000, height: 700 }, [left, right])).toEqual({ x: 1920, y: 0, width: 1000, height: 700 })
  })

  it('is no larger than its screen and no smaller than it can be used', () => {
    expect(placeWindow({ x: 10, y: 30, width: 5000, height: 5000 }, [left])).toEqual(left)
    expect(placeWindow({ x: 10, y: 30, width: 5, height: 5 }, [left])).toEqual({ x: 10, y: 30, ...SMALLEST })
  })

  it('is in the middle at the first start, also on a screen smaller than its usual size', () => {
    expect(placeWindow(undefined, [{ x: 0, y: 0, width: 1024, height: 768 }])).toEqual({ x: 0, y: 0, width: 1024, height: 768 })
    expect(placeWindow(undefined, [left])).toEqual({ x: 240, y: 103, width: 1440, height: 900 })
  })
})

describe('what closing the window does', () => {
  const usual = { platform: 'linux', quitting: false, choice: 'keep', tray: true } as const

  it('asks once, then does what was answered', () => {
    expect(onClose({ ...usual, choice: '' })).toBe('ask')
    expect(onClose(usual)).toBe('hide')
    expect(onClose({ ...usual, choice: 'quit' })).toBe('quit')
  })

  it('never hides a window that no tray could bring back', () => {
    expect(onClose({ ...usual, tray: false })).toBe('minimize')
  })

  it('never quits on macOS', () => {
    for (const choice of ['', 'keep', 'quit'] as const) expect(onClose({ ...usual, platform: 'darwin', choice })).toBe('hide')
  })

  it('closes when the application quits', () => {
    for (const platform of ['linux', 'darwin', 'win32'] as const) expect(onClose({ ...usual, platform, quitting: true })).toBe('close')
  })

  it('keeps running when the question is dismissed', () => {
    expect(choiceOf(CLOSE_QUESTION.cancelId)).toBe('keep')
    expect(choiceOf(CLOSE_QUESTION.buttons.indexOf('Quit'))).toBe('quit')
  })
})

describe('how long to wait before the core is started again', () => {
  it('doubles with every end in a row, up to a minute', () => {
    const waits: number[] = []
    for (let ends = 0, i = 0; i < 9; i++) {
      const next = backOff(ends, 100)
      ends = next.ends
      waits.push(next.waitMs)
    }
    expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000])
  })

  it('begins anew after five good minutes', () => {
    expect(backOff(6, 300_000)).toEqual({ ends: 1, waitMs: 1000 })
    expect(backOff(6, 299_999).ends).toBe(7)
  })
})

describe('the tray', () => {
  it('has a shape and a line for each way the core can be', () => {
    expect(trayStateOf({ state: 'running', url: ORIGIN, fingerprint: '' })).toBe('collecting')
    expect(trayStateOf({ state: 'restarting', retryMs: 1000 })).toBe('warning')
    expect(trayStateOf({ state: 'failed', cause: 'Port 8443 is in use' })).toBe('critical')
    expect(trayStateOf({ state: 'starting' })).toBe('off')
    expect(trayStateOf({ state: 'stopped' })).toBe('off')
    expect(trayLine({ state: 'failed', cause: 'Port 8443 is in use' })).toContain('Port 8443')
  })

  it('draws shapes that can be told apart without colour', () => {
    const icons = (['collecting', 'warning', 'critical', 'off'] as const).map((state) => drawIcon(state, 16, true).toString('base64'))
    expect(new Set(icons).size).toBe(4)
  })

  it('draws what other programs read as an image of that size', () => {
    const code =
      'import sys,zlib,struct\nb=sys.stdin.buffer.read()\nassert b[:8]==bytes([137,80,78,71,13,10,26,10])\np=8;d=b""\nwhile p<len(b):\n n=struct.unpack(">I",b[p:p+4])[0];k=b[p+4:p+8];c=b[p+8:p+8+n];assert zlib.crc32(k+c)==struct.unpack(">I",b[p+8+n:p+12+n])[0];p+=12+n\n if k==b"IHDR":w,h=struct.unpack(">II",c[:8])\n if k==b"IDAT":d+=c\nprint(w,h,len(zlib.decompress(d)))'
    expect(
      execFileSync('python3', ['-c', code], { input: drawIcon('warning', 32, false) })
        .toString()
        .trim(),
    ).toBe(`32 32 ${32 * (1 + 32 * 4)}`)
  })
})

describe('which flags are ours', () => {
  it('is what stands behind the folder of a checkout, and everything in a packaged application', () => {
    expect(ownFlags(['/x/electron', '/project', '--demo', '--data-dir', '/d'], '/project')).toEqual(['--demo', '--data-dir', '/d'])
    expect(ownFlags(['/x/electron', '--inspect=0', '--remote-debugging-port=0', '/project', '--demo'], '/project')).toEqual(['--demo'])
    expect(ownFlags(['/opt/watchpost', '--data-dir', '/d'], undefined)).toEqual(['--data-dir', '/d'])
  })

  it('is not what Chromium takes, and still what nobody takes: that must be an error', () => {
    expect(ownFlags(['/opt/watchpost', '--no-sandbox', '--disable-gpu', '--ozone-platform=wayland', '--demoo'], undefined)).toEqual(['--demoo'])
  })
})
