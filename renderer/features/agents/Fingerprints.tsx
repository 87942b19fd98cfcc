/** Fingerprints as the logs tell them, both in lines of the same length, so that they can be compared place by place. */
interface Certificate {
  readonly fingerprint: string
}

function Fingerprint({ title, of }: { readonly title: string; readonly of: Certificate | null }) {
  return (
    <div className="fingerprint">
      <h3>{title}</h3>
      {of === null ? <p className="dim">none</p> : <code>{of.fingerprint === '' ? 'not kept; only its public key is' : of.fingerprint}</code>}
    </div>
  )
}

/** The accepted one beside the one that is shown now; only the latter at a first contact. */
export function Fingerprints({ accepted, seen }: { readonly accepted: Certificate | null; readonly seen: Certificate | null }) {
  return (
    <div className="fingerprints">
      {accepted === null ? null : <Fingerprint title="Accepted before" of={accepted} />}
      <Fingerprint title={accepted === null ? 'SHA-256 of the certificate it shows' : 'Shown now'} of={seen} />
    </div>
  )
}
