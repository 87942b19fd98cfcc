/** Times of the interfaces: as written by callers, as shown to them; in UTC or in a named time zone, daylight saving included. */

const QUARTER = 900_000

/** `YYYY-MM-DD`, `YYYY-MM-DD HH:MI` or `YYYY-MM-DD HH:MI:SS` as if it were UTC, ms since the epoch; undefined when it is no such time. */
export function parseWall(text: string): number | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})(?: (\d{2}):(\d{2})(?::(\d{2}))?)?$/.exec(text)
  if (match === null) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1).map((part: string | undefined) => Number(part ?? 0))
  const at = Date.UTC(year, month - 1, day, hour, minute, second)
  // Date.UTC carries 30 February over to March; such a day does not exist.
  const same = new Date(at).toISOString().startsWith(text.slice(0, 10)) && hour < 24 && minute < 60 && second < 60
  return same && year > 0 ? at : undefined
}

export interface Zone {
  /** IANA name, or `Z` for `utc`; `zoneOf` gives the same zone for it. */
  readonly name: string
  /** The instant of a wall-clock time: in a gap of spring the time after it, in the doubled hour of autumn the first. */
  instantOf(wall: number): number
  /** Minutes east of UTC at an instant. */
  offsetAt(instant: number): number
  /** ISO 8601 with seconds and `Z` or the offset. */
  iso(instant: number): string
  /** `YYYY-MM-DD HH:MI:SS`. */
  plain(instant: number): string
}

const two = (n: number): string => String(n).padStart(2, '0')

const HOUR = 3600
const TWO = Array.from({ length: 60 }, (_, n) => two(n))
/** `YYYY-MM-DDTHH:` of the hours that were asked for, because those of a report come again and again. */
const hours = new Map<number, string>()
const MOST_HOURS = 10_000

function hourText(hour: number): string {
  const known = hours.get(hour)
  if (known !== undefined) return known
  if (hours.size >= MOST_HOURS) hours.clear()
  const text = new Date(hour * HOUR * 1000).toISOString()
  const made = text.slice(0, text.indexOf(':') + 1)
  hours.set(hour, made)
  return made
}

/** `YYYY-MM-DDTHH:MI:SS` */
function wallText(wall: number): string {
  const seconds = Math.floor(wall / 1000)
  const hour = Math.floor(seconds / HOUR)
  const rest = seconds - hour * HOUR
  return `${hourText(hour)}${TWO[Math.floor(rest / 60)] ?? ''}:${TWO[rest % 60] ?? ''}`
}

export const utc: Zone = {
  name: 'Z',
  instantOf: (wall) => wall,
  offsetAt: () => 0,
  iso: (instant) => `${wallText(instant)}Z`,
  plain: (instant) => wallText(instant).replace('T', ' '),
}

/** A zone by its IANA name; an unknown one throws a RangeError. */
export function zoneOf(name: string): Zone {
  if (name === utc.name) return utc
  const format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' })
  // Offsets change on quarters of an hour only, and asking Intl for each row of a report would take most of its time.
  const known = new Map<number, number>()
  const offsetAt = (instant: number): number => {
    const quarter = Math.floor(instant / QUARTER)
    let minutes = known.get(quarter)
    if (minutes === undefined) {
      const text = format.formatToParts(quarter * QUARTER).find((part) => part.type === 'timeZoneName')?.value ?? 'GMT'
      const [, sign = '+', hours = '0', rest = '0'] = /GMT([+-])(\d{2}):(\d{2})/.exec(text) ?? []
      minutes = (Number(hours) * 60 + Number(rest)) * (sign === '-' ? -1 : 1)
      known.set(quarter, minutes)
    }
    return minutes
  }
  const shifted = (instant: number): string => wallText(instant + offsetAt(instant) * 60_000)
  return {
    name,
    offsetAt,
    instantOf: (wall) => {
      const offsets = [offsetAt(wall - 86_400_000), offsetAt(wall + 86_400_000)]
      const fitting = offsets.map((minutes) => wall - minutes * 60_000).filter((instant) => instant + offsetAt(instant) * 60_000 === wall)
      // In the gap neither offset gives this wall time; the one before the change moves it on by the gap's length.
      return fitting.length > 0 ? Math.min(...fitting) : wall - (offsets[0] ?? 0) * 60_000
    },
    iso: (instant) => {
      const offset = offsetAt(instant)
      const minutes = Math.abs(offset)
      return `${shifted(instant)}${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
    },
    plain: (instant) => shifted(instant).replace('T', ' '),
  }
}
