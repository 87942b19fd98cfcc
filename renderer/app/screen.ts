import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { OverviewReply } from '../data/api.ts'

export interface Badge {
  readonly count: number
  readonly kind: 'crit' | 'warn'
  /** In words, with the count. */
  readonly title: string
}

/** What `features/<name>/screen.tsx` exports as default. */
export interface ScreenForm {
  readonly path: string
  readonly title: string
  readonly icon: LucideIcon
  /** Letter after G; empty: not in the navigation. */
  readonly keys: string
  /** Other words people look for it by. */
  readonly words?: string
  readonly section: 'Monitor' | 'Alerts' | 'Manage' | 'Access' | null
  /** Privilege it needs; null is shown to everybody who reached the page. */
  readonly right: 'read' | 'read write' | 'admin' | null
  /** What of the scope it obeys: everything, instances and range, instances only, nothing. Default: everything in Monitor, else nothing. */
  readonly scope?: 'all' | 'range' | 'instances' | 'none'
  /** A number beside its name in the navigation; null: none. */
  readonly badge?: (overview: OverviewReply) => Badge | null
  readonly Screen: ComponentType
}

export const scopeOf = (screen: ScreenForm | undefined): NonNullable<ScreenForm['scope']> => screen?.scope ?? (screen?.section === 'Monitor' ? 'all' : 'none')

export const defineScreen = (screen: ScreenForm): ScreenForm => screen
