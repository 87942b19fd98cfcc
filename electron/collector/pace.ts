import type { RawReading } from './reading.ts'

/** Ids that stay unused: the server stops assigning transaction ids this long before they would wrap. */
const LIMIT = 2 ** 31 - 3_000_000
const DAY = 86_400_000
const HOUR = 3_600_000

/** Fills `days_left` of `wraparound` by the pace since an earlier reading, at least an hour old. Pure. */
export function withDaysLeft(earlier: RawReading | undefined, next: RawReading): RawReading {
  const elapsed = earlier === undefined ? 0 : next.takenAt - earlier.takenAt
  const used = Number(next.columns['xids']?.[0] ?? 0) - Number(earlier?.columns['xids']?.[0] ?? 0)
  const ages = next.columns['xid_age'] ?? []
  // kept in tenths, as the column is declared
  const left = ages.map((age) => (elapsed < HOUR || used <= 0 ? null : Math.max(0, Math.round(((LIMIT - Number(age)) / used) * (elapsed / DAY) * 10))))
  return { ...next, columns: { ...next.columns, days_left: left } }
}
