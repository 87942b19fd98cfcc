/** A number in a table cell that can be changed in place: Enter saves, Esc takes back. */
import { useState } from 'react'

interface Props {
  readonly label: string
  readonly value: number
  readonly unit: string
  readonly most: number
  readonly least?: number
  readonly locked?: boolean
  readonly save: (value: number) => Promise<unknown>
}

export function NumberCell({ label, value, unit, most, least = 0, locked = false, save }: Props) {
  const [text, setText] = useState<string | null>(null)
  const [reason, setReason] = useState('')
  const commit = async () => {
    if (text === null) return
    const number = Number(text)
    if (!/^\d+$/.test(text.trim()) || number > most || number < least) {
      setReason(`A whole number from ${String(least)} to ${String(most)}`)
      return
    }
    try {
      if (number !== value) await save(number)
      setText(null)
      setReason('')
    } catch (cause) {
      setReason(cause instanceof Error ? cause.message : 'This did not work.')
    }
  }
  const cancel = () => {
    setText(null)
    setReason('')
  }
  return (
    <span className="number-cell">
      <input
        aria-label={label}
        aria-invalid={reason !== ''}
        inputMode="numeric"
        readOnly={locked}
        value={text ?? String(value)}
        onFocus={(event) => {
          setText(String(value))
          event.currentTarget.select()
        }}
        onChange={(event) => {
          setText(event.currentTarget.value)
        }}
        onBlur={() => {
          void commit()
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') void commit()
          if (event.key === 'Escape') cancel()
          event.stopPropagation()
        }}
      />
      <span className="note">{unit}</span>
      {reason === '' ? null : (
        <span className="refused" role="alert">
          {reason}
        </span>
      )}
    </span>
  )
}
