// Written by build/gen.ts. Do not edit.
import type { Check } from '../define.ts'

export const checks: readonly Check[] = []
