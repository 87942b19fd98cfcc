import { utc, zoneOf, type Zone } from '../../kernel/zone.ts'

/** Times of the log as ms since the epoch; the zone is the server's log_timezone, and UTC where its name is not known here. */
export function instantsIn(timezone: string): (time: string) => number | null {
  let zone: Zone = utc
  try {
    zone = zoneOf(timezone)
  } catch {
    // a zone in the notation of POSIX
  }
  return (time) => {
    // %n: seconds since the epoch
    if (/^\d{9,}\.\d{3}$/.test(time)) return Math.round(Number(time) * 1000)
    const [, day, clock, fraction = ''] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(\.\d+)?/.exec(time) ?? []
    const wall = Date.parse(`${day ?? ''}T${clock ?? ''}Z`)
    return Number.isNaN(wall) ? null : zone.instantOf(wall) + Math.round(Number(`0${fraction}`) * 1000)
  }
}
