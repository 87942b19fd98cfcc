import * as fs from 'node:fs'
import * as z from 'zod'
import { writeAtomic } from '../kernel/files.ts'

const Whole = z.number().int()
const Memory = z.object({
  /** What closing the window does; '' until it was asked. */
  close: z.enum(['', 'keep', 'quit']).catch(''),
  theme: z.enum(['light', 'dark', 'system']).catch('system'),
  bounds: z.object({ x: Whole, y: Whole, width: Whole, height: Whole }).optional().catch(undefined),
  maximized: z.boolean().catch(false),
  view: z.string().catch(''),
})

/** What the desktop remembers between starts; nothing the core needs. */
export type Remembered = z.infer<typeof Memory>

export interface DesktopMemory {
  readonly now: Remembered
  keep(change: Partial<Remembered>): void
}

/** A file that is missing or damaged is as good as none: there is nothing in it that cannot be chosen again. */
export function openMemory(file: string): DesktopMemory {
  const found = Memory.safeParse(read(file))
  let now = found.success ? found.data : Memory.parse({})
  return {
    get now() {
      return now
    },
    keep: (change) => {
      now = { ...now, ...change }
      writeAtomic(file, JSON.stringify(now))
    },
  }
}

function read(file: string): unknown {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
