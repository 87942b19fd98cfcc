import type { Crew } from './crews.ts'

/** The made-up day in seconds: rush hours and one batch window, repeated for ever. The first window comes soon, so that a first look sees one. */
const RUSH = { every: 210, from: 25, to: 60 } as const
const NIGHT = { every: 270, from: 75, to: 130 } as const

const within = (span: { every: number; from: number; to: number }, seconds: number): boolean => {
  const at = seconds % span.every
  return at >= span.from && at < span.to
}

/** How busy a crew is `seconds` after the start: 1 is ordinary, 0 is asleep; think times are divided by it. */
export function intensity(rhythm: Crew['rhythm'], seconds: number): number {
  if (rhythm === 'steady') return 1
  if (rhythm === 'night') return within(NIGHT, seconds) ? 1 : 0
  const swell = 1 + 0.35 * Math.sin((2 * Math.PI * seconds) / 420)
  return within(RUSH, seconds) ? 2.5 * swell : swell
}
