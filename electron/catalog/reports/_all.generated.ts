// Written by build/gen.ts. Do not edit.
import type { ReportForm } from '../define.ts'

export const reports: readonly ReportForm[] = []
