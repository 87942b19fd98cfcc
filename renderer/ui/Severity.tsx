import type { AlertState } from '../../shared/model/alert.ts'
import { Status, type StatusKind } from './Feedback.tsx'

const SHOWN: Readonly<Record<AlertState, readonly [kind: StatusKind, word: string]>> = {
  CRITICAL: ['crit', 'Critical'],
  WARNING: ['warn', 'Warning'],
  OK: ['ok', 'OK'],
}

/** How bad it is, as shape, word and colour. */
export function Severity({ state, word }: { readonly state: AlertState; readonly word?: string }) {
  const [kind, own] = SHOWN[state]
  return <Status kind={kind}>{word ?? own}</Status>
}

/** Sorts the worst first. */
export const severityRank = (state: AlertState): number => (state === 'CRITICAL' ? 2 : state === 'WARNING' ? 1 : 0)
