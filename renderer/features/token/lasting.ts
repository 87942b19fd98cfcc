const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** What is left of a token's life: `18 h 31 min`, `4 min`, `less than a minute`. */
export function lengthWords(ms: number): string {
  if (ms < MINUTE) return 'less than a minute'
  const hours = Math.floor(ms / HOUR)
  const minutes = Math.floor((ms % HOUR) / MINUTE)
  return hours === 0 ? `${String(minutes)} min` : `${String(hours)} h ${String(minutes)} min`
}
