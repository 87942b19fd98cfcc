/** How long something is to last, as people say it. */
import { parseRange } from '../app/range.ts'
import type { Zone } from '../../shared/units.ts'

const HOUR = 3_600_000

export const LASTING = ['1 hour', '4 hours', 'Until tomorrow 08:00', 'Until a time', 'Until it is ended'] as const
export type Lasting = (typeof LASTING)[number]

export const isLasting = (text: string): text is Lasting => LASTING.some((one) => one === text)

/** Eight o'clock of the next day. */
function tomorrowMorning(now: number, zone: Zone): number {
  const day = new Date(now)
  return zone === 'utc'
    ? Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate() + 1, 8)
    : new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1, 8).getTime()
}

/** The end in ms; null: none; undefined: `typed` (`18:00`, `2026-03-19 08:00`) says no time that is still to come. */
export function endOf(lasting: Lasting, typed: string, now: number, zone: Zone): number | null | undefined {
  switch (lasting) {
    case '1 hour':
      return now + HOUR
    case '4 hours':
      return now + 4 * HOUR
    case 'Until tomorrow 08:00':
      return tomorrowMorning(now, zone)
    case 'Until a time': {
      const range = parseRange(`now to ${typed}`, now, zone)
      return range?.kind === 'between' ? range.to : undefined
    }
    case 'Until it is ended':
      return null
  }
}
