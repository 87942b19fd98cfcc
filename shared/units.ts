/**
 * How numbers, durations and times are written, on the screen, in alert texts and in printed reports: one formatter for all.
 * Exports (CSV, JSON) do not use it: they carry raw values. Null means "not collected" and is written `?`, never 0.
 */

/** Groups thousands and keeps a number together with its unit (no-break; the narrow one is invisible in common fonts). */
const SPACE = '\u00a0'
const UNKNOWN = '?'
export type Zone = 'local' | 'utc'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Three significant digits without an exponent: 1.24, 12.4, 124, 1240. */
function digits3(value: number): string {
  const size = Math.abs(value)
  return size >= 99.95
    ? value.toFixed(0)
    : size >= 9.995
      ? trim(value.toFixed(1))
      : size >= 0.9995
        ? trim(value.toFixed(2))
        : size === 0
          ? '0'
          : String(Number(value.toPrecision(3)))
}

const trim = (text: string) => (text.includes('.') ? text.replace(/0+$/, '').replace(/\.$/, '') : text)
const grouped = (whole: string) => whole.replace(/\B(?=(\d{3})+(?!\d))/g, SPACE)

/** Average active sessions: two decimals below 10, one below 100, none above. */
export function formatLoad(value: number | null): string {
  if (value === null) return UNKNOWN
  return value === 0 ? '0' : value.toFixed(loadDecimals(value))
}

/** Decimals that a column of loads is written with, by its total, so that all its cells have the same number. */
export const loadDecimals = (total: number): number => (total < 99.95 ? (total < 9.995 ? 2 : 1) : 0)

/** Exact up to 9 999, then three significant digits with k, M, G, T. */
export function formatCount(value: number | null): string {
  if (value === null) return UNKNOWN
  if (Math.abs(value) < 10_000) return Number.isInteger(value) ? grouped(String(value)) : digits3(value)
  return scaled(value, 1000, ['', 'k', 'M', 'G', 'T', 'P'])
}

/** A quantity that is no whole number (per second, per call), for a column whose title has the unit: three significant digits. */
export function formatMeasure(value: number | null): string {
  if (value === null) return UNKNOWN
  return Math.abs(value) < 10_000 ? grouped3(value) : formatCount(value)
}

const grouped3 = (value: number) => (Math.abs(value) >= 999.5 ? grouped(value.toFixed(0)) : digits3(value))

/** `1 instance`, `4 instances`. */
export const plural = (count: number, noun: string): string => `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`

