/** The thread that answers: it reads the history through a connection of its own, so that neither uploads nor other requests wait for a report. */
import { parentPort, workerData } from 'node:worker_threads'
import { Problem } from '../../kernel/problem.ts'
import { openReader } from '../../store/open.ts'
import type { ReadHistory } from '../../store/store.ts'
import { answer } from './answer.ts'
import type { Order, Report } from './messages.ts'

/** Nobody waits for the answer any more. */
class Cancelled extends Error {}

const port = parentPort
if (port === null) throw new Error('this module is the main module of a worker thread')
// Given by desk.ts when it starts the thread.
const { file } = workerData as { readonly file: string }
const history = openReader(file)
const running = new Map<number, Iterator<string>>()
const encoder = new TextEncoder()

const say = (report: Report): void => {
  port.postMessage(report, report.say === 'piece' ? [report.bytes.buffer] : [])
}

function* until<T>(cancelled: Int32Array, blocks: Iterable<T>): Generator<T> {
  for (const block of blocks) {
    if (Atomics.load(cancelled, 0) !== 0) throw new Cancelled()
    yield block
  }
}

/** The history for one job: what goes through stored blocks ends when the job is cancelled. */
const watched = (cancelled: Int32Array): ReadHistory => ({
  ...history,
  scan: (request) => until(cancelled, history.scan(request)),
  count: (request) => until(cancelled, history.count(request)),
})

function work(job: number, step: () => void): void {
  try {
    step()
  } catch (error) {
    running.delete(job)
    if (error instanceof Problem) say({ job, say: 'refused', code: error.code, facts: error.facts })
    else if (!(error instanceof Cancelled)) say({ job, say: 'failed', error: error instanceof Error ? error : new Error(String(error)) })
  }
}

function next(job: number): void {
  const pieces = running.get(job)
  if (pieces === undefined) return
  const piece = pieces.next()
  if (piece.done !== true) return say({ job, say: 'piece', bytes: encoder.encode(piece.value) })
  running.delete(job)
  say({ job, say: 'end' })
}

port.on('message', (order: Order) => {
  const { job } = order
  switch (order.say) {
    case 'begin':
      if (Atomics.load(order.cancelled, 0) !== 0) return
      return work(job, () => {
        const { type, pieces } = answer(watched(order.cancelled), order.question)
        running.set(job, pieces[Symbol.iterator]())
        say({ job, say: 'begun', type })
      })
    case 'more':
      return work(job, () => {
        next(job)
      })
    case 'cancel':
      running.delete(job)
  }
})
