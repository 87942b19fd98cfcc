/** One entry in full: who, when, what was sent, and what changed by it. */
import { X } from 'lucide-react'
import { useState } from 'react'
import { formatInstant, zoneName } from '../../../shared/units.ts'
import { useView } from '../../app/state.ts'
import { now } from '../../data/clock.ts'
import { copyText } from '../../ui/copy.ts'
import { Panel, Status } from '../../ui/Feedback.tsx'
import { changesOf, fieldsOf, operationWords, pathWords, whoWords, type Entry } from './words.ts'

function Changes({ entry }: { readonly entry: Entry }) {
  const changes = changesOf(entry.before, entry.after)
  if (changes.length === 0) return <p className="dim">{entry.failure === '' ? 'Nothing of it can be seen in what is kept.' : 'Nothing was changed.'}</p>
  return (
    <table className="plain changes" aria-label="Before and after">
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ name, before, after }) => (
          <tr key={name}>
            <td>{name === '' ? 'value' : name}</td>
            <td>{before ?? <span className="dim">–</span>}</td>
            <td>{after ?? <span className="dim">–</span>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export function EntryPanel({ entry, close }: { readonly entry: Entry; readonly close: () => void }) {
  const zone = useView((s) => s.zone)
  const [raw, setRaw] = useState(false)
  const sent = fieldsOf(entry.request)
  const title = operationWords(entry.operation)
  return (
    <Panel
      label={title}
      title={title}
      note={pathWords(entry)}
      tools={
        <span className="row">
          <button
            type="button"
            className="button small"
            aria-pressed={raw}
            onClick={() => {
              setRaw(!raw)
            }}
          >
            As JSON
          </button>
          <button
            type="button"
            className="button small"
            onClick={() => {
              void copyText(JSON.stringify(entry, null, 2), 'Entry')
            }}
          >
            Copy
          </button>
          <button type="button" className="button plain small icon" aria-label="Close" onClick={close}>
            <X size={14} />
          </button>
        </span>
      }
    >
      <div className="entry">
        {entry.failure === '' ? <Status kind="ok">Done</Status> : <Status kind="crit">{entry.failure}</Status>}
        <p>
          {whoWords(entry)}
          {entry.email === '' ? '' : ` (${entry.email})`}
          {entry.address === '' ? '' : ` from ${entry.address}`}, {formatInstant(entry.time, now(), zone)} {zoneName(entry.time, zone)}
        </p>
        {raw ? (
          <pre className="sql">{JSON.stringify({ request: entry.request, before: entry.before, after: entry.after }, null, 2)}</pre>
        ) : (
          <div className="halves">
            <section aria-label="What was sent">
              <h3>What was sent</h3>
              {sent.length === 0 ? (
                <p className="dim">Nothing besides the address.</p>
              ) : (
                <table className="plain changes" aria-label="Sent">
                  <tbody>
                    {sent.map(([name, value]) => (
                      <tr key={name}>
                        <td>{name === '' ? 'value' : name}</td>
                        <td>{value}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              )}
            </section>
            <section aria-label="What changed">
              <h3>What changed</h3>
              <Changes entry={entry} />
            </section>
          </div>
        )}
        <p className="note">Passwords, tokens and keys are never kept here; •••••••• stands for one.</p>
      </div>
    </Panel>
  )
}
