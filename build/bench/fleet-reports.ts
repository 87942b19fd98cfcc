/** Times of the reports over a fleet, answered in a thread as the platform does it. */
import { Readable } from 'node:stream'
import { reports } from '../../electron/catalog/reports/_all.generated.ts'
import type { ReportForm } from '../../electron/catalog/define.ts'
import { createLog } from '../../electron/kernel/log.ts'
import { wordsOf } from '../../electron/kernel/words.ts'
import { createDesk } from '../../electron/platform/reports/desk.ts'
import type { Question } from '../../electron/platform/reports/answer.ts'
import { seenInstances } from '../../electron/platform/reports/scope.ts'
import type { ReadHistory } from '../../electron/store/store.ts'
import { cpuMs, median } from './measure.ts'

const DAY_MS = 86_400_000
/** What takes longer is given up, and not asked again. */
const CAP_MS = 5000
/** The first time: what objects are called comes from the file, and of the whole fleet that takes seconds. */
const FIRST_CAP_MS = 60_000
const TURNS = 2
const RANGES = [1, 7, 30]
/** How often everything is asked again, to see whether memory grows with it. */
const ROUNDS = 6
const SOME = 3

interface Timed {
  readonly ms: number
  readonly cpu: number
  readonly bytes: number
  /** Why there is no whole answer. */
  readonly not?: string
}

const forms: readonly ReportForm[] = reports

export async function timeReports(history: ReadHistory, file: string, end: number, md5: string): Promise<readonly string[]> {
  const desk = createDesk(file, createLog('warn'))
  const visible = seenInstances(history)
  const mib = (): string => `${(process.memoryUsage().rss / 2 ** 20).toFixed(0)} MiB`
  const before = mib()

  const once = async (question: Question, cap = CAP_MS): Promise<Timed> => {
    const gone = new AbortController()
    let answer: Readable | undefined
    const timer = setTimeout(() => {
      gone.abort()
      answer?.destroy()
    }, cap)
    const [begin, cpu] = [performance.now(), cpuMs()]
    let bytes = 0
    const taken = (): Omit<Timed, 'not'> => ({ ms: performance.now() - begin, cpu: cpuMs() - cpu, bytes })
    try {
      const { body } = await desk.answer(question, gone.signal)
      if (body instanceof Readable) {
        answer = body
        for await (const piece of answer) bytes += (piece as Buffer).length
      }
      return gone.signal.aborted ? { ...taken(), not: 'given up' } : taken()
    } catch (error) {
      return { ...taken(), not: gone.signal.aborted ? 'given up' : `refused: ${wordsOf(error)}` }
    } finally {
      clearTimeout(timer)
    }
  }

  const warm = async (question: Question): Promise<string> => {
    const turns: Timed[] = []
    // The first warms up.
    for (let turn = 0; turn <= TURNS; turn++) {
      const one = await once(question, turn === 0 ? FIRST_CAP_MS : CAP_MS)
      if (one.not !== undefined) return `${one.not} after ${(one.ms / 1000).toFixed(1)} s`
      if (turn > 0) turns.push(one)
    }
    const [first] = turns
    return `${median(turns.map(({ ms }) => ms)).toFixed(0)} ms (CPU ${median(turns.map(({ cpu }) => cpu)).toFixed(0)}), ${((first?.bytes ?? 0) / 1e6).toFixed(1)} MB`
  }

  const questionOf = (form: ReportForm, compute: 'summary' | 'details', days: number, instance: string | undefined): Question => {
    const request = {
      from: end - days * DAY_MS,
      to: end,
      zone: 'UTC',
      filters: instance === undefined ? [] : [{ tag: 'pg_instance', value: instance }],
      by: form.by?.[0],
      limit: 20,
      compute,
      bucket: undefined,
      md5: form.statement === true ? md5 : undefined,
      groupBy: 'server',
      include: new Set<string>(),
    }
    return { kind: 'report', form: form.id, request, output: 'json', visible }
  }

  const lines: string[] = []
  const say = (line: string): void => {
    lines.push(line)
    process.stdout.write(`${line}\n`)
  }
  say(`| report | instances | ${RANGES.map((days) => `${String(days)} d`).join(' | ')} |`)
  say(`|---|---|${RANGES.map(() => '---').join('|')}|`)
  for (const form of forms.filter(({ own }) => own !== true))
    for (const compute of form.compute === undefined ? (['details'] as const) : (['summary', 'details'] as const))
      // All minutes of all instances are an export, and no screen.
      for (const many of form.compute !== undefined && compute === 'details' ? [1] : [1, visible.length]) {
        const cells: string[] = []
        for (const days of RANGES) cells.push(await warm(questionOf(form, compute, days, many === 1 ? visible[0]?.label : undefined)))
        say(`| ${form.id}${form.compute === undefined ? '' : ` (${compute})`} | ${String(many)} | ${cells.join(' | ')} |`)
      }
  say(`resident memory ${before} before, ${mib()} after; given up: not answered after ${String(CAP_MS / 1000)} s; refused: more rows than an answer may have`)
  const rounds: string[] = []
  for (let round = 0; round < ROUNDS; round++) {
    for (const form of forms.filter(({ own }) => own !== true))
      for (const { label } of visible.slice(0, SOME)) for (const days of RANGES) await once(questionOf(form, 'details', days, label))
    rounds.push(mib())
  }
  say(
    `resident memory after each of ${String(ROUNDS)} rounds of every report in full, over up to ${String(SOME)} instances one by one and each range: ${rounds.join(', ')}`,
  )
  await desk.close()
  return lines
}
