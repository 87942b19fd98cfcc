import type { ReactNode } from 'react'
import type { Poll } from '../data/use-poll.ts'
import { Loading, Problem } from './Feedback.tsx'

/** What was asked: on its way, failed before it ever came, or there. An old answer goes on being shown. */
export function Awaited<T>({
  poll: { data, problem, retry },
  height,
  lines,
  keeps,
  children,
}: {
  readonly poll: Pick<Poll<T>, 'data' | 'problem' | 'retry'>
  /** Of what will stand there, so that nothing moves when it comes. */
  readonly height?: number | string
  readonly lines?: number
  /** What goes on although this could not be loaded. */
  readonly keeps?: string
  readonly children: (data: T) => ReactNode
}) {
  if (data !== undefined) return children(data)
  if (problem !== null) return <Problem problem={problem} retry={retry} {...(keeps === undefined ? {} : { keeps })} />
  return <Loading {...(height === undefined ? {} : { height })} {...(lines === undefined ? {} : { lines })} />
}
