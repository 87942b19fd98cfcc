import { parentPort, workerData } from 'node:worker_threads'
import { systemClock } from '../kernel/clock.ts'
import { wordsOf } from '../kernel/words.ts'
import { runWorkload, type WorkloadOptions } from './workload.ts'

/** What the thread is given. */
export type WorkloadData = Pick<WorkloadOptions, 'host' | 'port' | 'password' | 'seed'>
/** What it tells: a failure of one of its sessions. */
export interface WorkloadNews {
  readonly application: string
  readonly cause: string
}

// `demo.ts` started it with just this.
const data = workerData as WorkloadData
const tell = (news: WorkloadNews): void => parentPort?.postMessage(news)
await runWorkload({ ...data, clock: systemClock, failed: (application, error) => tell({ application, cause: wordsOf(error) }) })
