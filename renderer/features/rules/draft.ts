/** A rule's thresholds while they are typed. */
import { useState } from 'react'
import type { Rule } from '../../data/alerting.ts'
import { inputUnit, readThreshold, thresholdFault, writeThreshold, type InputUnit } from '../../ui/rule-words.ts'

export interface Thresholds {
  readonly warning: number | null
  readonly critical: number | null
  /** minutes */
  readonly occurrences: number
}

export interface Draft {
  readonly texts: { readonly warning: string; readonly critical: string; readonly occurrences: string }
  readonly unit: InputUnit
  /** NaN where something cannot be read. */
  readonly value: Thresholds
  /** '' when it can be judged by. */
  readonly fault: string
  readonly changed: boolean
  readonly type: (name: keyof Draft['texts'], text: string) => void
  readonly reset: (to?: Thresholds) => void
}

/** The unit stays the one it began with: numbers must not change under the fingers. */
export function useDraft({ unit: unitName, falling }: Pick<Rule, 'unit' | 'falling'>, saved: Thresholds): Draft {
  const [unit] = useState(() => inputUnit(unitName, [saved.warning, saved.critical]))
  const textsOf = (of: Thresholds): Draft['texts'] => ({
    warning: writeThreshold(of.warning, unit),
    critical: writeThreshold(of.critical, unit),
    occurrences: String(of.occurrences),
  })
  const [texts, setTexts] = useState(() => textsOf(saved))
  const value: Thresholds = {
    warning: readThreshold(texts.warning, unit),
    critical: readThreshold(texts.critical, unit),
    occurrences: /^\d+$/.test(texts.occurrences.trim()) ? Number(texts.occurrences) : Number.NaN,
  }
  return {
    texts,
    unit,
    value,
    fault: thresholdFault({ ...value, falling }),
    changed: value.warning !== saved.warning || value.critical !== saved.critical || value.occurrences !== saved.occurrences,
    type: (name, text) => {
      setTexts((before) => ({ ...before, [name]: text }))
    },
    reset: (to = saved) => {
      setTexts(textsOf(to))
    },
  }
}
