import { spawn, type ChildProcess } from 'node:child_process'
import * as fs from 'node:fs'
import * as path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../../electron/kernel/clock.ts'
import { FolderInUse, lockFolder } from '../../../electron/kernel/lock.ts'
import { folder } from './serving.ts'

const kernel = path.resolve(import.meta.dirname, '../../../electron/kernel')

/** Another process that holds the lock until it is killed. */
async function holder(dir: string): Promise<ChildProcess> {
  const script = `import { lockFolder } from ${JSON.stringify(path.join(kernel, 'lock.ts'))}
    import { systemClock } from ${JSON.stringify(path.join(kernel, 'clock.ts'))}
    await lockFolder(${JSON.stringify(dir)}, systemClock); process.stdout.write('held'); setInterval(() => undefined, 1000)`
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  await new Promise((done) => child.stdout.once('data', done))
  return child
}

test('the folder is made, for its owner only', async () => {
  const dir = path.join(folder(), 'a', 'b')
  const unlock = await lockFolder(dir, systemClock)
  expect(fs.statSync(dir).mode & 0o777).toBe(0o700)
  await unlock()
})

test('a folder in use is waited for, then refused in a sentence that names it', async () => {
  const dir = folder()
  await holder(dir)
  const begin = performance.now()
  const error: unknown = await lockFolder(dir, systemClock, 500).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(FolderInUse)
  expect(String(error)).toContain(dir)
  expect(performance.now() - begin).toBeGreaterThan(450)
})

test('another way to the same folder is the same folder', async () => {
  const dir = folder()
  await holder(dir)
  fs.symlinkSync(dir, `${dir}-link`)
  await expect(lockFolder(`${dir}-link`, systemClock, 0)).rejects.toThrow(FolderInUse)
})

test('a start that waits goes on when the other process ends, also by kill -9', async () => {
  const dir = folder()
  const child = await holder(dir)
  setTimeout(() => child.kill('SIGKILL'), 300)
  await (
    await lockFolder(dir, systemClock, 10_000)
  )()
})

test('a released folder is free, and other folders never were taken', async () => {
  const dir = folder()
  const unlock = await lockFolder(dir, systemClock, 0)
  await (
    await lockFolder(folder(), systemClock, 0)
  )()
  await expect(lockFolder(dir, systemClock, 0)).rejects.toThrow(FolderInUse)
  await unlock()
  await (
    await lockFolder(dir, systemClock, 0)
  )()
})

test('of two that start at once one gets the folder', async () => {
  const dir = folder()
  const results = await Promise.allSettled([1, 2, 3, 4].map(() => lockFolder(dir, systemClock, 0)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})
