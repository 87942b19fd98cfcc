import { useState, type ReactNode } from 'react'
import { reasonOf } from './state.tsx'

/** A button whose work takes a moment, and what was said to it, kept beside it until the next time. */
export function Act({
  label,
  busy,
  work,
  primary = false,
  shown = (text) => text,
}: {
  readonly label: ReactNode
  readonly busy: string
  /** Resolves to what is to be said about it. */
  readonly work: () => Promise<string>
  readonly primary?: boolean
  readonly shown?: (text: string) => ReactNode
}) {
  const [working, setWorking] = useState(false)
  const [said, setSaid] = useState<{ readonly ok: boolean; readonly text: string } | null>(null)
  const run = async () => {
    setWorking(true)
    setSaid(null)
    try {
      setSaid({ ok: true, text: await work() })
    } catch (cause) {
      setSaid({ ok: false, text: reasonOf(cause) })
    } finally {
      setWorking(false)
    }
  }
  return (
    <div className="act">
      <button
        type="button"
        className={`button${primary ? ' primary' : ''}`}
        disabled={working}
        onClick={() => {
          void run()
        }}
      >
        {working ? busy : label}
      </button>
      {said === null || said.text === '' ? null : (
        <div className={`banner ${said.ok ? 'ok' : 'crit'}`} role={said.ok ? 'status' : 'alert'}>
          <span aria-hidden="true">{said.ok ? '✓' : '✗'}</span>
          <span className="told">{shown(said.text)}</span>
        </div>
      )}
    </div>
  )
}
