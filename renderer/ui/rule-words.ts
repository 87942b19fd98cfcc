/** A rule in words, and the units its thresholds are typed in. */
import { formatQuantity, plural } from '../../shared/units.ts'

interface Judged {
  readonly measure: string
  readonly unit: string
  readonly warning: number | null
  readonly critical: number | null
  /** minutes */
  readonly occurrences: number
  /** It is the worse the lower it is. */
  readonly falling?: true | undefined
}

/** `When … is at least 80 % for 2 minutes it is a warning; at least 95 %: critical.` */
export function ruleSentence({ measure, unit, warning, critical, occurrences, falling }: Judged): string {
  const lasting = `for ${plural(occurrences, 'minute')}`
  const at = (value: number) => `${falling ? 'at most' : 'at least'} ${formatQuantity(value, unit)}`
  if (warning !== null && critical !== null) return `When ${measure} is ${at(warning)} ${lasting}: warning; ${at(critical)}: critical.`
  if (warning !== null) return `When ${measure} is ${at(warning)} ${lasting}: warning.`
  if (critical !== null) return `When ${measure} is ${at(critical)} ${lasting}: critical.`
  return `When ${measure}: never, it has no threshold.`
}

/** The conditions in a table cell: `≥ 80 % · ≥ 95 %`. */
export const thresholdWords = (value: number | null, { unit, falling }: Pick<Judged, 'unit' | 'falling'>): string =>
  value === null ? 'never' : `${falling ? '≤' : '≥'} ${formatQuantity(value, unit)}`

export interface InputUnit {
  readonly name: string
  /** How many of the rule's unit one of it is. */
  readonly factor: number
}

const STEPS: Readonly<Record<string, readonly InputUnit[]>> = {
  bytes: [
    { name: 'GiB', factor: 1024 ** 3 },
    { name: 'MiB', factor: 1024 ** 2 },
    { name: 'KiB', factor: 1024 },
    { name: 'B', factor: 1 },
  ],
  s: [
    { name: 'd', factor: 86_400 },
    { name: 'h', factor: 3600 },
    { name: 'min', factor: 60 },
    { name: 's', factor: 1 },
  ],
  ms: [
    { name: 's', factor: 1000 },
    { name: 'ms', factor: 1 },
  ],
  percent: [{ name: '%', factor: 1 }],
}
const PLAIN: InputUnit = { name: '', factor: 1 }

/** The largest unit in which all the values are whole numbers, so that 1 800 s is typed as 30 min. */
export function inputUnit(unit: string, values: readonly (number | null)[]): InputUnit {
  const steps = STEPS[unit] ?? [PLAIN]
  const known = values.filter((value) => value !== null && value > 0) as readonly number[]
  return (known.length === 0 ? undefined : steps.find(({ factor }) => known.every((value) => value % factor === 0))) ?? steps.at(-1) ?? PLAIN
}

/** What was typed, in the rule's unit: null where the field is empty (never), NaN where it is no number. */
export function readThreshold(text: string, { factor }: InputUnit): number | null {
  const said = text.trim().replace(',', '.')
  return said === '' ? null : /^\d+(\.\d+)?$/.test(said) ? Number(said) * factor : Number.NaN
}

export const writeThreshold = (value: number | null, { factor }: InputUnit): string => (value === null ? '' : String(Number((value / factor).toPrecision(12))))

/** Why thresholds cannot be judged by; '' when they can. */
export function thresholdFault({ warning, critical, occurrences, falling }: Pick<Judged, 'warning' | 'critical' | 'occurrences' | 'falling'>): string {
  if (Number.isNaN(warning) || Number.isNaN(critical)) return 'A threshold is a number; empty means never'
  if (warning !== null && critical !== null && (falling ? warning < critical : warning > critical))
    return `Critical must not be ${falling ? 'above' : 'below'} warning`
  if (!Number.isInteger(occurrences) || occurrences < 1 || occurrences > 1440) return 'The minutes are a whole number from 1 to 1440'
  return ''
}
