import { crc32, deflateSync } from 'node:zlib'
import type { TrayState } from './tray-state.ts'

/*
 * PNG, as written here: signature | IHDR (width, height, 8 bits, RGBA) | IDAT (zlib of the rows, each after a zero filter byte) | IEND.
 * A chunk is its length (u32), its name, its bytes and the CRC-32 of name and bytes (u32), big-endian.
 */
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function chunk(name: string, bytes: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), bytes])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(bytes.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** Whether the shape covers a point; both from -1 to 1. */
const SHAPES: Readonly<Record<TrayState, (x: number, y: number) => boolean>> = {
  collecting: (x, y) => Math.hypot(x, y) <= 0.72,
  warning: (x, y) => y <= 0.7 && y >= -0.8 && Math.abs(x) <= (y + 0.8) * 0.55,
  // A square with an exclamation mark cut out.
  critical: (x, y) => Math.max(Math.abs(x), Math.abs(y)) <= 0.75 && !(Math.abs(x) <= 0.13 && ((y >= -0.5 && y <= 0.12) || (y >= 0.3 && y <= 0.52))),
  // A dotted ring.
  off: (x, y) => Math.abs(Math.hypot(x, y) - 0.68) <= 0.15 && Math.floor(((Math.atan2(y, x) + Math.PI) / Math.PI) * 8 + 0.5) % 2 === 0,
}

/** Colours of the states, for systems whose icons are not monochrome. */
const COLOURS: Readonly<Record<TrayState, readonly [number, number, number]>> = {
  collecting: [0x2f, 0xa8, 0x7c],
  warning: [0xe0, 0x9a, 0x12],
  critical: [0xd9, 0x30, 0x4a],
  off: [0x8a, 0x94, 0xa0],
}

const SAMPLES = 4

/** A square PNG of the state's shape, its edges smoothed by sampling. Monochrome is black on nothing: macOS colours it by itself. */
export function drawIcon(state: TrayState, size: number, monochrome: boolean): Buffer {
  const colour = monochrome ? [0, 0, 0] : COLOURS[state]
  const covers = SHAPES[state]
  const at = (pixel: number, sample: number): number => ((pixel + (sample + 0.5) / SAMPLES) / size) * 2 - 1
  const rows = Array.from({ length: size }, (_row, y) => {
    const pixels = Array.from({ length: size }, (_pixel, x) => {
      let hits = 0
      for (let i = 0; i < SAMPLES * SAMPLES; i++) if (covers(at(x, i % SAMPLES), at(y, Math.floor(i / SAMPLES)))) hits++
      return [...colour, Math.round((255 * hits) / (SAMPLES * SAMPLES))]
    })
    return Buffer.from([0, ...pixels.flat()])
  })
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  header.set([8, 6, 0, 0, 0], 8)
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', deflateSync(Buffer.concat(rows))), chunk('IEND', Buffer.alloc(0))])
}
