import type { BackTestReply, BackTestRequest } from '../../../shared/model/alert.ts'
import type { Measured, RuleForm } from '../../catalog/rule.ts'
import type { ReadHistory } from '../../store/store.ts'
import type { SeenInstance } from '../reports/scope.ts'
import { judgeNow, MINUTE, type Judged, type Standings, type Transition } from './evaluate.ts'
import { judgeAll } from './minutes.ts'
import { createTexts, scanReadings } from './readings.ts'
import { isMatch, type Effective } from './thresholds.ts'
import { isWorse } from './record.ts'
import { messageOf } from './words.ts'

const MOST_INSTANCES = 50
const MOST_POINTS = 2000
/** An instance is first seen at the end of its first upload, which began so much earlier, ms. */
const LEAD = 10 * MINUTE
/** Judged at once, so that no more than that lies in memory. */
const PIECE = 360 * MINUTE

type Reply = BackTestReply['instances'][number]
type Fired = Reply['problems'][number]

/** Where a rule with these thresholds would have fired over what is stored. */
export function backTest(history: ReadHistory, visible: readonly SeenInstance[], form: RuleForm, request: BackTestRequest): BackTestReply {
  const matching = visible.filter((instance) => isMatch(instance, request.filters))
  const instances = matching.slice(0, MOST_INSTANCES).map((instance) => testInstance(history, instance, form, request))
  return {
    fired: instances.reduce((sum, { problems }) => sum + problems.length, 0),
    instances,
    left_out: matching.length - instances.length,
  }
}

interface Point {
  readonly end: number
  readonly value: number
}

function testInstance(history: ReadHistory, instance: SeenInstance, form: RuleForm, request: BackTestRequest): Reply {
  const { warning, critical, occurrences } = request
  const [first, last] = [Math.max(request.from, instance.firstSeen - (form.always === true ? 0 : LEAD)), Math.min(request.to, instance.lastSeen + MINUTE)]
  const [from, to] = [Math.floor(first / MINUTE) * MINUTE, Math.floor(last / MINUTE) * MINUTE]
  const points: Point[] = []
  const transitions: Transition[] = []
  const rule: Effective = { form, warning, critical, occurrences }
  const texts = createTexts(history)
  let standings: Standings = new Map()
  for (let begin = from; begin < to; begin += PIECE) {
    const end = Math.min(to, begin + PIECE)
    const judged =
      form.always === true
        ? judgeSilence(history, instance, rule, standings, begin, end, points)
        : judgeAll(history, texts, [{ instance, rules: [noting(rule, points)], standings, from: begin, to: end }]).get(instance.id)
    texts.refresh()
    standings = judged?.standings ?? standings
    transitions.push(...(judged?.transitions ?? []))
  }
  return { pg_instance: instance.label, problems: problemsOf(form, transitions), ...thinned(points, form.falling === true) }
}

/** The same rule, which puts down what it measures. */
function noting(rule: Effective, points: Point[]): Effective {
  const of = (input: Parameters<RuleForm['of']>[0]): Measured | null => {
    const found = rule.form.of(input)
    const reading = Object.keys(rule.form.reads).flatMap((probe) => input.readings(probe).at(-1) ?? [])[0]
    if (found !== null && Number.isFinite(found.value))
      points.push({ end: reading?.end ?? (points.at(-1)?.end ?? 0) + (rule.form.each ?? 1) * MINUTE, value: found.value })
    return found
  }
  return { ...rule, form: { ...rule.form, of } }
}

/** Of a rule that goes by the platform's own minutes: those without any reading count, as if the platform had run all the time. */
function judgeSilence(history: ReadHistory, instance: SeenInstance, rule: Effective, before: Standings, from: number, to: number, points: Point[]): Judged {
  const scan = scanReadings(history, createTexts(history), { probe: 'self', instances: [instance.id], from, to, columns: [] })
  const minutes = new Set((scan.get(instance.id) ?? []).map(({ end }) => Math.floor(end / MINUTE)))
  const transitions: Transition[] = []
  let standings = before
  let quiet = 0
  for (let end = from + MINUTE; end <= to; end += MINUTE) {
    quiet = minutes.has(end / MINUTE - 1) ? 0 : quiet + 1
    const judged = judgeNow([rule], standings, end, { readings: () => [], cpus: instance.cpus, quiet, compared: [] })
    standings = judged.standings
    transitions.push(...judged.transitions)
    points.push({ end, value: quiet * 60 })
  }
  return { standings, transitions }
}

function problemsOf(form: RuleForm, transitions: readonly Transition[]): Fired[] {
  const problems: Fired[] = []
  let open: Fired | undefined
  for (const { from, to, at, measured } of transitions) {
    if (to === 'OK') {
      if (open !== undefined) problems.push({ ...open, to: at })
      open = undefined
    } else if (open === undefined && isWorse(to, from) && measured !== undefined) open = { from: at, to: null, worst: to, message: messageOf(form, measured) }
    else if (open !== undefined && isWorse(to, open.worst)) open = { ...open, worst: to, ...(measured && { message: messageOf(form, measured) }) }
  }
  return open === undefined ? problems : [...problems, open]
}

/** Of several points the worst. */
function thinned(points: readonly Point[], falling: boolean): Pick<Reply, 'time' | 'value'> {
  const step = Math.max(1, Math.ceil(points.length / MOST_POINTS))
  const kept: Point[] = []
  for (let at = 0; at < points.length; at += step) {
    const [first, ...others] = points.slice(at, at + step)
    if (first !== undefined) kept.push(others.reduce((most, one) => ((falling ? one.value < most.value : one.value > most.value) ? one : most), first))
  }
  return { time: kept.map(({ end }) => end), value: kept.map(({ value }) => value) }
}
