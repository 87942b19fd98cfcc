import type { Probe } from '../catalog/define.ts'
import type { ReadDb } from './db.ts'
import { seriesOf } from './frame-id.ts'
import type { ObjectTable } from './object-table.ts'

/** Objects that are kept in memory, of all series together: about 50 bytes each. Beyond it some go. */
const MOST = 1_000_000
/** Different texts that they may have: about 100 bytes each. Beyond it everything kept is dropped, also those of objects that are long gone. */
const MOST_TEXTS = 2_000_000
/** New ones that are looked at one by one; of more everything kept is dropped. */
const MANY = 50_000
const STRIDE = 7919

/** Stands in `renamed` for objects that were deleted, which are not named one by one. */
export const GONE = 0

type Text = string | null

/** Texts by their numbers, of all series together: servers have much in common. Number 0 is null. */
interface Pool {
  readonly values: Text[]
  readonly codeOf: Map<Text, number>
}

interface Kept {
  count: number
  id: Float64Array
  firstSeen: Float64Array
  /** Numbers of texts by column. */
  readonly columns: Map<string, Uint32Array>
  /** Combinations asked for, until an object changes. */
  readonly combined: Map<string, ReturnType<ObjectTable['combined']>>
}

interface ObjectRow {
  readonly id: number
  readonly instance: number
  readonly probe: number
  /** Values of the key columns and latest ones of the label columns, each as a JSON object. */
  readonly key: string
  readonly labels: string
  readonly first_seen: number
}

/** The same as a list, in half the time: half a million of them may be read at once. */
type ObjectList = readonly [id: number, key: string, labels: string, firstSeen: number]

const emptyPool = (): Pool => ({ values: [null], codeOf: new Map([[null, 0]]) })

function numberOf({ values, codeOf }: Pool, text: Text): number {
  const known = codeOf.get(text)
  if (known !== undefined) return known
  const code = values.push(text) - 1
  codeOf.set(text, code)
  return code
}

function fill(kept: Kept, at: number, [id, key, labels, firstSeen]: ObjectList, pool: Pool): void {
  // As objects.ts writes them: a column is in one of the two.
  const [keys, latest] = [JSON.parse(key) as Record<string, Text>, JSON.parse(labels) as Record<string, Text>]
  kept.id[at] = id
  kept.firstSeen[at] = firstSeen
  for (const [name, codes] of kept.columns) codes[at] = numberOf(pool, latest[name] ?? keys[name] ?? null)
  kept.combined.clear()
}

const twice = <T extends Float64Array | Uint32Array>(list: T, longer: T): T => {
  longer.set(list)
  return longer
}

const listed = ({ id, key, labels, first_seen }: ObjectRow): ObjectList => [id, key, labels, first_seen]

function append(kept: Kept, row: ObjectList, pool: Pool): void {
  const at = kept.count++
  if (at >= kept.id.length) {
    const size = Math.max(64, at * 2)
    kept.id = twice(kept.id, new Float64Array(size))
    kept.firstSeen = twice(kept.firstSeen, new Float64Array(size))
    for (const [name, codes] of kept.columns) kept.columns.set(name, twice(codes, new Uint32Array(size)))
  }
  fill(kept, at, row, pool)
}

/** Where an id is in ascending ones; -1 where it is not. */
function placeIn(ids: Float64Array, count: number, id: number): number {
  let [low, high] = [0, count - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    const there = ids[middle] ?? 0
    if (there === id) return middle
    if (there < id) low = middle + 1
    else high = middle - 1
  }
  return -1
}

/** Numbers the combinations of some columns in the order in which they come. */
function combine(columns: readonly Uint32Array[], count: number, texts: number): ReturnType<ObjectTable['combined']> {
  let of = new Uint32Array(count)
  let size = count === 0 ? 0 : 1
  for (const codes of columns) {
    const next = new Uint32Array(count)
    const known = new Map<number, number>()
    for (let at = 0; at < count; at++) {
      // Far below 2^53.
      const key = (of[at] ?? 0) * texts + (codes[at] ?? 0)
      let number = known.get(key)
      if (number === undefined) known.set(key, (number = known.size))
      next[at] = number
    }
    of = next
    size = known.size
  }
  return { of, size }
}

