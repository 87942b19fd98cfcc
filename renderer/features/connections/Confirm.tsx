import { useState } from 'react'

/** Names the object and the consequence; the safe button has the focus. */
export function Confirm({
  text,
  action,
  work,
  close,
}: {
  readonly text: string
  readonly action: string
  readonly work: () => Promise<unknown>
  readonly close: () => void
}) {
  const [busy, setBusy] = useState(false)
  const [reason, setReason] = useState('')
  const run = async () => {
    setBusy(true)
    try {
      await work()
      close()
    } catch (cause) {
      setReason(cause instanceof Error ? cause.message : 'This did not work.')
      setBusy(false)
    }
  }
  return (
    <div style={{ display: 'grid', gap: 16 }}>
      <p>{text}</p>
      {reason === '' ? null : (
        <div className="banner crit" role="alert">
          {reason}
        </div>
      )}
      <div className="row">
        <button type="button" className="button" data-autofocus onClick={close}>
          Keep as it is
        </button>
        <button
          type="button"
          className="button danger"
          disabled={busy}
          onClick={() => {
            void run()
          }}
        >
          {action}
        </button>
      </div>
    </div>
  )
}
