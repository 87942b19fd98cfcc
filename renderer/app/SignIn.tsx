/** Name and password for a token: as a page for those who are not signed in, as a sheet when a token died under the page. */
import { PasswordInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Activity } from 'lucide-react'
import { ApiProblem, signIn } from '../data/api.ts'
import { refreshAll } from '../data/use-poll.ts'
import { useSession } from './state.ts'

function SignInForm({ user: known }: { readonly user?: string }) {
  const begin = useSession((s) => s.begin)
  const [user, setUser] = useState(known ?? '')
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const submit = async () => {
    setBusy(true)
    setProblem('')
    try {
      begin(await signIn(user.trim(), password))
      refreshAll()
    } catch (cause) {
      setProblem(cause instanceof ApiProblem ? (cause.status === 401 ? 'The name or the password is wrong.' : cause.message) : 'Signing in failed.')
      setPassword('')
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void submit()
      }}
      style={{ display: 'grid', gap: 12 }}
    >
      <TextInput
        label="E-mail or login"
        name="username"
        autoComplete="username"
        required
        withAsterisk={false}
        value={user}
        data-autofocus={known === undefined || undefined}
        autoFocus={known === undefined}
        onChange={(e) => {
          setUser(e.currentTarget.value)
        }}
      />
      <PasswordInput
        label="Password"
        name="password"
        autoComplete="current-password"
        required
        withAsterisk={false}
        value={password}
        autoFocus={known !== undefined}
        onChange={(e) => {
          setPassword(e.currentTarget.value)
        }}
      />
      {problem === '' ? null : (
        <div className="banner crit" role="alert">
          {problem}
        </div>
      )}
      <button type="submit" className="button primary" disabled={busy}>
        {busy ? 'Signing in…' : 'Sign in'}
      </button>
    </form>
  )
}

export function Mark() {
  return (
    <span className="row" style={{ gap: 8 }}>
      <Activity size={18} aria-hidden="true" />
      <strong style={{ fontSize: 15, fontWeight: 600 }}>Watchpost</strong>
    </span>
  )
}

export function SignIn() {
  return (
    <main className="signin">
      <div className="panel" style={{ width: 320, padding: 24, gap: 16, display: 'grid' }}>
        <Mark />
        <h1>Sign in</h1>
        <SignInForm />
        <p className="note">
          The first administrator&apos;s name and password are in the file <code>credentials.json</code> in the data folder. The log says where that is.
        </p>
      </div>
    </main>
  )
}

/** Non-modal: what is loaded stays readable; Esc or the cross puts it aside. */
export function SignInSheet({ user }: { readonly user: string }) {
  const { sheet, dead, showSheet, end } = useSession()
  if (!sheet) return null
  return (
    <aside
      className="sheet"
      role="dialog"
      data-quiet=""
      aria-label="Sign in again"
      onKeyDown={(event) => {
        if (event.key === 'Escape') showSheet(false)
      }}
    >
      <div className="row">
        <h2 className="grow">{dead ? 'Your session has ended' : 'Sign in again'}</h2>
        <button
          type="button"
          className="button plain small"
          onClick={() => {
            showSheet(false)
          }}
        >
          Later
        </button>
      </div>
      <p className="note">{dead ? 'What is on the screen stays as it was. Sign in to go on.' : 'A session lasts 24 hours; signing in begins a new one.'}</p>
      <SignInForm user={user} />
      <button type="button" className="button plain small" style={{ justifySelf: 'start' }} onClick={end}>
        Sign out
      </button>
    </aside>
  )
}
