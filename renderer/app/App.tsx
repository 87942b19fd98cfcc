/** Who may see what: sign-in, then the shell with the screens; a screen that breaks takes nothing else with it. */
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useLayoutEffect } from 'react'
import { HashRouter, Navigate, Route, Routes, useLocation, useNavigate } from 'react-router'
import { useOverview } from '../data/use-overview.ts'
import { queries } from '../data/use-poll.ts'
import { screens } from '../features/_all.generated.ts'
import { useThemeName } from '../ui/use-theme.ts'
import { Boundary } from './Boundary.tsx'
import { listen, tellTheme } from './bridge.ts'
import { runCommand } from './commands.ts'
import { PATHS } from './paths.ts'
import { useTicket } from './use-session-keeper.ts'
import { Shell } from './Shell.tsx'
import { SignIn } from './SignIn.tsx'
import { lastPlace, useSession, useView } from './state.ts'
import { resolver, theme } from './theme.ts'

export function App() {
  const name = useThemeName()
  const choice = useView((s) => s.theme)
  useLayoutEffect(() => {
    if (choice === 'system') delete document.documentElement.dataset['theme']
    else document.documentElement.dataset['theme'] = choice
    tellTheme(choice)
  }, [choice])
  return (
    <MantineProvider theme={theme} cssVariablesResolver={resolver} forceColorScheme={name}>
      <QueryClientProvider client={queries}>
        <Notifications position="bottom-right" />
        <HashRouter>
          <Gate />
        </HashRouter>
      </QueryClientProvider>
    </MantineProvider>
  )
}

function Gate() {
  const signedIn = useSession((s) => s.token !== null)
  const navigate = useNavigate()
  useTicket()
  useEffect(() => listen(runCommand, (path) => void navigate(path)), [navigate])
  const { pathname, search } = useLocation()
  useEffect(() => {
    if (signedIn && pathname !== PATHS.welcome && isScreen(pathname)) lastPlace.save(pathname + search)
  }, [signedIn, pathname, search])
  if (!signedIn) return <SignIn />
  return (
    <Shell>
      <Boundary key={pathname}>
        <Routes>
          {screens.map(({ path, Screen }) => (
            <Route key={path} path={path} element={<Screen />} />
          ))}
          <Route path="*" element={<Start />} />
        </Routes>
      </Boundary>
    </Shell>
  )
}

const isScreen = (path: string) => screens.some((screen) => screen.path === path)

/** The place of the last visit; else the load if there is any, else the page that says how to begin. */
function Start() {
  const { data, problem } = useOverview()
  const last = lastPlace.read()
  if (data === undefined && problem === null) return null
  if (data?.instances.length === 0) return <Navigate to={PATHS.welcome} replace />
  return <Navigate to={last !== null && isScreen(last.split('?')[0] ?? '') ? last : PATHS.activity} replace />
}
