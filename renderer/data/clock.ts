/** The platform's clock as the screen knows it: ours, corrected by what the platform last told. Ranges are asked for in its time. */
let offset = 0

export const now = (): number => Math.round(Date.now() + offset)

export function learnServerTime(serverMs: number, sentAt: number, receivedAt: number): void {
  offset += serverMs - (sentAt + receivedAt) / 2
}

/** How far this computer's clock is behind the platform's, ms. */
export const clockOffset = (): number => offset
