import { Worker } from 'node:worker_threads'
import { wordsOf } from '../kernel/words.ts'
import type { Job, Made, Unnumbered } from './compact-job.ts'
import type { Ask, ThreadData, Told } from './compact-worker.ts'

/** The thread that compacts, as functions. It starts with the first call and does one thing at a time, in order. */
export interface CompactThread {
  /** Rejects with the reason when the thread could not do it. */
  readonly work: (job: Job) => Promise<Made | Unnumbered>
  readonly checkpoint: () => Promise<void>
  /** What is under way is rejected. */
  readonly stop: () => Promise<void>
}

export function createCompactThread(data: ThreadData): CompactThread {
  const waiting: PromiseWithResolvers<Told>[] = []
  let thread: Worker | undefined
  const lost = (why: string): void => {
    thread = undefined
    for (const one of waiting.splice(0)) one.reject(new Error(why))
  }
  const start = (): Worker => {
    const started = new Worker(new URL('./compact-worker.ts', import.meta.url), { workerData: data })
    started.on('message', (told: Told) => waiting.shift()?.resolve(told))
    started.on('error', (error) => {
      lost(wordsOf(error))
    })
    started.on('exit', () => {
      if (thread === started) lost('the thread that compacts has ended')
    })
    // A process that has nothing else to do may end.
    started.unref()
    return started
  }
  const ask = async (question: Ask): Promise<Exclude<Told, { readonly failed: string }>> => {
    thread ??= start()
    const answer = Promise.withResolvers<Told>()
    waiting.push(answer)
    thread.ref()
    thread.postMessage(question)
    const told = await answer.promise
    if (waiting.length === 0) thread.unref()
    if ('failed' in told) throw new Error(told.failed)
    return told
  }
  return {
    async work(job) {
      const told = await ask({ job })
      if ('made' in told) return told.made
      throw new Error('the thread that compacts has answered something else')
    },
    async checkpoint() {
      await ask({ checkpoint: true })
    },
    async stop() {
      const running = thread
      lost('the store is closed')
      await running?.terminate()
    },
  }
}
