import { spawn } from 'node:child_process'
import * as fs from 'node:fs'
import * as path from 'node:path'
import { expect, test } from 'vitest'
import { writeAtomic } from '../../../electron/kernel/files.ts'
import { folder } from './serving.ts'

test('a file is replaced whole, with the mode asked for', () => {
  const file = path.join(folder(), 'settings')
  writeAtomic(file, 'one')
  expect(fs.statSync(file).mode & 0o777).toBe(0o600)
  writeAtomic(file, Buffer.from('two'), 0o644)
  expect(fs.readFileSync(file, 'utf8')).toBe('two')
  expect(fs.statSync(file).mode & 0o777).toBe(0o644)
  expect(fs.readdirSync(path.dirname(file))).toEqual(['settings'])
})

test('what a crash left behind is written over, also when it was readable by all', () => {
  const file = path.join(folder(), 'settings')
  fs.writeFileSync(`${file}.tmp`, 'half of something longer', { mode: 0o644 })
  writeAtomic(file, 'whole')
  expect(fs.readFileSync(file, 'utf8')).toBe('whole')
  expect(fs.statSync(file).mode & 0o777).toBe(0o600)
})

test('kill -9 at any instant leaves the old or the new content', async () => {
  const file = path.join(folder(), 'state')
  const module = path.resolve(import.meta.dirname, '../../../electron/kernel/files.ts')
  const size = 2_000_000
  // Each version is one letter repeated; a mixture or a shorter file would be a torn write.
  const script = `import { writeAtomic } from ${JSON.stringify(module)}
    for (let i = 0; ; i++) { writeAtomic(${JSON.stringify(file)}, String.fromCharCode(97 + (i % 26)).repeat(${size})); process.stdout.write('.') }`
  const letters = new Set<string>()
  for (let round = 0; round < 12; round++) {
    const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
    const ended = new Promise((done) => child.once('exit', done))
    await new Promise((done) => child.stdout.once('data', done))
    await new Promise((done) => setTimeout(done, round * 3))
    child.kill('SIGKILL')
    await ended
    const text = fs.readFileSync(file, 'utf8')
    expect(text.length).toBe(size)
    expect(text).toBe((text[0] ?? '').repeat(size))
    letters.add(text[0] ?? '')
  }
  expect(letters.size).toBeGreaterThan(1)
})
