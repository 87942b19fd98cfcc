/** What a panel shows when it has no data to show: why, and what to do. */
import { useEffect, useState, type ReactNode } from 'react'
import { RotateCw } from 'lucide-react'
import type { ApiProblem } from '../data/api.ts'
import { useView } from '../app/state.ts'
import { clockOffset } from '../data/clock.ts'
import { useNow } from '../data/use-now.ts'
import { formatAge, formatClock } from '../../shared/units.ts'

export function Empty({ title, cause, children }: { readonly title: string; readonly cause?: ReactNode; readonly children?: ReactNode }) {
  return (
    <div className="state" role="status">
      <h3>{title}</h3>
      {cause === undefined ? null : <p className="dim">{cause}</p>}
      {children === undefined ? null : <div className="actions">{children}</div>}
    </div>
  )
}

/** True once `ms` have passed since it was first asked: what is faster than the eye needs no skeleton. */
function useLater(ms: number): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => {
      setLate(true)
    }, ms)
    return () => {
      clearTimeout(timer)
    }
  }, [ms])
  return late
}

/** Keeps the final height from the first moment; shows itself after 150 ms, says that it takes long after 3 s. */
export function Loading({ height, lines = 0 }: { readonly height?: number | string; readonly lines?: number }) {
  const visible = useLater(150)
  const slow = useLater(3000)
  return (
    <div
      style={{ ...(height === undefined ? {} : { height }), padding: lines > 0 ? 12 : 0, boxSizing: 'border-box', position: 'relative' }}
      aria-busy="true"
      role="status"
    >
      <span className="spoken">Loading</span>
      {!visible ? null : lines === 0 ? (
        <div className="skeleton" style={{ height: '100%' }} />
      ) : (
        Array.from({ length: lines }, (_, i) => (
          <div key={i} className="skeleton" style={{ height: 12, margin: '8px 0', width: `${String(92 - ((i * 17) % 40))}%` }} />
        ))
      )}
      {slow ? (
        <p className="note" style={{ position: 'absolute', left: 16, top: 12 }}>
          Still loading. A narrower range is faster.
        </p>
      ) : null}
    </div>
  )
}

const HEADLINE: Readonly<Record<number, string>> = {
  0: 'No answer',
  401: 'Signed out',
  403: 'Not allowed for this account',
  404: 'No longer there',
  502: 'The agent does not answer',
}

/** A failure where the data would be: one sentence, what it was, and the way to try again. */
export function Problem({ problem, retry: again, keeps }: { readonly problem: ApiProblem; readonly retry?: () => void; readonly keeps?: string }) {
  const signedOut = problem.status === 401
  const retry = signedOut ? undefined : again
  return (
    <div className="state" role="alert">
      <h3>{HEADLINE[problem.status] ?? 'This could not be loaded'}</h3>
      <p className="dim">{signedOut ? 'Sign in again to load this.' : problem.message}</p>
      <p className="note">
        {keeps ?? 'The rest of the page goes on working.'}
        {problem.requestId === undefined ? null : <> Request {problem.requestId}.</>}
      </p>
      {retry === undefined ? null : (
        <div className="actions">
          <button type="button" className="button" onClick={retry}>
            <RotateCw size={14} /> Try again
          </button>
        </div>
      )}
    </div>
  )
}

/** In a panel's header: what is shown is old, since when, and why. `at` by this computer's clock. */
export function Stale({ at, problem, retry }: { readonly at: number; readonly problem: ApiProblem; readonly retry: () => void }) {
  const zone = useView((s) => s.zone)
  const time = at + clockOffset()
  const age = useNow(1000) - time
  return (
    <span className="status warn note" role="status">
      <span className="shape" aria-hidden="true">
        ▲
      </span>
      as of {formatClock(time, zone)} ({formatAge(age)} ago): {problem.message}
      <button type="button" className="button small plain" onClick={retry}>
        Try again
      </button>
    </span>
  )
}

const SHAPES = { ok: '●', warn: '▲', crit: '■', off: '○', unknown: '◌', paused: '❚❚' } as const
export type StatusKind = keyof typeof SHAPES

/** Status is always shape, word and colour together. */
export function Status({ kind, children, title }: { readonly kind: StatusKind; readonly children: ReactNode; readonly title?: string }) {
  return (
    <span className={`status ${kind === 'unknown' || kind === 'paused' ? 'off' : kind}`} title={title}>
      <span className="shape" aria-hidden="true">
        {SHAPES[kind]}
      </span>
      {children}
    </span>
  )
}

export function Panel({
  title,
  note,
  tools,
  busy = false,
  children,
  label,
}: {
  readonly title?: ReactNode
  readonly note?: ReactNode
  readonly tools?: ReactNode
  readonly busy?: boolean
  readonly children: ReactNode
  readonly label: string
}) {
  return (
    <section className="panel" aria-label={label}>
      {busy ? <div className="progress" /> : null}
      {title === undefined && tools === undefined ? null : (
        <header>
          {title === undefined ? null : <h2>{title}</h2>}
          <div className="grow note cut">{note}</div>
          {tools}
        </header>
      )}
      {children}
    </section>
  )
}
