/** What the serving thread and a thread that answers say to each other. A job's number is never used twice. */
import type { Facts, ProblemCode } from '../../../shared/model/problem.ts'
import type { Question } from './answer.ts'

export type Order =
  /** `cancelled[0]` becomes 1 when nobody waits any more: it is seen while the thread is at work and hears no message. */
  | { readonly job: number; readonly say: 'begin'; readonly question: Question; readonly cancelled: Int32Array }
  /** The next piece is wanted. */
  | { readonly job: number; readonly say: 'more' }
  | { readonly job: number; readonly say: 'cancel' }

export type Report =
  /** Nothing was to be refused; pieces follow when they are asked for. */
  | { readonly job: number; readonly say: 'begun'; readonly type: string }
  | { readonly job: number; readonly say: 'piece'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly job: number; readonly say: 'end' }
  | { readonly job: number; readonly say: 'refused'; readonly code: ProblemCode; readonly facts: Facts }
  | { readonly job: number; readonly say: 'failed'; readonly error: Error }
