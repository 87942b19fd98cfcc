import { PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { screens } from '../features/_all.generated.ts'
import { useOverview } from '../data/use-overview.ts'
import { keysText } from './keys.ts'
import { Mark } from './SignIn.tsx'
import type { Badge } from './screen.ts'
import { useView } from './state.ts'

const SECTIONS = ['Monitor', 'Alerts', 'Manage', 'Access'] as const

export function Sidebar() {
  const { data } = useOverview()
  const { pathname, search } = useLocation()
  const { narrow, change } = useView()
  return (
    <nav className={`sidebar${narrow ? ' narrow' : ''}`} aria-label="Screens">
      <div className="brand">
        <Mark />
      </div>
      {SECTIONS.map((section) => (
        <div key={section} className="section">
          <div className="caption">{section}</div>
          {screens
            .filter((screen) => screen.section === section)
            .map(({ path, title, icon: Icon, keys, badge }) => (
              <Link
                key={path}
                to={{ pathname: path, search }}
                className="item"
                aria-current={pathname === path ? 'page' : undefined}
                title={`${title} (${keysText(`g ${keys}`)})`}
              >
                <Icon size={16} aria-hidden="true" />
                <span className="word">{title}</span>
                <Count badge={data === undefined ? null : (badge?.(data) ?? null)} />
                <span className="keys" aria-hidden="true">
                  {keysText(`g ${keys}`)}
                </span>
              </Link>
            ))}
        </div>
      ))}
      <div className="grow" />
      <button
        type="button"
        className="item fold"
        onClick={() => {
          change({ narrow: !narrow })
        }}
        aria-label={narrow ? 'Widen the sidebar' : 'Narrow the sidebar'}
      >
        {narrow ? <PanelLeftOpen size={16} /> : <PanelLeftClose size={16} />}
        <span className="word">Narrow</span>
      </button>
    </nav>
  )
}

function Count({ badge }: { readonly badge: Badge | null }) {
  if (badge === null) return null
  return (
    <span className={`count ${badge.kind}`} title={badge.title}>
      <span aria-hidden="true">{badge.count > 99 ? '99+' : badge.count}</span>
      <span className="spoken">{badge.title}</span>
    </span>
  )
}
