import { useCallback, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Dimension } from '../../shared/model/activity.ts'
import type { TagFilter } from '../../shared/model/report.ts'
import { now } from '../data/clock.ts'
import { resolveRange, type Range } from './range.ts'
import { isLive, readScope, withoutValue, withValue, writeScope, type Scope, type Span } from './scope.ts'

/** What a screen keeps in the address besides the scope. */
const OWN = [
  'tab',
  'q',
  'sort',
  'rank',
  'n',
  'agent',
  'problem',
  'instance',
  'rule',
  'show',
  'severity',
  'role',
  'user',
  'operation',
  'when',
  'before',
  'entry',
  'report',
  'compute',
  'group',
  'include',
  'measure',
  'against',
]

export interface ScopeActions {
  readonly scope: Scope
  readonly live: boolean
  /** One entry of history; `replace` for what is no step of its own. */
  readonly change: (patch: Partial<Scope>, how?: 'push' | 'replace') => void
  readonly setRange: (range: Range) => void
  /** Brushing a moving chart stops it, else the window would run away. */
  readonly setWindow: (window: Span | null) => void
  readonly include: (dimension: Dimension, value: string | null) => void
  readonly exclude: (dimension: Dimension, value: string | null) => void
  readonly drop: (dimension: Dimension, value: string | null) => void
  readonly toggleLive: () => void
  /** Moves by a part of the range: -0.5 is half a range back. */
  readonly shift: (part: number) => void
  readonly zoom: (factor: number) => void
  /** Parameters of the screen itself. */
  readonly own: (name: string) => string | null
  readonly setOwn: (name: string, value: string | null, how?: 'push' | 'replace') => void
  /** Several at once; null drops one. */
  readonly setOwns: (values: Readonly<Record<string, string | null>>, how?: 'push' | 'replace') => void
  readonly filters: TagFilter[]
}

/** The scope in the address and the ways to change it. */
export function useScope(): ScopeActions {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const read = useMemo(() => new URLSearchParams(search), [search])
  const scope = useMemo(() => readScope(read), [read])
  const go = useCallback(
    (next: Scope, own: Readonly<Record<string, string | null>>, how: 'push' | 'replace') => {
      const params = writeScope(next)
      for (const name of OWN) {
        const value = name in own ? own[name] : read.get(name)
        if (value !== null && value !== undefined) params.set(name, value)
      }
      void navigate({ pathname, search: `?${params.toString()}` }, { replace: how === 'replace' })
    },
    [navigate, pathname, read],
  )
  return useMemo(() => {
    const change = (patch: Partial<Scope>, how: 'push' | 'replace' = 'push') => {
      go({ ...scope, ...patch }, {}, how)
    }
    const span = resolveRange(scope.range, scope.pausedAt ?? now(), 1)
    const length = span.to - span.from
    const fixed = (from: number, to: number) => {
      const end = Math.min(to, now())
      change({ range: { kind: 'between', from: Math.round(from + end - to), to: Math.round(end) }, pausedAt: null })
    }
    return {
      scope,
      live: isLive(scope),
      change,
      setRange: (range) => {
        change({ range, pausedAt: null, window: null })
      },
      setWindow: (window) => {
        change({ window, pausedAt: scope.range.kind === 'last' && scope.pausedAt === null && window !== null ? now() : scope.pausedAt })
      },
      include: (dimension, value) => {
        change({ where: withValue(scope.where, dimension, value, false) })
      },
      exclude: (dimension, value) => {
        change({ where: withValue(scope.where, dimension, value, true) })
      },
      drop: (dimension, value) => {
        change({ where: withoutValue(scope.where, dimension, value) })
      },
      toggleLive: () => {
        if (scope.range.kind === 'between') change({ range: { kind: 'last', span: length }, window: null })
        else change({ pausedAt: scope.pausedAt === null ? now() : null, ...(scope.pausedAt === null ? {} : { window: null }) })
      },
      shift: (part) => {
        fixed(span.from + part * length, span.to + part * length)
      },
      zoom: (factor) => {
        const middle = (span.from + span.to) / 2
        fixed(middle - (length * factor) / 2, middle + (length * factor) / 2)
      },
      own: (name) => read.get(name),
      setOwn: (name, value, how = 'push') => {
        go(scope, { [name]: value }, how)
      },
      setOwns: (values, how = 'push') => {
        go(scope, values, how)
      },
      filters: scope.instances.map((value) => ({ tag: 'pg_instance', value })),
    }
  }, [scope, go, read])
}
