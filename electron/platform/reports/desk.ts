import { availableParallelism } from 'node:os'
import { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import type { Log } from '../../kernel/log.ts'
import { fail, Problem } from '../../kernel/problem.ts'
import { Raw } from '../../kernel/route.ts'
import type { Question } from './answer.ts'
import type { Order, Report } from './messages.ts'

/** At least two, so that a long report does not hold up the screens. */
const MOST_THREADS = Math.min(4, Math.max(2, availableParallelism()))
/** MiB of objects a thread may hold; beyond it the thread ends, and not the program. */
const MEMORY = 1024

/** Where questions about the history are answered: in threads beside the one that serves. */
export interface Desk {
  /**
   * The answer as a stream, begun when nothing was to be refused. A slow reader holds up nobody; when `gone` is aborted or the stream is
   * destroyed, the work ends.
   */
  answer(question: Question, gone: AbortSignal): Promise<Raw>
  close(): Promise<void>
}

interface Job {
  readonly cancelled: Int32Array
  readonly begun: (answer: Raw) => void
  readonly failed: (error: Error) => void
  stream?: Readable
}

interface Thread {
  readonly worker: Worker
  readonly jobs: Map<number, Job>
}

/** `file` is history.db. Threads are started when they are needed first; each may hold `memory` MiB of objects. */
export function createDesk(file: string, log: Log, memory = MEMORY): Desk {
  const threads = new Set<Thread>()
  let last = 0
  let closed = false

  const order = ({ worker }: Thread, message: Order): void => {
    worker.postMessage(message)
  }

  const cancel = (thread: Thread, id: number): void => {
    const job = thread.jobs.get(id)
    if (job === undefined) return
    thread.jobs.delete(id)
    Atomics.store(job.cancelled, 0, 1)
    order(thread, { job: id, say: 'cancel' })
  }

  const streamOf = (thread: Thread, id: number): Readable =>
    new Readable({
      read: () => {
        order(thread, { job: id, say: 'more' })
      },
      destroy: (error, done) => {
        cancel(thread, id)
        done(error)
      },
    })

  const drop = (thread: Thread, id: number, error: Error): void => {
    const job = thread.jobs.get(id)
    thread.jobs.delete(id)
    if (job?.stream === undefined) job?.failed(error)
    else job.stream.destroy(error)
  }

  const hear = (thread: Thread, report: Report): void => {
    const job = thread.jobs.get(report.job)
    if (job === undefined) return
    switch (report.say) {
      case 'begun':
        job.stream = streamOf(thread, report.job)
        return job.begun(new Raw(report.type, job.stream))
      case 'piece':
        job.stream?.push(report.bytes)
        return
      case 'end':
        thread.jobs.delete(report.job)
        job.stream?.push(null)
        return
      case 'refused':
        return drop(thread, report.job, new Problem(report.code, report.facts))
      case 'failed':
        return drop(thread, report.job, report.error)
    }
  }

  const end = (thread: Thread, error: Error): void => {
    threads.delete(thread)
    for (const id of [...thread.jobs.keys()]) drop(thread, id, error)
  }

  const start = (): Thread => {
    const worker = new Worker(new URL('./report-thread.ts', import.meta.url), { workerData: { file }, resourceLimits: { maxOldGenerationSizeMb: memory } })
    const thread: Thread = { worker, jobs: new Map() }
    threads.add(thread)
    worker.on('message', (report: Report) => {
      hear(thread, report)
    })
    worker.on('error', (error: Error & { readonly code?: string }) => {
      log.warn({ err: error }, 'a thread that answers reports has ended; another takes its place')
      end(thread, error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new Problem('report.memory', {}) : error)
    })
    worker.on('exit', () => {
      end(thread, new Error('the thread that answers has ended'))
    })
    // An idle thread does not keep the program.
    worker.unref()
    return thread
  }

  /** An idle one, another one, or else the one with the fewest jobs. */
  const choose = (): Thread => {
    const [fewest] = [...threads].sort((a, b) => a.jobs.size - b.jobs.size)
    return fewest !== undefined && (fewest.jobs.size === 0 || threads.size >= MOST_THREADS) ? fewest : start()
  }

  return {
    answer(question, gone) {
      if (closed) fail('report.closed')
      const { promise, resolve, reject } = Promise.withResolvers<Raw>()
      const thread = choose()
      const id = ++last
      const job: Job = { cancelled: new Int32Array(new SharedArrayBuffer(4)), begun: resolve, failed: reject }
      thread.jobs.set(id, job)
      order(thread, { job: id, say: 'begin', question, cancelled: job.cancelled })
      const leave = (): void => {
        cancel(thread, id)
        // Nobody reads it.
        resolve(new Raw('text/plain', ''))
      }
      if (gone.aborted) leave()
      else gone.addEventListener('abort', leave, { once: true })
      return promise
    },
    async close() {
      closed = true
      await Promise.all([...threads].map(({ worker }) => worker.terminate()))
    },
  }
}
