import type { Probe } from '../catalog/define.ts'
import { cell } from './cells.ts'
import { isUsable, PART_MARKS, toldIn, type Part } from './parts.ts'
import { narrow, readNumber, toReading, type RawCell, type RawReading } from './reading.ts'
import type { Rows } from './target.ts'

/** What came of finding what moved. */
export interface Retold {
  /** The rows that follow from the reading before and from what is told of them and of their parts. */
  readonly reading: RawReading
  /** Oids of those rows, but for rows of which only parts moved. */
  readonly own: readonly string[]
  /** Oids for which that is not enough: they are to be read. */
  readonly left: readonly string[]
}

/** `found`: the answer to what the probe `finds`. Its first column is the key that both have. Pure. */
export function retold(probe: Probe, before: RawReading, found: Rows, of: Pick<RawReading, 'takenAt' | 'server'>): Retold {
  const [key = ''] = found.names
  const [partAt, namedAt, markAt, toldAt, changesAt] = ['part', 'named', 'mark', 'told', 'part_changes'].map((name) => found.names.indexOf(name))
  const textOf = (row: Rows['rows'][number], at: number | undefined): string | null => row[at ?? -1] ?? null
  const rowOf = new Map((before.columns[key] ?? []).map((oid, row) => [oid, row]))
  const marks = before.columns[PART_MARKS] ?? []
  const rowOfPart = new Map(
    found.rows.some((row) => textOf(row, partAt) !== null) ? marks.flatMap((told, row) => toldIn(told).map(({ oid }) => [oid, row] as const)) : [],
  )

  const left: string[] = []
  const own = new Map<number, Rows['rows'][number]>()
  const parts = new Map<number, Map<string, Part>>()
  for (const answer of found.rows) {
    const [oid = null] = answer
    const [part] = toldIn(textOf(answer, partAt))
    const row = part === undefined ? rowOf.get(oid) : rowOfPart.get(part.oid)
    const known = row === undefined ? [] : toldIn(marks[row])
    const isNamed =
      part === undefined
        ? row !== undefined && cell(before, 'named', row) === textOf(answer, namedAt)
        : known.some(({ oid, named }) => oid === part.oid && named === part.named)
    const areKept = row !== undefined && known.every(isUsable) && cell(before, 'part_changes', row) === textOf(answer, changesAt)
    if (row === undefined || !isNamed || !areKept) left.push(oid ?? '0')
    else if (part === undefined) own.set(row, answer)
    else parts.set(row, (parts.get(row) ?? new Map<string, Part>()).set(part.oid, part))
  }

  const rows = [...new Set([...own.keys(), ...parts.keys()])]
  const told = toReading(
    probe,
    ['named', 'mark', 'told'],
    rows.map((row) => [namedAt, markAt, toldAt].map((at) => textOf(own.get(row) ?? [], at))),
    of.takenAt,
    of.server,
  )
  const toldNames = new Set(['named', 'mark', ...(probe.packed?.['told'] ?? [])])
  const columns = Object.fromEntries(
    Object.keys(before.columns).map((name) => [
      name,
      rows.map((row, n): RawCell => {
        if (name === PART_MARKS) return withParts(marks[row] ?? null, parts.get(row))
        return cell(toldNames.has(name) && own.has(row) ? told : before, name, toldNames.has(name) && own.has(row) ? n : row)
      }),
    ]),
  )
  return { reading: withAdded(probe, { ...of, rows: rows.length, columns }), own: [...own.values()].map(([oid]) => oid ?? '0'), left }
}

/** What is told of the parts of a row, with those that moved in their places. */
function withParts(told: RawCell, moved: ReadonlyMap<string, Part> | undefined): RawCell {
  if (moved === undefined) return told
  return toldIn(told)
    .map((part) => {
      const now = moved.get(part.oid)
      return now === undefined ? part.text : now.text.replace('::', () => `:${part.state}:`)
    })
    .join(',')
}

/**
 * Fills in what is added up over the parts of each row that queries may use. While an index is built anew beside the old one, one of them is usable at a time, and both may have the
 * counters of the old. Pure.
 */
export function withAdded(probe: Probe, reading: RawReading): RawReading {
  if (probe.adds === undefined) return reading
  const parts = (reading.columns[PART_MARKS] ?? []).map((told) => toldIn(told).filter(isUsable))
  const added = Object.entries(probe.adds).map(([name, { number, own, latest }]) => [
    name,
    parts.map((of, row): RawCell => {
      if (of.length === 0) return null
      const numbers = of.flatMap(({ numbers }) => (numbers[number] ? (readNumber(numbers[number], 1) ?? []) : []))
      if (latest) return numbers.reduce<number | bigint | null>((last, one) => (last === null || one > last ? one : last), null)
      const mine = own === undefined ? 0 : cell(reading, own, row)
      return numbers.reduce(plus, typeof mine === 'string' || mine === null ? 0 : mine)
    }),
  ])
  return { ...reading, columns: { ...reading.columns, ...(Object.fromEntries(added) as Record<string, RawCell[]>) } }
}

/** Exact beyond 2^53 too. */
function plus(a: number | bigint, b: number | bigint): number | bigint {
  const sum = typeof a === 'number' && typeof b === 'number' ? a + b : NaN
  return Number.isSafeInteger(sum) ? sum : narrow(BigInt(a) + BigInt(b))
}
