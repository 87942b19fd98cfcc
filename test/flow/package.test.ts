/** What is in the desktop package, and that it starts: the packager runs with a stand-in for Electron, the result with a double of it. */
import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..', '..')
const folder = mkdtempSync(join(tmpdir(), 'watchpost-package-'))
const extracted = join(folder, 'app')
const tool = (file: string, args: readonly string[], more: Readonly<Record<string, string>> = {}): void => {
  execFileSync(process.execPath, [join(ROOT, 'node_modules', file), ...args], { cwd: ROOT, env: { ...process.env, ...more }, stdio: 'pipe' })
}

/** A folder that the packager takes for an unpacked Electron. */
function standIn(): string {
  const dist = join(folder, 'electron')
  mkdirSync(join(dist, 'locales'), { recursive: true })
  mkdirSync(join(dist, 'resources'))
  writeFileSync(join(dist, 'electron'), '#!/bin/sh\n')
  chmodSync(join(dist, 'electron'), 0o755)
  for (const name of ['LICENSE', 'LICENSES.chromium.html', 'locales/en-US.pak']) writeFileSync(join(dist, name), '')
  return dist
}

describe.runIf(process.platform === 'linux')('the desktop package', () => {
  beforeAll(() => {
    expect(existsSync(join(ROOT, 'out', 'core', 'index.mjs')), 'run `npm run build` first').toBe(true)
    tool('electron-builder/cli.js', ['--linux', 'dir', '--config', 'build/electron-builder.config.mjs', `-c.directories.output=${join(folder, 'dist')}`], {
      ELECTRON_DIST: standIn(),
    })
    const [archive = ''] = globSync('dist/*/resources/app.asar', { cwd: folder })
    tool('@electron/asar/bin/asar.js', ['extract', join(folder, archive), extracted])
  })

  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const files = (pattern: string): readonly string[] => globSync(pattern, { cwd: extracted }).toSorted()

  test('holds the built application and no sources', () => {
    expect(files('*')).toEqual(['node_modules', 'out', 'package.json'])
    expect(files('out/*')).toEqual(['out/core', 'out/main', 'out/preload', 'out/renderer'])
    expect(files('out/{main,preload}/*')).toEqual(['out/main/index.mjs', 'out/preload/index.cjs'])
    expect(files('out/core/*.mjs')).toContain('out/core/workload-thread.mjs')
    expect(files('out/renderer/index.html')).toHaveLength(1)
    expect(files('**/*.{ts,tsx,map}').filter((file) => !file.startsWith('node_modules/'))).toEqual([])
  })

  test('holds the packages that are found by path, for this system only, and no runtime or server of the checkout', () => {
    expect(files('node_modules/*')).toEqual(['node_modules/@pgsql', 'node_modules/better-sqlite3', 'node_modules/libpg-query'])
    expect(files('node_modules/better-sqlite3/prebuilds/*')).toEqual([`node_modules/better-sqlite3/prebuilds/linux-${process.arch}.node`])
    expect(files('node_modules/better-sqlite3/{src,deps,binding.gyp}')).toEqual([])
  })

  test('leaves outside the archive what the system loads by path', () => {
    const unpacked = globSync('dist/*/resources/app.asar.unpacked/**/*.{node,wasm,mjs}', { cwd: folder }).map((file) => file.replace(/^.*unpacked\//, ''))
    expect(unpacked).toContain(`node_modules/better-sqlite3/prebuilds/linux-${process.arch}.node`)
    expect(unpacked.filter((file) => file.endsWith('.wasm'))).not.toEqual([])
    expect(unpacked).toContain('out/core/index.mjs')
  })

  test('starts: the core runs in its own process, the window is locked and gets its address and a ticket, and quitting ends all', async () => {
    const double = join(import.meta.dirname, 'electron-double', 'register.ts')
    const flags = ['--data-dir', join(folder, 'data'), '--agent-port', '0', '--platform-port', '0']
    const child = spawn(process.execPath, ['--import', double, join(extracted, 'out', 'main', 'index.mjs'), ...flags], { stdio: ['ignore', 'pipe', 'pipe'] })
    const [said, errors] = await Promise.all([child.stdout, child.stderr].map(async (stream) => (await stream.setEncoding('utf8').toArray()).join('')))
    const told = (said ?? '')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    const of = (did: string): Record<string, unknown> | undefined => told.find((one) => one['did'] === did)
    expect(told, errors).toContainEqual({ did: 'exit', code: 0 })
    expect(of('window')?.['webPreferences']).toMatchObject({ sandbox: true, contextIsolation: true, nodeIntegration: false })
    expect(of('load')?.['url']).toMatch(/^https:\/\/127\.0\.0\.1:[1-9]\d+\/$/)
    expect(of('ticket')?.['ticket']).toMatch(/^\S{20,}$/)
    expect(JSON.parse(readFileSync(join(folder, 'data', 'credentials.json'), 'utf8'))).toHaveProperty('login')
  })
})