function tableOf(kept: Kept, { values }: Pool): ObjectTable {
  let latest = -1
  return {
    count: kept.count,
    id: kept.id.subarray(0, kept.count),
    firstSeen: kept.firstSeen.subarray(0, kept.count),
    // Readings have most objects in the order of their ids.
    place: (id) => (latest = latest + 1 < kept.count && kept.id[latest + 1] === id ? latest + 1 : placeIn(kept.id, kept.count, id)),
    value: (name, at) => values[kept.columns.get(name)?.[at] ?? 0] ?? null,
    combined(names) {
      const key = names.join('\n')
      const known =
        kept.combined.get(key) ??
        combine(
          names.map((name) => kept.columns.get(name) ?? new Uint32Array(kept.count)),
          kept.count,
          values.length,
        )
      kept.combined.set(key, known)
      return known
    },
  }
}

/**
 * Objects by series, column by column, kept in memory between questions: reading half a million of them takes seconds. What has changed in the database since
 * the last question is read anew, so that the answer is always of this instant; it is good until the next question.
 */
export function createObjectTables(db: ReadDb): (instance: number, probe: Probe, number: number) => ObjectTable {
  const columns = 'id, instance, probe, key, labels, first_seen'
  // By their ids in order, not by the key: rows that came together lie together.
  const ofSeries = db
    .prepare<[number, number], ObjectList>(
      'select id, key, labels, first_seen from object where id in (select id from object where instance = ? and probe = ?) order by id',
    )
    .raw()
  const since = db.prepare<[number], ObjectRow>(`select ${columns} from object where id > ? order by id`)
  const again = db.prepare<[number], ObjectRow>(`select ${columns} from object where id in (select object from renamed where seq > ?)`)
  const highest = (column: string, table: string) => db.prepare<[], number | null>(`select max(${column}) from ${table}`).pluck()
  const [newest, latest] = [highest('id', 'object'), highest('seq', 'renamed')]
  const deleted = db.prepare<[number, number], number>('select 1 from renamed where seq > ? and object = ? limit 1').pluck()
  const earliest = db.prepare<[], number | null>('select min(seq) from renamed').pluck()
  const kept = new Map<number, Kept>()
  let pool = emptyPool()
  let [lastId, lastSeq] = [0, 0]

  const refresh = db.transaction((): void => {
    const [id, seq] = [newest.get() ?? 0, latest.get() ?? 0]
    const isCut = seq > lastSeq && ((earliest.get() ?? 0) > lastSeq + 1 || deleted.get(lastSeq, GONE) !== undefined)
    if (isCut || id - lastId > MANY || seq - lastSeq > MANY) kept.clear()
    else {
      if (id > lastId)
        for (const row of since.iterate(lastId)) {
          const series = kept.get(seriesOf(row.instance, row.probe))
          if (series !== undefined) append(series, listed(row), pool)
        }
      if (seq > lastSeq)
        for (const row of again.iterate(lastSeq)) {
          const series = kept.get(seriesOf(row.instance, row.probe))
          const at = series === undefined ? -1 : placeIn(series.id, series.count, row.id)
          if (series !== undefined && at >= 0) fill(series, at, listed(row), pool)
        }
    }
    ;[lastId, lastSeq] = [id, seq]
  })

  const read = (instance: number, probe: Probe, number: number): Kept => {
    const names = Object.keys(probe.columns).filter((name) => probe.columns[name]?.kind === 'key' || probe.columns[name]?.kind === 'label')
    const made: Kept = {
      count: 0,
      id: new Float64Array(0),
      firstSeen: new Float64Array(0),
      columns: new Map(names.map((name) => [name, new Uint32Array(0)])),
      combined: new Map(),
    }
    for (const row of ofSeries.all(instance, number)) append(made, row, pool)
    return made
  }

  /** In one transaction with what has changed, or an object that comes between the two would be missed or be there twice. */
  const find = db.transaction((instance: number, probe: Probe, number: number): Kept => {
    refresh()
    const series = seriesOf(instance, number)
    const found = kept.get(series) ?? read(instance, probe, number)
    kept.set(series, found)
    return found
  })

  /** Which one goes is as good as chance: who asks for a whole fleet in turn would find that what was asked for longest ago has just gone, each time. */
  let turn = 0
  const shed = (found: Kept): void => {
    let all = 0
    for (const { count } of kept.values()) all += count
    const others = [...kept].filter(([, other]) => other !== found)
    while (all > MOST && others.length > 0) {
      const [[series, { count }] = [0, { count: 0 }]] = others.splice((turn += STRIDE) % others.length, 1)
      kept.delete(series)
      all -= count
    }
  }

  return (instance, probe, number) => {
    if (pool.values.length > MOST_TEXTS) {
      kept.clear()
      pool = emptyPool()
    }
    try {
      const found = find(instance, probe, number)
      shed(found)
      return tableOf(found, pool)
    } catch (error) {
      // What was taken over by half would be taken over once more.
      kept.clear()
      throw error
    }
  }
}
