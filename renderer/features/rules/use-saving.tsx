import { useState, type ReactNode } from 'react'

/** Waits for a change; why it was refused stays on the screen until the next try. */
export function useSaving(): { readonly busy: boolean; readonly run: (work: Promise<unknown>) => Promise<boolean>; readonly shown: ReactNode } {
  const [busy, setBusy] = useState(false)
  const [reason, setReason] = useState('')
  return {
    busy,
    run: async (work) => {
      setBusy(true)
      setReason('')
      try {
        await work
        return true
      } catch (cause) {
        setReason(cause instanceof Error ? cause.message : 'This did not work.')
        return false
      } finally {
        setBusy(false)
      }
    },
    shown:
      reason === '' ? null : (
        <div className="banner crit" role="alert">
          {reason}
        </div>
      ),
  }
}
