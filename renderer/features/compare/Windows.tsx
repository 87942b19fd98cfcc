/** The two windows: which they are, to the second, and how much of each was read. */
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { formatDuration, formatPercent, formatSpan, zoneName } from '../../../shared/units.ts'
import { parseRange, resolveRange } from '../../app/range.ts'
import type { Span } from '../../app/scope.ts'
import { useView } from '../../app/state.ts'
import type { CompareReply } from '../../data/api.ts'
import { now } from '../../data/clock.ts'
import { REFERENCES, type Against } from './windows.ts'

interface Props {
  readonly against: Against
  readonly before: Span
  readonly after: Span
  readonly reply: CompareReply | undefined
  readonly onAgainst: (against: Against) => void
}

export function Windows({ against, before, after, reply, onAgainst }: Props) {
  const [custom, setCustom] = useState(typeof against !== 'string')
  return (
    <div className="windows">
      <section aria-label="Earlier window">
        <h3>
          <i className="swatch before" aria-hidden="true" /> Before
        </h3>
        <Exact span={before} covered={reply?.before.covered} />
        <div className="row">
          {REFERENCES.map(({ id, name }) => (
            <button
              key={id}
              type="button"
              className="button small"
              aria-pressed={against === id && !custom}
              onClick={() => {
                setCustom(false)
                onAgainst(id)
              }}
            >
              {name}
            </button>
          ))}
          <button
            type="button"
            className="button small"
            aria-pressed={custom}
            onClick={() => {
              setCustom(true)
            }}
          >
            Another…
          </button>
        </div>
        {custom ? <Another before={before} onAgainst={onAgainst} /> : null}
      </section>
      <section aria-label="Later window">
        <h3>
          <i className="swatch after" aria-hidden="true" /> After
        </h3>
        <Exact span={after} covered={reply?.after.covered} />
        <p className="note">The range above (R), or the window brushed in Activity.</p>
      </section>
    </div>
  )
}

/** Dates in full, whatever day it is: windows are told to somebody who reads them tomorrow. */
function Exact({ span, covered }: { readonly span: Span; readonly covered: number | undefined }) {
  const zone = useView((s) => s.zone)
  return (
    <p>
      {formatSpan(span.from, span.to, 0, zone)} {zoneName(span.to, zone)}{' '}
      <span className="dim">
        · {formatDuration(span.to - span.from)}
        {covered === undefined ? '' : ` · ${covered === 0 ? 'nothing' : formatPercent(covered)} of it read`}
      </span>
    </p>
  )
}

/** Anything that the range picker reads too. */
function Another({ before, onAgainst }: { readonly before: Span; readonly onAgainst: (against: Against) => void }) {
  const zone = useView((s) => s.zone)
  const [text, setText] = useState('')
  const said = text.trim() === '' ? null : parseRange(text, now(), zone)
  const span = said === null ? null : resolveRange(said, now(), 1)
  return (
    <form
      className="another"
      onSubmit={(event) => {
        event.preventDefault()
        if (span === null) return
        onAgainst(span)
        // The letters are commands again.
        event.currentTarget.querySelector('input')?.blur()
      }}
    >
      <TextInput
        label="Earlier window"
        placeholder="yesterday 14:00 to 15:00, 08:00-09:30, 2026-03-01 08:00..09:00"
        autoFocus
        value={text}
        error={text.trim() !== '' && span === null ? 'That is no range. Try 14:00-14:30 or two dates.' : undefined}
        onChange={(event) => {
          setText(event.currentTarget.value)
        }}
      />
      <button type="submit" className="button small" disabled={span === null}>
        Compare with it
      </button>
      <span className="note" aria-live="polite">
        {span === null
          ? `Now ${formatSpan(before.from, before.to, now(), zone)}`
          : `${formatSpan(span.from, span.to, now(), zone)}, ${formatDuration(span.to - span.from)}`}
      </span>
    </form>
  )
}
