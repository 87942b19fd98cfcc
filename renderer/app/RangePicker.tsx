/** What time the charts span: presets, two fields, or anything a person would type. The preview says what it comes to before it is taken. */
import { Popover, TextInput } from '@mantine/core'
import { Check, ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { formatDuration, formatInstant, formatSpan, zoneName } from '../../shared/units.ts'
import { now } from '../data/clock.ts'
import { NAMED_RANGES, parseRange, PRESETS, rangeName, resolveRange, type Range } from './range.ts'
import { useView } from './state.ts'
import { useScope } from './use-scope.ts'

export function RangePicker({ open, onOpen }: { readonly open: boolean; readonly onOpen: (open: boolean) => void }) {
  const { scope, setRange } = useScope()
  const zone = useView((s) => s.zone)
  const name = rangeName(scope.range) ?? (scope.range.kind === 'between' ? formatSpan(scope.range.from, scope.range.to, now(), zone) : '')
  const take = (range: Range) => {
    setRange(range)
    onOpen(false)
  }
  return (
    <Popover opened={open} onChange={onOpen} position="bottom-end" width={420} trapFocus returnFocus>
      <Popover.Target>
        <button
          type="button"
          className="button"
          aria-label={`Time range: ${name}`}
          aria-expanded={open}
          onClick={() => {
            onOpen(!open)
          }}
        >
          {name}
          <ChevronDown size={14} aria-hidden="true" />
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Choose a time range">{open ? <Choices take={take} /> : null}</Popover.Dropdown>
    </Popover>
  )
}

function Choices({ take }: { readonly take: (range: Range) => void }) {
  const { scope } = useScope()
  const zone = useView((s) => s.zone)
  const time = now()
  const shown = resolveRange(scope.range, scope.pausedAt ?? time, 1)
  const [text, setText] = useState('')
  const [from, setFrom] = useState(formatInstantField(shown.from, zone))
  const [to, setTo] = useState(formatInstantField(shown.to, zone))
  const said = text.trim() === '' ? parseRange(`${from}..${to}`, time, zone) : parseRange(text, time, zone)
  const exact = said === null ? null : resolveRange(said, time, 1)
  const current = rangeName(scope.range)
  return (
    <form
      className="picker"
      onSubmit={(event) => {
        event.preventDefault()
        if (said !== null) take(said)
      }}
    >
      <div className="presets" role="group" aria-label="Presets">
        {PRESETS.map((preset) => (
          <button
            key={preset.text}
            type="button"
            className="button plain"
            onClick={() => {
              const range = parseRange(preset.text, time, zone)
              if (range !== null) take(range)
            }}
          >
            <span className="grow">{preset.name}</span>
            {preset.name === current ? <Check size={14} aria-label="chosen" /> : null}
          </button>
        ))}
        {NAMED_RANGES.map((word) => (
          <button
            key={word}
            type="button"
            className="button plain"
            onClick={() => {
              const range = parseRange(word, time, zone)
              if (range !== null) take(range)
            }}
          >
            <span className="grow">{word.charAt(0).toUpperCase() + word.slice(1)}</span>
          </button>
        ))}
      </div>
      <div className="fields">
        <TextInput
          label="Any words"
          data-autofocus
          placeholder="2h, 14:00-14:30, yesterday"
          value={text}
          onChange={(e) => {
            setText(e.currentTarget.value)
          }}
        />
        <TextInput
          label="From"
          value={from}
          onChange={(e) => {
            setFrom(e.currentTarget.value)
            setText('')
          }}
        />
        <TextInput
          label="To"
          value={to}
          onChange={(e) => {
            setTo(e.currentTarget.value)
            setText('')
          }}
        />
        <p className="note" aria-live="polite" style={{ minHeight: 32 }}>
          {exact === null ? (
            'That is no range. Try 2h, 14:00-14:30 or two dates.'
          ) : (
            <>
              {formatInstant(exact.from, time, zone)} – {formatInstant(exact.to, time, zone)} {zoneName(exact.to, zone)}
              <br />
              {formatDuration(exact.to - exact.from)}
              {said?.kind === 'last' ? ', moving with the time' : ''}
            </>
          )}
        </p>
        <button type="submit" className="button primary" disabled={said === null}>
          Show this range
        </button>
      </div>
    </form>
  )
}

/** `2026-03-01 08:00:00`: what the field can read again. */
function formatInstantField(ms: number, zone: 'local' | 'utc'): string {
  const shifted = zone === 'utc' ? ms : ms - new Date(ms).getTimezoneOffset() * 60_000
  return new Date(shifted).toISOString().slice(0, 19).replace('T', ' ')
}
