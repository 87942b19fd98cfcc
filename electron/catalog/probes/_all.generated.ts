// Written by build/gen.ts. Do not edit.
import type { Probe } from '../define.ts'

export const probes: readonly Probe[] = []
