/** Which colour what has. Names of tokens, so that both themes follow; the canvas asks for their present value. */

/** Wait classes in stack order, bottom to top. */
const WAIT_CLASSES = ['CPU', 'IO', 'BufferPin', 'LWLock', 'Lock', 'IPC', 'Timeout', 'Client', 'IdleTx', 'Extension', 'Activity', 'Other'] as const

/** PostgreSQL 13 to 19 name some classes differently; a class we do not know has the colour of Other and its own name. */
const KNOWN = new Map<string, string>([
  ...WAIT_CLASSES.map((name) => [name, name.toLowerCase()] as const),
  ['Buffer', 'bufferpin'],
  ['IdleInTransaction', 'idletx'],
  ['InjectionPoint', 'other'],
])

export const waitColour = (name: string | null): string => `--w-${KNOWN.get(name ?? 'CPU') ?? 'other'}`

/** Place in the stack: known classes in their fixed order, others above them. */
export function waitOrder(name: string | null): number {
  const at = WAIT_CLASSES.findIndex((known) => `--w-${known.toLowerCase()}` === waitColour(name))
  return name === 'Other' ? 99 : at === -1 || waitColour(name) === '--w-other' ? 98 : at
}

/** Colour of the n-th largest value (0..4) of any other dimension. */
export const rankColour = (rank: number): string => (rank < 5 ? `--r-${String(rank + 1)}` : '--w-other')

/** The present value of a token, as canvas needs it. */
export function valueOf(token: string): string {
  const probe = document.createElement('i')
  probe.style.color = `var(${token})`
  document.body.append(probe)
  const value = getComputedStyle(probe).color
  probe.remove()
  return value
}
