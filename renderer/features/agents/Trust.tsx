/** A certificate that nobody here has accepted: it is believed after somebody has compared it, never by itself. */
import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { Act } from './Act.tsx'
import { Fingerprints } from './Fingerprints.tsx'

interface Certificate {
  readonly fingerprint: string
}

interface Props {
  /** Whose certificate it is. */
  readonly name: string
  readonly accepted: Certificate | null
  readonly seen: Certificate
  readonly accept: (fingerprint: string) => Promise<unknown>
}

export function Trust({ name, accepted, seen, accept }: Props) {
  const [compared, setCompared] = useState('')
  return (
    <div className="stack">
      {accepted === null ? (
        <p>First contact with {name}. Compare this fingerprint with the one in its own log; until it is accepted, no key and no password is sent to it.</p>
      ) : (
        <div className="banner crit" role="alert">
          <span aria-hidden="true">■</span>
          <span>
            {name} shows another certificate than the accepted one. Somebody may stand in between, or its certificate was replaced. Nothing is sent to it until
            this is settled.
          </span>
        </div>
      )}
      <Fingerprints accepted={accepted} seen={seen} />
      <Checkbox
        size="xs"
        label="I have compared it with the fingerprint that it tells on its own host"
        checked={compared === seen.fingerprint}
        onChange={(event) => {
          setCompared(event.currentTarget.checked ? seen.fingerprint : '')
        }}
      />
      {compared === seen.fingerprint ? (
        <Act
          label={accepted === null ? `Trust it for ${name}` : 'Trust the new certificate'}
          busy="Accepting…"
          work={async () => {
            await accept(seen.fingerprint)
            return ''
          }}
        />
      ) : null}
    </div>
  )
}
