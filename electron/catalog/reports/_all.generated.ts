// Written by build/gen.ts. Do not edit.
import sessionHistory from './session-history.ts'

export const reports = [sessionHistory] as const
