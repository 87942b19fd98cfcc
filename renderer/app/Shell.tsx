/** The frame around every screen: navigation, scope, filters, the screen, status. */
import { useMemo, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { isDemo, useOverview } from '../data/use-overview.ts'
import { screens } from '../features/_all.generated.ts'
import { useCommands } from './commands.ts'
import { Chips } from './Chips.tsx'
import { KeysHelp } from './KeysHelp.tsx'
import { useKeys } from './keys.ts'
import { Palette } from './Palette.tsx'
import { scopeOf } from './screen.ts'
import { ScopeBar } from './ScopeBar.tsx'
import { useShellCommands } from './shell-commands.ts'
import { Sidebar } from './Sidebar.tsx'
import { SignInSheet } from './SignIn.tsx'
import { useSessionKeeper } from './use-session-keeper.ts'
import { useView } from './state.ts'
import { StatusStrip } from './StatusStrip.tsx'
import { useScope } from './use-scope.ts'

export function Shell({ children }: { readonly children: ReactNode }) {
  const [picker, setPicker] = useState(false)
  const [help, setHelp] = useState(false)
  const { pathname } = useLocation()
  const { data } = useOverview()
  const { scope } = useScope()
  const narrow = useView((s) => s.narrow)
  useKeys()
  useSessionKeeper()
  const layers = useMemo(
    () => ({
      openPicker: () => {
        setPicker(true)
      },
      openHelp: () => {
        setHelp(true)
      },
    }),
    [],
  )
  useCommands(useShellCommands(layers))
  const demo = (data?.instances ?? []).some((i) => isDemo(i) && (scope.instances.length === 0 || scope.instances.includes(i.label)))
  const obeys = scopeOf(screens.find((screen) => screen.path === pathname))
  return (
    <div className={`shell${demo ? ' demo' : ''}${narrow ? ' narrow' : ''}`}>
      <Sidebar />
      <div className="frame">
        <ScopeBar picker={picker} onPicker={setPicker} obeys={obeys} />
        {obeys === 'all' ? <Chips /> : null}
        <main className="page">{children}</main>
      </div>
      <StatusStrip />
      <SignInSheet user={data?.user.login ?? ''} />
      <Palette />
      <KeysHelp
        open={help}
        onClose={() => {
          setHelp(false)
        }}
      />
    </div>
  )
}
