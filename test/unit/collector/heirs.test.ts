import { expect, test } from 'vitest'
import { defineProbe } from '../../../electron/catalog/define.ts'
import { diff } from '../../../electron/collector/diff.ts'
import type { RawReading } from '../../../electron/collector/reading.ts'

const probe = defineProbe({
  id: 'parts',
  doc: '',
  shape: 'rows',
  scope: 'instance',
  every: 60,
  inherits: ['name'],
  sql: {},
  columns: { oid: { kind: 'key', doc: '' }, name: { kind: 'label', doc: '' }, scans: { kind: 'counter', doc: '' }, blocks: { kind: 'counter', doc: '' } },
})
type Part = readonly [oid: string, name: string, scans: number | bigint | null, blocks: number]
const server = { system: '1', timeline: '1', inRecovery: false, seesAll: true, extension: null, startedAt: 0 }
const reading = (minute: number, ...parts: readonly Part[]): RawReading => ({
  ...{ takenAt: minute * 60_000, server, rows: parts.length },
  columns: {
    oid: parts.map(([oid]) => oid),
    name: parts.map(([, name]) => name),
    scans: parts.map(([, , scans]) => scans),
    blocks: parts.map(([, , , blocks]) => blocks),
  },
})
/** The increments of scans by oid. */
const scans = (before: RawReading, next: RawReading): Record<string, unknown> => {
  const { columns } = diff(probe, before, next, 60_000)
  return Object.fromEntries((columns['oid'] ?? []).map((oid, row) => [String(oid), columns['scans']?.[row] ?? null]))
}

test.each<readonly [what: string, before: readonly Part[], next: readonly Part[], scans: Record<string, number>]>([
  [
    'takes over name and counters',
    [['1', 'a', 500, 90]],
    [
      ['1', 'a', 500, 90],
      ['2', 'a', 507, 95],
    ],
    { '1': 0, '2': 7 },
  ],
  [
    'was there under another name',
    [
      ['1', 'a', 500, 90],
      ['2', 'a_new', 0, 30],
    ],
    [
      ['1', 'a_old', 500, 90],
      ['2', 'a', 507, 95],
    ],
    { '1': 0, '2': 7 },
  ],
  [
    'has done more than who had the name',
    [
      ['1', 'a', 2, 1],
      ['2', 'a_new', 40, 30],
    ],
    [['2', 'a', 50, 30]],
    { '2': 10 },
  ],
  [
    'was given a little less than is known of the old one by now',
    [['1', 'a', 500, 90]],
    [
      ['1', 'a', 500, 90],
      ['2', 'a', 507, 89],
    ],
    { '1': 0, '2': 7 },
  ],
  ['counts beyond 2^53', [['1', 'a', 9_007_199_254_740_993n, 1]], [['2', 'a', 9_007_199_254_740_995n, 1]], { '2': 2 }],
])('a row that %s goes on from there', (_, before, next, expected) => {
  expect(scans(reading(1, ...before), reading(2, ...next))).toEqual(expected)
})

test.each<readonly [what: string, before: readonly Part[], next: readonly Part[], scans: Record<string, number>]>([
  ['is new under that name and has counted less', [['1', 'a', 500, 90]], [['2', 'a', 5, 95]], { '2': 5 }],
  ['is new under that name and has counted less of one thing', [['1', 'a', 3, 90]], [['2', 'a', 5, 40]], { '2': 5 }],
  [
    'has a name of its own',
    [['1', 'a', 500, 90]],
    [
      ['1', 'a', 500, 90],
      ['2', 'b', 507, 95],
    ],
    { '1': 0, '2': 507 },
  ],
  // The old one is carried along until everything is read again.
  [
    'has had the name for a minute',
    [
      ['1', 'a', 500, 90],
      ['2', 'a', 507, 95],
    ],
    [
      ['1', 'a', 500, 90],
      ['2', 'a', 509, 95],
    ],
    { '1': 0, '2': 2 },
  ],
])('a row that %s counts by itself', (_, before, next, expected) => {
  expect(scans(reading(1, ...before), reading(2, ...next))).toEqual(expected)
})
