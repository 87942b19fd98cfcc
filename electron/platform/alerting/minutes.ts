import type { RuleInput, RuleReading } from '../../catalog/rule.ts'
import type { ReadHistory } from '../../store/store.ts'
import type { SeenInstance } from '../reports/scope.ts'
import { compareHours } from './compare.ts'
import { eachOf, judge, MINUTE, type Judged, type Standings } from './evaluate.ts'
import { columnsFor, scanReadings, within, type Texts } from './readings.ts'
import type { Effective } from './thresholds.ts'

/** An instance whose minutes from <= … < to are complete and not judged. */
export interface Task {
  readonly instance: SeenInstance
  readonly rules: readonly Effective[]
  readonly standings: Standings
  readonly from: number
  readonly to: number
}

type ByProbe = ReadonlyMap<string, ReadonlyMap<number, readonly RuleReading[]>>

/** Reads what the tasks need, several instances at once, and judges them in turn. */
export function judgeAll(history: ReadHistory, texts: Texts, tasks: readonly Task[]): ReadonlyMap<number, Judged> {
  const judged = new Map<number, Judged>()
  for (const group of Map.groupBy(tasks, ({ from, to }) => `${String(from)} ${String(to)}`).values()) {
    const [{ from, to } = { from: 0, to: 0 }] = group
    const read = readAll(history, texts, group, from, to)
    for (const { instance, rules, standings } of group) {
      const input = inputOf(history, instance, read, (rule, end) => spanReadings(history, texts, instance, rule, end))
      judged.set(instance.id, judge(rules, standings, { from, to, turn: instance.id }, input))
    }
  }
  return judged
}

/** Probes of the rules that are measured every minute, for the whole group. */
function readAll(history: ReadHistory, texts: Texts, group: readonly Task[], from: number, to: number): ByProbe {
  const forms = new Map(group.flatMap(({ rules }) => rules.filter((rule) => eachOf(rule) === 1).map((rule) => [rule.form.id, rule] as const)))
  const instances = group.map(({ instance }) => instance.id)
  return new Map([...columnsFor([...forms.values()])].map(([probe, columns]) => [probe, scanReadings(history, texts, { probe, instances, from, to, columns })]))
}

/** Of a rule that looks at more than a minute, when its turn has come. */
function spanReadings(history: ReadHistory, texts: Texts, instance: SeenInstance, rule: Effective, end: number): ByProbe {
  const from = end - eachOf(rule) * MINUTE
  return new Map(
    [...columnsFor([rule])].map(([probe, columns]) => [probe, scanReadings(history, texts, { probe, instances: [instance.id], from, to: end, columns })]),
  )
}

function inputOf(
  history: ReadHistory,
  instance: SeenInstance,
  read: ByProbe,
  more: (rule: Effective, end: number) => ByProbe,
): (rule: Effective, begin: number, end: number) => RuleInput {
  return (rule, begin, end) => {
    const source = eachOf(rule) === 1 ? read : more(rule, end)
    return {
      readings: (probe) => within(source.get(probe)?.get(instance.id), begin, end),
      cpus: instance.cpus,
      quiet: 0,
      compared: rule.form.compares === true ? compareHours(history, instance.id, end) : [],
    }
  }
}
