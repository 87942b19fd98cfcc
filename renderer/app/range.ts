/** What the charts span: the last n ms up to now, or fixed between two instants (ms since the epoch). */
import type { Zone } from '../../shared/units.ts'

export type Range = { readonly kind: 'last'; readonly span: number } | { readonly kind: 'between'; readonly from: number; readonly to: number }

const UNIT: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }
export const HOUR = 3_600_000
const DAY = 24 * HOUR

export const PRESETS: readonly { readonly text: string; readonly name: string }[] = [
  { text: '5m', name: 'Last 5 min' },
  { text: '15m', name: 'Last 15 min' },
  { text: '1h', name: 'Last 1 h' },
  { text: '3h', name: 'Last 3 h' },
  { text: '12h', name: 'Last 12 h' },
  { text: '24h', name: 'Last 24 h' },
  { text: '7d', name: 'Last 7 d' },
  { text: '30d', name: 'Last 30 d' },
]
export const NAMED_RANGES = ['this hour', 'today', 'yesterday'] as const

/** `3600000` → `1h`, the largest unit that divides it. */
export function spanText(span: number): string {
  for (const unit of ['d', 'h', 'm'] as const) {
    const size = UNIT[unit] ?? 1
    if (span >= size && span % size === 0 && !(unit === 'd' && span === size)) return `${String(span / size)}${unit}`
  }
  return `${String(Math.round(span / 1000))}s`
}

const between = (from: number | null, to: number | null): Range | null => (from !== null && to !== null && from < to ? { kind: 'between', from, to } : null)

/**
 * Reads what a person types or pastes: `2h`, `90m`, `now-30m`, `last 2 hours`, `14:00-14:30`, `yesterday 14:00 to 15:00`, `today`,
 * `2026-03-01 08:00..09:15`, `2026-03-01T08:00:00Z/2026-03-01T09:15:00Z`, epoch seconds or ms. Null when it says no range.
 */
export function parseRange(text: string, now: number, zone: Zone): Range | null {
  const said = text.trim().toLowerCase().replace(/\s+/g, ' ')
  const span = parseSpan(said)
  if (span !== null) return { kind: 'last', span }
  const midnight = startOfDay(now, zone)
  if (said === 'today') return between(midnight, now)
  if (said === 'yesterday') return between(startOfDay(midnight - HOUR, zone), midnight)
  if (said === 'this hour') return between(now - (now % HOUR), now)
  const [left, right] = halves(said)
  if (left === undefined || right === undefined) return null
  const from = parseInstant(left, now, midnight, zone)
  if (from === null) return null
  return between(from, parseInstant(right, now, /^\d{1,2}:\d\d/.test(right) ? startOfDay(from, zone) : midnight, zone))
}

/** `2h`, `now-30m`, `last 2 hours` in ms. */
function parseSpan(said: string): number | null {
  const found = /^(?:now ?- ?|last )?(\d+(?:\.\d+)?) ?(s|sec|seconds?|m|min|minutes?|h|hours?|d|days?|w|weeks?)$/.exec(said)
  if (found?.[1] === undefined || found[2] === undefined) return null
  const span = Math.round(Number(found[1]) * (UNIT[found[2].charAt(0)] ?? 0))
  return span >= 10_000 && span <= 400 * DAY ? span : null
}

function halves(said: string): readonly (string | undefined)[] {
  for (const mark of ['..', ' to ', '/', '–', ' - ']) if (said.includes(mark)) return split(said, mark)
  const clocks = /^(.*\d:\d\d(?::\d\d)?)-(\d{1,2}:\d\d.*)$/.exec(said)
  return clocks === null ? [] : [clocks[1], clocks[2]]
}

function split(said: string, mark: string): readonly string[] {
  const at = said.indexOf(mark)
  return [said.slice(0, at).trim(), said.slice(at + mark.length).trim()]
}

/** An instant: a clock on the given day, a date with or without clock, ISO with Z, epoch, `now`. */
function parseInstant(said: string, now: number, day: number, zone: Zone): number | null {
  if (said === 'now') return now
  const ago = parseSpan(said)
  if (said.startsWith('now') && ago !== null) return now - ago
  if (/^\d{10}$/.test(said)) return Number(said) * 1000
  if (/^\d{13}$/.test(said)) return Number(said)
  if (/^\d{4}-\d\d-\d\dt\d\d:\d\d(:\d\d(\.\d+)?)?z$/.test(said)) return orNull(Date.parse(said.toUpperCase()))
  const found = /^(?:(\d{4})-(\d\d)-(\d\d)|(yesterday|today))?(?:[ t]?(\d{1,2}):(\d\d)(?::(\d\d))?)?$/.exec(said)
  if (found === null || said === '') return null
  const [, year, month, date, word, h = '0', m = '0', s = '0'] = found
  const clock = { h: Number(h), m: Number(m), s: Number(s) }
  if (clock.h > 24 || clock.m > 59 || clock.s > 59) return null
  if (year !== undefined && month !== undefined && date !== undefined) return at(Number(year), Number(month) - 1, Number(date), clock, zone)
  const base = new Date(word === 'yesterday' ? startOfDay(startOfDay(now, zone) - HOUR, zone) : word === 'today' ? startOfDay(now, zone) : day)
  return zone === 'utc'
    ? at(base.getUTCFullYear(), base.getUTCMonth(), base.getUTCDate(), clock, zone)
    : at(base.getFullYear(), base.getMonth(), base.getDate(), clock, zone)
}

const orNull = (ms: number) => (Number.isNaN(ms) ? null : ms)

function at(year: number, month: number, day: number, clock: { h: number; m: number; s: number }, zone: Zone): number | null {
  const ms = zone === 'utc' ? Date.UTC(year, month, day, clock.h, clock.m, clock.s) : new Date(year, month, day, clock.h, clock.m, clock.s).getTime()
  return orNull(ms)
}

function startOfDay(ms: number, zone: Zone): number {
  const d = new Date(ms)
  return zone === 'utc' ? Date.UTC(d.getUTCFullYear(), d.getUTCMonth(), d.getUTCDate()) : new Date(d.getFullYear(), d.getMonth(), d.getDate()).getTime()
}

const BUCKETS = [1, 5, 15, 30, 60, 300, 900, 3600, 21_600, 86_400]

/** Seconds per bar: at least 5 pixels each, and not finer than the sampling (else every second bar would be a gap). */
export function chooseBucket(spanMs: number, pixels: number, samplingSeconds: number): number {
  const finest = Math.max((spanMs / 1000) * (5 / Math.max(pixels, 100)), samplingSeconds)
  return BUCKETS.find((bucket) => bucket >= finest) ?? 86_400
}

/** The range as instants, its edges on whole buckets so that bars keep their place from one refresh to the next. */
export function resolveRange(range: Range, now: number, bucketSeconds: number): { readonly from: number; readonly to: number } {
  const bucket = bucketSeconds * 1000
  const down = (ms: number) => Math.floor(ms / bucket) * bucket
  const up = (ms: number) => Math.ceil(ms / bucket) * bucket
  return range.kind === 'last' ? { from: up(now) - up(range.span), to: up(now) } : { from: down(range.from), to: up(range.to) }
}

/** What a range is called on its button. */
export function rangeName(range: Range): string | null {
  if (range.kind !== 'last') return null
  const text = spanText(range.span)
  return PRESETS.find((preset) => preset.text === text)?.name ?? `Last ${text.replace(/\D+$/, (unit) => ` ${unit}`)}`
}
