import type { Probe } from '../../catalog/define.ts'
import { probes } from '../../catalog/probes/_all.generated.ts'
import type { CountBlock } from '../../store/counted.ts'
import type { ScanBlock } from '../../store/store.ts'
import { checkRows, MOST_ROWS } from './limit.ts'
import { numericColumns, shown } from './columns.ts'
import { rowOf, type Asked, type Row } from './rows.ts'
import { slicesOf, type Slice } from './slices.ts'

/** Rows as they are stored; or samples of an hour or day, of which a row stands for all that are alike. */
interface Block extends Pick<ScanBlock, 'instance' | 'begin' | 'end' | 'first' | 'labels'> {
  readonly numbers: ScanBlock['numbers']
  readonly counted?: Pick<CountBlock, 'resolution' | 'samples'> & { readonly weight: ArrayLike<number> }
}

/** The rows of one reading that the report keeps. */
interface Reading {
  readonly block: Block
  readonly at: number
  readonly rows: readonly number[]
}

const labelIn =
  (block: Block, row: number) =>
  (name: string): string | null => {
    const column = block.labels[name]
    return column === undefined ? null : (column.values[column.codes[row] ?? -1] ?? null)
  }

/** What is kept in the place of samples, and what is kept as it is. */
function* blocksOf({ form, history, ids }: Asked, { from, to }: Slice, columns: readonly string[]): Generator<Block> {
  const probe = form.reads[0] ?? ''
  if (isCounted(probe))
    for (const block of history.count({ probe, instances: ids, from, to, by: columns.filter((name) => isLabel(probe, name)), samples: 'none' }))
      yield { ...block, numbers: {}, counted: { resolution: block.resolution, samples: block.samples, weight: block.weight() } }
  yield* history.scan({ probe, instances: ids, from, to, columns })
}

const declared = new Map(probes.map((probe): [string, Probe] => [probe.id, probe]))
const isCounted = (probe: string): boolean => declared.get(probe)?.tally !== undefined
const isLabel = (probe: string, name: string): boolean => ['key', 'label'].includes(declared.get(probe)?.columns[name]?.kind ?? '')

function* readingsOf(asked: Asked, slice: Slice, columns: readonly string[]): Generator<Reading> {
  const { form, request } = asked
  for (const block of blocksOf(asked, slice, columns)) {
    for (let at = 0; at < block.end.length; at++) {
      const rows: number[] = []
      for (let row = block.first[at] ?? 0; row < (block.first[at + 1] ?? 0); row++) {
        if (block.counted?.samples[row] === 0) continue
        const label = labelIn(block, row)
        if ((request.md5 === undefined || label('query_md5_id') === request.md5) && (form.keep?.(label, request.include) ?? true)) rows.push(row)
      }
      if (rows.length > 0) yield { block, at, rows }
    }
  }
}

/** The labels that say which rows there are. */
function kept({ form, request }: Asked): readonly string[] {
  const asked = new Set<string>(form.statement ? ['query_md5_id'] : [])
  form.keep?.((name) => {
    asked.add(name)
    return null
  }, request.include)
  return [...asked]
}

/** A row per stored row, in order of time. What may be refused is refused before the first byte is sent; the rows are made part by part. */
export function raw(asked: Asked): Iterable<Row> {
  // What is stored is counted without being decoded; only when that is too much do the labels say how much of it is kept.
  if (stored(asked) > MOST_ROWS) checkRows(counted(asked), asked.request)
  return rowsOf(asked)
}

function stored(asked: Asked): number {
  let count = 0
  for (const { end, first } of blocksOf(asked, asked.request, [])) count += first[end.length] ?? 0
  return count
}

function counted(asked: Asked): number {
  let count = 0
  for (const { rows } of readingsOf(asked, asked.request, kept(asked))) count += rows.length
  return count
}

function* rowsOf(asked: Asked): Generator<Row> {
  const { form, history, request } = asked
  const numbers = numericColumns(form)
  const byName = new Map(numbers.map((column) => [column.name, column]))
  const withText = Object.values(form.columns).some((column) => column.text)
  const labels = Object.values(form.columns).flatMap(({ label }) => label ?? [])
  const columns = [...new Set([...labels, ...kept(asked), ...numbers.map(({ from }) => from), ...(withText ? ['query_md5_id'] : [])])]
  const texts = new Map<string, string | null>()
  const textOf = (md5: string | null): string | null => {
    if (md5 === null) return null
    const text = texts.get(md5) ?? history.texts([md5]).get(md5) ?? null
    texts.set(md5, text)
    return text
  }
  let count = 0
  for (const slice of slicesOf(request, asked, 1, () => count)) {
    const readings = [...readingsOf(asked, slice, columns)]
    readings.sort((a, b) => (a.block.end[a.at] ?? 0) - (b.block.end[b.at] ?? 0) || a.block.instance - b.block.instance)
    count = 0
    for (const { block, at, rows } of readings) {
      const instance = asked.instances.get(block.instance)
      const begin = block.begin[at] ?? 0
      const end = block.end[at] ?? 0
      if (instance === undefined) continue
      count += rows.length
      const time = asked.zone.iso(end)
      for (const row of rows) {
        const label = labelIn(block, row)
        const number = (name: string): number | null => {
          const column = byName.get(name)
          return column === undefined ? null : shown(block.numbers[column.from]?.[row] ?? NaN, column)
        }
        const { resolution = 'sample', samples, weight } = block.counted ?? {}
        const span = (weight?.[row] ?? end - begin) / 1000
        yield rowOf(asked, {
          instance,
          time,
          label,
          number,
          span,
          samples: samples?.[row] ?? 1,
          resolution,
          text: withText ? textOf(label('query_md5_id')) : null,
        })
      }
    }
  }
}
