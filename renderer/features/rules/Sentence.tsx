/** The condition of a rule as a sentence whose numbers are fields. */
import type { ReactNode } from 'react'
import type { Rule } from '../../data/alerting.ts'
import type { Draft } from './draft.ts'

interface Props {
  readonly rule: Pick<Rule, 'measure' | 'falling'>
  readonly draft: Draft
  readonly locked: boolean
  /** On whom: the end of the sentence. */
  readonly children?: ReactNode
}

export function Sentence({ rule: { measure, falling }, draft, locked, children }: Props) {
  const field = (name: keyof Draft['texts'], label: string, unit: string) => (
    <span className="number-cell">
      <input
        aria-label={label}
        aria-invalid={draft.fault !== ''}
        inputMode="decimal"
        placeholder="never"
        readOnly={locked}
        value={draft.texts[name]}
        onChange={(event) => {
          draft.type(name, event.currentTarget.value)
        }}
      />
      {unit}
    </span>
  )
  return (
    <div className="sentence">
      When <strong>{measure}</strong> is {falling ? 'at most' : 'at least'} {field('warning', 'Warning from', draft.unit.name)} it is a{' '}
      <span className="status warn">▲ warning</span>, from {field('critical', 'Critical from', draft.unit.name)} on it is{' '}
      <span className="status crit">■ critical</span>, once it has lasted {field('occurrences', 'Minutes it must last', 'min')}
      {children}
      {draft.fault === '' ? null : (
        <p className="fault" role="alert">
          {draft.fault}
        </p>
      )}
    </div>
  )
}
