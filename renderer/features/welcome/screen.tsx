/** The first page: something useful within a minute. */
import { Database, FlaskConical, Rocket, Server } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { PATHS } from '../../app/paths.ts'
import { defineScreen } from '../../app/screen.ts'
import { startDemo } from '../../data/api.ts'
import { refreshAll } from '../../data/use-poll.ts'
import { mayWrite, useOverview } from '../../data/use-overview.ts'
import { AddFirst } from './AddFirst.tsx'
import { ConnectAgent } from './ConnectAgent.tsx'
import './welcome.css'

type Choice = 'database' | 'agent' | null

function WelcomeScreen() {
  const [choice, setChoice] = useState<Choice>(null)
  const { data } = useOverview()
  const may = mayWrite(data)
  if (choice === 'database')
    return (
      <AddFirst
        onBack={() => {
          setChoice(null)
        }}
      />
    )
  return (
    <div className="welcome">
      <h1>See what your PostgreSQL is doing</h1>
      <p className="dim">Load, waits and statements of your servers, collected and kept on this computer.</p>
      <div className="choices">
        <Card
          icon={<Database size={20} />}
          title="Monitor a database"
          text="Host, user and password, or a URI. A role with pg_monitor is enough."
          primary
          action="Add a connection"
          blocked={may ? '' : 'This account may not add connections; ask an administrator.'}
          onClick={() => {
            setChoice('database')
          }}
        />
        <Card
          icon={<Server size={20} />}
          title="Connect to an agent"
          text="An agent on the database's own host sends what it collects to this platform."
          action={choice === 'agent' ? 'Hide' : 'Register an agent'}
          blocked={may ? '' : 'This account may not register agents; ask an administrator.'}
          onClick={() => {
            setChoice(choice === 'agent' ? null : 'agent')
          }}
        />
        <DemoCard may={may} />
      </div>
      {choice === 'agent' ? <ConnectAgent /> : null}
      <p className="note">Nothing leaves this computer. No account with anybody is needed.</p>
    </div>
  )
}

interface CardProps {
  readonly icon: ReactNode
  readonly title: string
  readonly text: string
  readonly action: string
  /** Why it cannot be done; empty when it can. */
  readonly blocked: string
  readonly primary?: boolean
  readonly onClick: () => void
}

function Card({ icon, title, text, action, blocked, primary = false, onClick }: CardProps) {
  return (
    <section className="panel card" aria-label={title}>
      {icon}
      <h2>{title}</h2>
      <p className="dim">{text}</p>
      {blocked === '' ? null : <p className="note">{blocked}</p>}
      <button type="button" className={`button${primary ? ' primary' : ''}`} disabled={blocked !== ''} onClick={onClick}>
        {action}
      </button>
    </section>
  )
}

function DemoCard({ may }: { readonly may: boolean }) {
  const { data } = useOverview()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [reason, setReason] = useState('')
  const demo = data?.demo
  const show = () => navigate(`${PATHS.activity}?r=15m`)
  const start = async () => {
    setBusy(true)
    setReason('')
    try {
      await startDemo()
      refreshAll()
      await show()
    } catch (cause) {
      setReason(cause instanceof Error ? cause.message : 'The demo did not start.')
    } finally {
      setBusy(false)
    }
  }
  if (demo?.running === true)
    return (
      <Card
        icon={<FlaskConical size={20} />}
        title="Explore with demo data"
        text="The demo database runs. It is marked DEMO everywhere."
        action="Show its load"
        blocked=""
        onClick={() => {
          void show()
        }}
      />
    )
  const blocked = reason !== '' ? reason : demo?.available === false ? demo.reason : may ? '' : 'This account may not start it; ask an administrator.'
  return (
    <Card
      icon={<FlaskConical size={20} />}
      title="Explore with demo data"
      text="A small PostgreSQL of its own with a lively load. It is marked DEMO everywhere."
      action={busy ? 'Starting…' : 'Start the demo'}
      blocked={busy ? '' : blocked}
      onClick={() => {
        void start()
      }}
    />
  )
}

export default defineScreen({
  path: PATHS.welcome,
  title: 'Get started',
  icon: Rocket,
  keys: 'w',
  words: 'welcome first demo',
  section: 'Manage',
  right: null,
  Screen: WelcomeScreen,
})
