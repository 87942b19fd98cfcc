/** A switch that answers at once: it moves with the press, waits visibly after 400 ms, and goes back with the reason beside it when refused. */
import { LoaderCircle, X } from 'lucide-react'
import { useEffect, useState } from 'react'

interface Props {
  readonly label: string
  readonly on: boolean
  /** Resolves when done; rejects with an error whose message is the reason. */
  readonly change: (on: boolean) => Promise<unknown>
  readonly disabled?: string
}

export function Toggle({ label, on, change, disabled }: Props) {
  const [wanted, setWanted] = useState<boolean | null>(null)
  const [slow, setSlow] = useState(false)
  const [reason, setReason] = useState('')
  useEffect(() => {
    if (wanted === null) return
    const timer = setTimeout(() => {
      setSlow(true)
    }, 400)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [wanted])
  const shown = wanted ?? on
  const press = async () => {
    if (wanted !== null || disabled !== undefined) return
    setReason('')
    setWanted(!on)
    try {
      await change(!on)
    } catch (cause) {
      setReason(cause instanceof Error ? cause.message : 'This did not work.')
    } finally {
      setWanted(null)
    }
  }
  return (
    <span className="toggle-cell">
      <button
        type="button"
        role="switch"
        aria-checked={shown}
        aria-label={label}
        aria-disabled={disabled !== undefined}
        title={disabled}
        className="toggle"
        onClick={() => {
          void press()
        }}
      >
        <span className="thumb">{slow && wanted !== null ? <LoaderCircle size={10} className="turning" aria-hidden="true" /> : null}</span>
      </button>
      {reason === '' ? null : (
        <span className="refused" role="alert">
          {reason}
          <button
            type="button"
            aria-label="Dismiss"
            onClick={() => {
              setReason('')
            }}
          >
            <X size={12} />
          </button>
        </span>
      )}
    </span>
  )
}