/** Bytes in powers of 1024, three significant digits. */
export function formatBytes(value: number | null): string {
  return value === null ? UNKNOWN : scaled(value, 1024, ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'])
}

function scaled(value: number, step: number, units: readonly string[]): string {
  let size = value
  let unit = 0
  while (Math.abs(size) >= step - step / 2000 && unit < units.length - 1) {
    size /= step
    unit += 1
  }
  return `${digits3(size)}${SPACE}${units[unit] ?? ''}`.trimEnd()
}

/** Per second; below 0.1 per minute, below that per hour, always with its unit. */
export function formatRate(perSecond: number | null): string {
  if (perSecond === null) return UNKNOWN
  if (perSecond === 0) return '0'
  if (Math.abs(perSecond) >= 0.1) return `${formatCount(Number(perSecond.toPrecision(3)))}/s`
  const perMinute = perSecond * 60
  return Math.abs(perMinute) >= 0.1 ? `${digits3(perMinute)}/min` : `${digits3(perSecond * 3600)}/h`
}

/** A value in the unit it is declared with, as it stands in a sentence. */
export function formatQuantity(value: number, unit: string): string {
  switch (unit) {
    case 'bytes':
      return formatBytes(value)
    case 'ms':
      return formatDuration(value)
    case 's':
      return formatDuration(value * SECOND)
    case 'percent':
      return `${String(Number(value.toFixed(value >= 99.95 ? 0 : 1)))}${SPACE}%`
    default:
      return formatCount(Number(value.toFixed(2)))
  }
}

/** A duration given in ms: ns, µs, ms and s with three significant digits, then two units (`6 m 12 s`, `41 d 3 h`). */
export function formatDuration(ms: number | null): string {
  if (ms === null) return UNKNOWN
  if (ms === 0) return '0'
  if (ms < 0) return `−${formatDuration(-ms)}`
  if (ms < 0.001) return `${digits3(ms * 1e6)}${SPACE}ns`
  if (ms < 0.9995) return `${digits3(ms * 1000)}${SPACE}µs`
  if (ms < 999.5) return `${digits3(ms)}${SPACE}ms`
  if (ms < 59_950) return `${digits3(ms / SECOND)}${SPACE}s`
  const seconds = Math.round(ms / SECOND)
  if (seconds < 3600) return pair(Math.floor(seconds / 60), 'm', seconds % 60, 's')
  const minutes = Math.round(ms / MINUTE)
  if (minutes < 1440) return pair(Math.floor(minutes / 60), 'h', minutes % 60, 'm')
  const hours = Math.round(ms / HOUR)
  return pair(Math.floor(hours / 24), 'd', hours % 24, 'h')
}

const pair = (big: number, bigUnit: string, small: number, smallUnit: string) =>
  `${grouped(String(big))}${SPACE}${bigUnit}${small === 0 ? '' : ` ${String(small)}${SPACE}${smallUnit}`}`

/** A share given as 0..1: one decimal; `< 0.1 %` below that; 99.9x keeps two, so that 99.95 and 99.99 differ. */
export function formatPercent(share: number | null): string {
  if (share === null) return UNKNOWN
  const percent = share * 100
  if (percent === 0) return '0'
  if (percent > 0 && percent < 0.1) return `<${SPACE}0.1${SPACE}%`
  return `${percent.toFixed(percent >= 99.9 && percent < 99.995 ? 2 : 1)}${SPACE}%`
}

/**
 * Rounds parts to `decimals` so that the rounded parts add up to the rounded sum: what a reader adds up with a pencil is right.
 * The parts whose rounding hurts least take the difference; no part moves by a whole unit of the last digit or more.
 */
export function apportion(parts: readonly number[], decimals: number): number[] {
  const scale = 10 ** decimals
  const whole = Math.round(parts.reduce((sum, part) => sum + part, 0) * scale)
  const floors = parts.map((part) => Math.floor(part * scale + 1e-9))
  let missing = whole - floors.reduce((sum, part) => sum + part, 0)
  const order = parts.map((part, i) => ({ i, rest: part * scale - (floors[i] ?? 0) })).sort((a, b) => b.rest - a.rest)
  const rounded = [...floors]
  for (const { i } of order) {
    if (missing <= 0) break
    rounded[i] = (rounded[i] ?? 0) + 1
    missing -= 1
  }
  return rounded.map((part) => part / scale)
}

const two = (n: number) => String(n).padStart(2, '0')
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Year, month (0..11), day, hour, minute, second of an instant in a zone. */
function parts(ms: number, zone: Zone): readonly [number, number, number, number, number, number] {
  const d = new Date(ms)
  return zone === 'utc'
    ? [d.getUTCFullYear(), d.getUTCMonth(), d.getUTCDate(), d.getUTCHours(), d.getUTCMinutes(), d.getUTCSeconds()]
    : [d.getFullYear(), d.getMonth(), d.getDate(), d.getHours(), d.getMinutes(), d.getSeconds()]
}

/** `14:11:08`, 24 hours, with seconds unless told otherwise. */
export function formatClock(ms: number, zone: Zone, seconds = true): string {
  const [, , , h, m, s] = parts(ms, zone)
  return `${two(h)}:${two(m)}${seconds ? `:${two(s)}` : ''}`
}

/** `19 Mar 2026`. */
function formatDay(ms: number, zone: Zone): string {
  const [year, month, day] = parts(ms, zone)
  return `${String(day)} ${MONTHS[month] ?? ''} ${String(year)}`
}

/** The clock, with its day when that is not the day of `now`. */
export function formatInstant(ms: number, now: number, zone: Zone): string {
  const [year, month, day] = parts(ms, zone)
  const [thisYear, thisMonth, today] = parts(now, zone)
  if (year === thisYear && month === thisMonth && day === today) return formatClock(ms, zone)
  return `${String(day)} ${MONTHS[month] ?? ''}${year === thisYear ? '' : ` ${String(year)}`} ${formatClock(ms, zone)}`
}

/** `14:10:00–14:12:30`, with days where they are not today's or differ. */
export function formatSpan(from: number, to: number, now: number, zone: Zone): string {
  const sameDay = formatDay(from, zone) === formatDay(to, zone)
  return `${formatInstant(from, now, zone)}–${sameDay ? formatClock(to, zone) : formatInstant(to, now, zone)}`
}

/** `YYYY-MM-DD HH:MI:SS` in UTC, as the report operations take it. */
export const formatUtc = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ')

/** How long ago, in one unit: `4 s`, `6 min`, `3 h`, `2 d`. */
export function formatAge(ms: number): string {
  const age = Math.max(0, ms)
  if (age < MINUTE) return `${String(Math.floor(age / SECOND))}${SPACE}s`
  if (age < HOUR) return `${String(Math.floor(age / MINUTE))}${SPACE}min`
  if (age < 2 * DAY) return `${String(Math.floor(age / HOUR))}${SPACE}h`
  return `${String(Math.floor(age / DAY))}${SPACE}d`
}

/** `UTC+2`, `UTC−3:30`, `UTC` at an instant. */
export function zoneName(ms: number, zone: Zone): string {
  const offset = zone === 'utc' ? 0 : -new Date(ms).getTimezoneOffset()
  if (offset === 0) return 'UTC'
  const minutes = Math.abs(offset) % 60
  return `UTC${offset > 0 ? '+' : '−'}${String(Math.floor(Math.abs(offset) / 60))}${minutes === 0 ? '' : `:${two(minutes)}`}`
}
