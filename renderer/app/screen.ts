import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'

/** What `features/<name>/screen.tsx` exports as default. */
export interface ScreenForm {
  readonly path: string
  readonly title: string
  readonly icon: LucideIcon
  /** Letter after G; empty: not in the navigation. */
  readonly keys: string
  /** Other words people look for it by. */
  readonly words?: string
  readonly section: 'Monitor' | 'Manage' | null
  /** Privilege it needs; null is shown to everybody who reached the page. */
  readonly right: 'read' | 'read write' | 'admin' | null
  readonly Screen: ComponentType
}

export const defineScreen = (screen: ScreenForm): ScreenForm => screen
