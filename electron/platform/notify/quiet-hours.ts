import type { Zone } from '../../kernel/zone.ts'

const minutes = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5))

/** Whether an instant lies in the hours, which may go past midnight; equal times are the whole day. */
export function isQuiet({ from, to }: { readonly from: string; readonly to: string }, now: number, zone: Zone): boolean {
  const at = minutes(zone.plain(now).slice(11, 16))
  const [begin, end] = [minutes(from), minutes(to)]
  return begin < end ? at >= begin && at < end : at >= begin || at < end
}
