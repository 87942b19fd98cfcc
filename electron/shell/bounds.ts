export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export const SMALLEST = { width: 720, height: 480 } as const
const USUAL = { width: 1440, height: 900 } as const

const between = (least: number, wanted: number, most: number): number => Math.max(least, Math.min(wanted, most))
const overlap = (a: Area, b: Area): number =>
  Math.max(0, Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)) * Math.max(0, Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y))

/**
 * Where the window opens: where it was, moved and shrunk to lie wholly on the screen it mostly lay on; in the middle of the first screen
 * when its own is gone or it has never been open.
 * @param screens work areas, the first screen first
 */
export function placeWindow(last: Area | undefined, screens: readonly Area[]): Area {
  const first = screens[0] ?? { x: 0, y: 0, ...USUAL }
  const screen = last && screens.filter((one) => overlap(one, last) > 0).sort((a, b) => overlap(b, last) - overlap(a, last))[0]
  const home = screen ?? first
  const width = Math.min(Math.max(last?.width ?? USUAL.width, SMALLEST.width), home.width)
  const height = Math.min(Math.max(last?.height ?? USUAL.height, SMALLEST.height), home.height)
  if (!last || !screen) return { x: home.x + Math.round((home.width - width) / 2), y: home.y + Math.round((home.height - height) / 2), width, height }
  return { x: between(home.x, last.x, home.x + home.width - width), y: between(home.y, last.y, home.y + home.height - height), width, height }
}
