/** Tries what was typed so far, without saving it; what came of it stays until something is tried again. */
import { useState } from 'react'
import type { Capabilities as Found, Tried } from '../../shared/model/capabilities.ts'
import { addressOf, type AddressValues } from './address.ts'
import { Capabilities } from './Capabilities.tsx'

interface Props {
  readonly values: AddressValues
  /** Connects without saving anything and says what the server can tell. */
  readonly test: (address: Tried) => Promise<Found>
  /** Why it cannot be tried yet although host, port and user are there; undefined when it can. */
  readonly hindrance?: string | undefined
}

export function TestConnection({ values, test, hindrance }: Props) {
  const [found, setFound] = useState<Found | null>(null)
  const [said, setSaid] = useState('')
  const [busy, setBusy] = useState(false)
  const { host, port, user } = values
  const complete = host.trim() !== '' && user.trim() !== '' && Number(port) >= 1 && Number(port) <= 65_535
  const why = complete ? hindrance : 'Give host, port and user first'
  const run = async () => {
    setBusy(true)
    setSaid('')
    try {
      const { tags: _, ...address } = addressOf(values)
      setFound(await test(address))
    } catch (cause) {
      setFound(null)
      setSaid(cause instanceof Error ? cause.message : 'This did not work.')
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="whole" style={{ display: 'grid', gap: 8, justifyItems: 'stretch' }}>
      <span className="row">
        <button
          type="button"
          className="button"
          disabled={why !== undefined || busy}
          title={why}
          onClick={() => {
            void run()
          }}
        >
          {busy ? 'Testing…' : 'Test'}
        </button>
        {complete && hindrance !== undefined ? <span className="note">{hindrance}</span> : null}
      </span>
      {said === '' ? null : (
        <div className="banner crit" role="alert">
          {said}
        </div>
      )}
      {found === null || busy ? null : <Capabilities found={found} />}
    </div>
  )
}
