import type { Block } from '../../shared/model/sample.ts'
import self from '../catalog/probes/self.ts'

/** What our own work cost since the last block of the `self` probe. */
export interface Tally {
  /** `failure` in words, undefined when it went well. */
  note(probe: string, ms: number, rows: number, failure?: string): void
  /** The block of everything noted since `begin`, and starts anew. */
  take(begin: number, end: number): Block
}

interface Cost {
  runs: number
  failures: number
  total_ms: number
  max_ms: number
  rows: number
  outcome: string
}

const thousandths = (ms: number): number => Math.round(ms * 1000) / 1000

export function createTally(): Tally {
  let costs = new Map<string, Cost>()
  return {
    note: (probe, ms, rows, failure) => {
      const before = costs.get(probe) ?? { runs: 0, failures: 0, total_ms: 0, max_ms: 0, rows: 0, outcome: 'ok' }
      costs.set(probe, {
        runs: before.runs + 1,
        failures: before.failures + (failure === undefined ? 0 : 1),
        total_ms: thousandths(before.total_ms + ms),
        max_ms: thousandths(Math.max(before.max_ms, ms)),
        rows: before.rows + rows,
        outcome: failure ?? before.outcome,
      })
    },
    take: (begin, end) => {
      const rows = [...costs].map(([probe, cost]) => ({ probe, ...cost }))
      costs = new Map()
      const names = Object.keys(self.columns) as (keyof typeof self.columns)[]
      return {
        probe: self.id,
        begin,
        end,
        flags: [],
        rows: rows.length,
        columns: Object.fromEntries(names.map((name) => [name, rows.map((row) => row[name])])),
      }
    },
  }
}
