import { TextInput } from '@mantine/core'
import { useState } from 'react'

/** Names the object and the consequence; the safe button has the focus. With `typed`, the name has to be typed before it can be done. */
export function Confirm({
  text,
  action,
  work,
  close,
  typed,
}: {
  readonly text: string
  readonly action: string
  readonly work: () => Promise<unknown>
  readonly close: () => void
  readonly typed?: string
}) {
  const [busy, setBusy] = useState(false)
  const [reason, setReason] = useState('')
  const [name, setName] = useState('')
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
      {typed === undefined ? null : (
        <TextInput
          label={`Type ${typed} to confirm`}
          autoComplete="off"
          spellCheck={false}
          value={name}
          onChange={(event) => {
            setName(event.currentTarget.value)
          }}
        />
      )}
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
          disabled={busy || (typed !== undefined && name !== typed)}
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
