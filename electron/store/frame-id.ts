/**
 * Where a minute of an instance and probe lies: id = (instance * 128 + probe) * 2^26 + minute since the epoch. Minutes fit until 2097, and the
 * whole into the 53 bits of an exact number for a million instances. One instance's minutes of one probe lie side by side in the file.
 * Hours and days have the id of their first minute; they begin when UTC's do.
 */
const PROBES = 128
const MINUTES = 2 ** 26
export const MINUTE_MS = 60_000
export const HOUR = 60
export const DAY = 1440

/** One instance and probe. */
export const seriesOf = (instance: number, probe: number): number => instance * PROBES + probe

/** Id of the minute in which `ms` lies. */
export const frameId = (series: number, ms: number): number => series * MINUTES + Math.min(MINUTES - 1, Math.max(0, Math.floor(ms / MINUTE_MS)))

/** ids of a series: from <= id < to */
export const seriesRange = (series: number): readonly [from: number, to: number] => [series * MINUTES, (series + 1) * MINUTES]

/** Begin of the minute, ms since the epoch. */
export const baseOf = (id: number): number => (id % MINUTES) * MINUTE_MS

/** Id of the hour or day (its length in minutes) in which a minute lies. */
export const spanId = (id: number, minutes: number): number => id - ((id % MINUTES) % minutes)

/** The series of an id. */
export const seriesIn = (id: number): number => Math.floor(id / MINUTES)

/** The probe's number of an id. */
export const probeOf = (id: number): number => Math.floor(id / MINUTES) % PROBES

export const instanceOf = (id: number): number => Math.floor(id / MINUTES / PROBES)

/** Whether a reading that ends then can be filed at all. */
export const isFileable = (end: number): boolean => end >= 0 && end < MINUTES * MINUTE_MS
