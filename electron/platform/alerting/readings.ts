import type { Probe } from '../../catalog/define.ts'
import { probes } from '../../catalog/probes/_all.generated.ts'
import type { RuleReading } from '../../catalog/rule.ts'
import type { ReadHistory, ScanBlock, StoredObject } from '../../store/store.ts'
import type { Effective } from './thresholds.ts'

const declared: ReadonlyMap<string, Probe> = new Map(probes.map((probe) => [probe.id, probe]))

/** Columns by probe that the rules read. Labels of keyed probes lie with their objects and are not scanned. */
export function columnsFor(rules: readonly Effective[]): ReadonlyMap<string, readonly string[]> {
  const columns = new Map<string, Set<string>>()
  for (const { form } of rules)
    for (const [probe, names] of Object.entries(form.reads)) {
      const all = columns.get(probe) ?? new Set()
      columns.set(probe, all)
      for (const name of names) all.add(name)
    }
  return new Map([...columns].map(([probe, names]) => [probe, [...names]]))
}

/** Objects of keyed probes, looked up when a text is asked for. Keys never change, so what was found once stands for them. */
export interface Texts {
  text(probe: Probe, instance: number, object: number, name: string): string | null
  /** Labels may have changed since. */
  refresh(): void
}

/** Objects of an instance and probe; more of them are not kept beyond a round. */
const KEPT = 200

export function createTexts(history: ReadHistory): Texts {
  const kept = new Map<string, ReadonlyMap<number, StoredObject>>()
  const fresh = new Map<string, ReadonlyMap<number, StoredObject>>()
  return {
    text(probe, instance, object, name) {
      const of = `${probe.id} ${String(instance)}`
      const known = probe.columns[name]?.kind === 'key' ? kept.get(of)?.get(object) : undefined
      if (known !== undefined) return known.values[name] ?? null
      const objects = fresh.get(of) ?? history.objects(probe.id, [instance])
      fresh.set(of, objects)
      if (objects.size <= KEPT) kept.set(of, objects)
      return objects.get(object)?.values[name] ?? null
    },
    refresh() {
      fresh.clear()
    },
  }
}

/** The readings of a block, as rules look at them. */
function readingsOf(block: ScanBlock, probe: Probe, texts: Texts): RuleReading[] {
  // A span added up is no minute any more.
  if (block.span !== undefined) return []
  const { instance, numbers, labels, object } = block
  return Array.from({ length: block.readings }, (_, at) => {
    const top = block.first[at] ?? 0
    const [begin, end] = [block.begin[at] ?? 0, block.end[at] ?? 0]
    const paused = block.flags[at]?.includes('gap') ?? false
    return {
      end,
      seconds: (end - begin) / 1000,
      rows: (block.first[at + 1] ?? top) - top,
      object: (row) => object?.[top + row] ?? -1,
      number: (name, row) => (paused && probe.columns[name]?.kind === 'counter' ? NaN : (numbers[name]?.[top + row] ?? NaN)),
      text: (name, row) => {
        const label = labels[name]
        if (label !== undefined) return label.values[label.codes[top + row] ?? -1] ?? null
        return object === undefined ? null : texts.text(probe, instance, object[top + row] ?? -1, name)
      },
    }
  })
}

/** Readings of one probe that end in [from, to), by instance, oldest first. */
export function scanReadings(
  history: ReadHistory,
  texts: Texts,
  request: { readonly probe: string; readonly instances: readonly number[]; readonly from: number; readonly to: number; readonly columns: readonly string[] },
): ReadonlyMap<number, readonly RuleReading[]> {
  const found = new Map<number, RuleReading[]>()
  const probe = declared.get(request.probe)
  if (probe === undefined) throw new Error(`there is no probe "${request.probe}"`)
  for (const block of history.scan(request)) {
    const all = found.get(block.instance) ?? []
    found.set(block.instance, all)
    all.push(...readingsOf(block, probe, texts))
  }
  return found
}

const NONE: readonly RuleReading[] = []

/** Index of the first reading that does not end before `at`; they are in order. */
function firstAt(readings: readonly RuleReading[], at: number): number {
  let [low, high] = [0, readings.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((readings[middle]?.end ?? Infinity) < at) low = middle + 1
    else high = middle
  }
  return low
}

/** Those of a span, out of readings in order. */
export function within(readings: readonly RuleReading[] | undefined, begin: number, end: number): readonly RuleReading[] {
  if (readings === undefined || readings.length === 0) return NONE
  const [top, behind] = [firstAt(readings, begin), firstAt(readings, end)]
  return top === 0 && behind === readings.length ? readings : readings.slice(top, behind)
}
