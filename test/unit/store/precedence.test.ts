import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { createPrecedence, stepAside } from '../../../electron/store/precedence.ts'

/** Counts its turns, and steps aside before each. */
const COUNTING = `
  const { workerData: { module, flag, turns } } = require('node:worker_threads')
  import(module).then(({ stepAside }) => {
    for (;;) {
      stepAside(flag)
      Atomics.add(turns, 0, 1)
      Atomics.notify(turns, 0)
    }
  })`

/** A thread that counts: waiting for more of its turns, and for some time and how many there were. */
async function counting(flag: Int32Array) {
  const turns = new Int32Array(new SharedArrayBuffer(4))
  const module = fileURLToPath(new URL('../../../electron/store/precedence.ts', import.meta.url))
  const worker = new Worker(COUNTING, { eval: true, workerData: { module, flag, turns } })
  onTestFinished(async () => {
    await worker.terminate()
  })
  await once(worker, 'online')
  const never = new Int32Array(new SharedArrayBuffer(4))
  return {
    after: (more: number): void => {
      for (const begin = Atomics.load(turns, 0); Atomics.load(turns, 0) - begin < more;) Atomics.wait(never, 0, 0, 1)
    },
    during: (ms: number): number => {
      const begin = Atomics.load(turns, 0)
      Atomics.wait(never, 0, 0, ms)
      return Atomics.load(turns, 0) - begin
    },
  }
}

test('while one thread has to come first the other does next to nothing, and goes on when it need not', async () => {
  const { flag, first } = createPrecedence()
  const { after, during } = await counting(flag)
  after(1000)
  // It does go on from time to time, in case that nobody tells it to.
  expect(first(() => during(200))).toBeLessThan(50)
  after(1000)
})

test('one that has failed or ended does not keep the other aside', async () => {
  const { flag, first } = createPrecedence()
  expect(() =>
    first(() => {
      throw new Error('the disk is full')
    }),
  ).toThrow('the disk is full')
  expect(Atomics.load(flag, 0)).toBe(0)
  // As a thread leaves it that was ended in the middle.
  Atomics.store(flag, 0, 1)
  stepAside(flag)
  const { after } = await counting(flag)
  after(3)
})
