import type { WriteDb } from './db.ts'

export type Severity = 'WARNING' | 'CRITICAL'

/** Something that was wrong with an instance, from when until when. Times are ms since the epoch. */
export interface StoredProblem {
  readonly id: number
  /** `<agent>/<connection>` */
  readonly instance: string
  /** Label of the instance when it was opened. */
  readonly label: string
  /** null: made through the interface. */
  readonly rule: string | null
  readonly title: string
  readonly state: 'OK' | Severity
  readonly worst: 'OK' | Severity
  readonly message: string
  readonly since: number
  readonly changed: number
  readonly resolved: number | null
  readonly acknowledged: { readonly by: string; readonly at: number; readonly note: string } | null
  /** The worst state that channels were asked to tell; null: none yet. */
  readonly told: Severity | null
  readonly value: number | null
  readonly threshold: number | null
  readonly unit: string
  readonly extra: Readonly<Record<string, string | number | null>>
}

export interface StoredProblemEvent {
  readonly time: number
  readonly event: 'opened' | 'worsened' | 'eased' | 'resolved' | 'acknowledged' | 'unacknowledged' | 'closed' | 'notified'
  readonly state: StoredProblem['state']
  readonly message: string
  readonly by: string
}

export interface Problems {
  openProblems(): readonly StoredProblem[]
  /** Resolved at or after `since`, the latest first. */
  resolvedProblems(since: number, limit: number): readonly StoredProblem[]
  problem(id: number): StoredProblem | undefined
  addProblem(problem: Omit<StoredProblem, 'id'>): number
  putProblem(problem: StoredProblem): void
  addProblemEvent(problem: number, event: StoredProblemEvent): void
  /** Oldest first. */
  problemEvents(problem: number): readonly StoredProblemEvent[]
  /** How often each rule has opened a problem on each day (whole days since the epoch), and by which instances. */
  problemsOpened(since: number): readonly { readonly rule: string; readonly instance: string; readonly since: number }[]
  /** Resolved before then. */
  forgetProblems(before: number): void
}

type Row = Omit<StoredProblem, 'acknowledged' | 'extra'> & { readonly acknowledged: string | null; readonly extra: string }

// Both columns are written below.
const problemOf = ({ acknowledged, extra, ...row }: Row): StoredProblem => ({
  ...row,
  acknowledged: acknowledged === null ? null : (JSON.parse(acknowledged) as StoredProblem['acknowledged']),
  extra: JSON.parse(extra) as StoredProblem['extra'],
})
const rowOf = <P extends Omit<StoredProblem, 'id'>>(problem: P) => ({
  ...problem,
  acknowledged: problem.acknowledged === null ? null : JSON.stringify(problem.acknowledged),
  extra: JSON.stringify(problem.extra),
})

export function createProblems(db: WriteDb): Problems {
  const open = db.prepare<[], Row>('select * from problem where resolved is null order by since desc, id desc')
  const resolved = db.prepare<[number, number], Row>('select * from problem where resolved >= ? order by resolved desc, id desc limit ?')
  const one = db.prepare<[number], Row>('select * from problem where id = ?')
  const add = db.prepare<Omit<Row, 'id'>>(
    `insert into problem (instance, label, rule, title, state, worst, message, since, changed, resolved, acknowledged, told, value, threshold, unit, extra)
     values (@instance, @label, @rule, @title, @state, @worst, @message, @since, @changed, @resolved, @acknowledged, @told, @value, @threshold, @unit, @extra)`,
  )
  const put = db.prepare<Row>(
    `update problem set label = @label, state = @state, worst = @worst, message = @message, changed = @changed, resolved = @resolved,
       acknowledged = @acknowledged, told = @told, value = @value, threshold = @threshold, extra = @extra where id = @id`,
  )
  const addEvent = db.prepare<StoredProblemEvent & { readonly problem: number }>(
    'insert into problem_event (problem, time, event, state, message, by) values (@problem, @time, @event, @state, @message, @by)',
  )
  const events = db.prepare<[number], StoredProblemEvent>('select time, event, state, message, by from problem_event where problem = ? order by id')
  const opened = db.prepare<[number], { rule: string; instance: string; since: number }>(
    'select rule, instance, since from problem where rule is not null and since >= ?',
  )
  const forget = db.prepare<[number]>('delete from problem where resolved < ?')
  return {
    openProblems: () => open.all().map(problemOf),
    resolvedProblems: (since, limit) => resolved.all(since, limit).map(problemOf),
    problem(id) {
      const row = one.get(id)
      return row && problemOf(row)
    },
    addProblem: (problem) => Number(add.run(rowOf(problem)).lastInsertRowid),
    putProblem(problem) {
      put.run(rowOf(problem))
    },
    addProblemEvent(problem, event) {
      addEvent.run({ ...event, problem })
    },
    problemEvents: (problem) => events.all(problem),
    problemsOpened: (since) => opened.all(since),
    forgetProblems(before) {
      forget.run(before)
    },
  }
}
