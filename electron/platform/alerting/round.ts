import { setImmediate } from 'node:timers/promises'
import type { Clock } from '../../kernel/clock.ts'
import type { StoredState } from '../../store/alerts.ts'
import type { Config, ReadHistory } from '../../store/store.ts'
import { seenInstances, type SeenInstance } from '../reports/scope.ts'
import { judgeNow, MINUTE, withdraw, type Judged, type Standings } from './evaluate.ts'
import { judgeAll, type Task } from './minutes.ts'
import { identityOf, minuteOf, presentOf } from './present.ts'
import { createTexts } from './readings.ts'
import { record } from './record.ts'
import type { Standing } from './step.ts'
import { rulesFor, type Effective } from './thresholds.ts'

/** Instances judged at a stretch; requests are served in between. */
const SLICE = 25
/** An instance seen for the first time is judged from so long before its latest reading. */
const LOOK_BACK = 10 * MINUTE
/** What is judged at once of an instance whose agent brings hours that were kept; the rest follows with the next round. */
const MOST = 6 * 60 * MINUTE
/** Instances that were not heard of for longer are history: nothing new is said of their silence. */
const FORGOTTEN = 7 * 24 * 60 * MINUTE
/** A time of the readings that lies further ahead of ours: somebody has set our clock back. */
const AHEAD = MINUTE

export interface Rounds {
  /** Judges what has come since the round before. Call it once a minute. */
  run(): Promise<void>
  /** ms since the epoch; null: not yet. */
  readonly latest: () => number | null
}

export function createRounds(history: ReadHistory, config: Config, clock: Clock): Rounds {
  const { alerts } = config
  const texts = createTexts(history)
  /** Rounds without anything new, by instance. Nothing is known of the time in which the platform was off, so it starts from nothing. */
  const silent = new Map<number, { readonly seen: number; readonly rounds: number }>()
  let latest: number | null = null

  const countSilence = ({ id, lastSeen }: SeenInstance, now: number): number => {
    const known = silent.get(id)
    const rounds = known?.seen === lastSeen && lastSeen <= now ? known.rounds + 1 : 0
    silent.set(id, { seen: lastSeen, rounds })
    return rounds
  }

  /** Minutes of the instance that are complete: something later of it is there already. */
  const spanOf = ({ lastSeen }: SeenInstance, state: StoredState | undefined, now: number): { readonly from: number; readonly to: number } => {
    const to = lastSeen > now + AHEAD ? minuteOf(now) - MINUTE : minuteOf(lastSeen)
    const known = state !== undefined && state.until <= now + AHEAD ? state.until : to - LOOK_BACK
    return { from: known, to: Math.max(known, Math.min(to, known + MOST)) }
  }

  const run = async (): Promise<void> => {
    const now = clock.now()
    const instances = seenInstances(history)
    const silences = new Map(instances.map((instance) => [instance.id, countSilence(instance, now)]))
    const { enabled, rules, templates } = presentOf(config, now)
    latest = now
    if (!enabled) return
    texts.refresh()
    const states = alerts.alertStates()
    const open = Map.groupBy(alerts.openProblems(), ({ instance }) => instance)

    const judgeSlice = (slice: readonly SeenInstance[]): void => {
      const tasks = slice.map((instance): Task & { readonly rules: readonly Effective[]; readonly gone: Judged } => {
        const state = states.get(identityOf(instance))
        const applying = rulesFor(instance, rules, templates)
        const gone = withdraw(applying, standingsOf(state), now)
        return { instance, rules: applying, standings: gone.standings, gone, ...spanOf(instance, state, now) }
      })
      const judged = judgeAll(history, texts, tasks)
      alerts.together(() => {
        for (const { instance, rules: applying, gone, to } of tasks) {
          const minutes = judged.get(instance.id) ?? { standings: gone.standings, transitions: [] }
          const quiet = silences.get(instance.id) ?? 0
          const recent = instance.lastSeen > now - FORGOTTEN
          const present = recent
            ? judgeNow(applying, minutes.standings, minuteOf(now), { readings: () => [], cpus: instance.cpus, quiet, compared: [] })
            : { standings: minutes.standings, transitions: [] }
          const byRule = new Map((open.get(identityOf(instance)) ?? []).flatMap((problem) => (problem.rule === null ? [] : [[problem.rule, problem] as const])))
          record(alerts, instance, [...gone.transitions, ...minutes.transitions, ...present.transitions], byRule)
          alerts.putAlertState(identityOf(instance), { until: to, states: Object.fromEntries(present.standings) })
        }
      })
    }

    for (let at = 0; at < instances.length; at += SLICE) {
      judgeSlice(instances.slice(at, at + SLICE))
      await setImmediate()
    }
  }

  return { run, latest: () => latest }
}

// Written by `judgeSlice`.
const standingsOf = (state: StoredState | undefined): Standings => new Map(Object.entries((state?.states ?? {}) as Record<string, Standing>))
