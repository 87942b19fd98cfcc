import type { ReactNode } from 'react'
import type { AdminList } from '../data/use-admin.ts'
import { Awaited } from './Awaited.tsx'
import { Empty, Stale } from './Feedback.tsx'

/** A list that only administrators see: refused, on its way, failed, or there. */
export function Listed<T>({
  of: { list, forbidden },
  refusal,
  keeps,
  children,
}: {
  readonly of: AdminList<T>
  /** Why an account that is no administrator does not see it. */
  readonly refusal: string
  /** What goes on although this could not be loaded. */
  readonly keeps: string
  readonly children: (data: T) => ReactNode
}) {
  if (forbidden) return <Empty title="Not allowed for this account" cause={refusal} />
  return (
    <Awaited poll={list} lines={4} keeps={keeps}>
      {children}
    </Awaited>
  )
}

/** For a panel's header: that what is shown is old; else the given words about it. */
export function ListNote<T>({ of: { list }, children }: { readonly of: AdminList<T>; readonly children: (data: T) => ReactNode }) {
  if (list.stale && list.problem !== null) return <Stale at={list.at} problem={list.problem} retry={list.retry} />
  return list.data === undefined ? null : children(list.data)
}
