/** Every report there is: chosen from a list, asked for the scope, shown as table or over time, saved as the interface answers it. */
import { FileSpreadsheet } from 'lucide-react'
import { useMemo } from 'react'
import { useCommands, type Command } from '../../app/commands.ts'
import { PATHS } from '../../app/paths.ts'
import { defineScreen } from '../../app/screen.ts'
import type { ReportEntry } from '../../data/reports.ts'
import { useScope } from '../../app/use-scope.ts'
import { Loading, Panel, Problem } from '../../ui/Feedback.tsx'
import { Answer } from './Answer.tsx'
import './reports.css'
import { useReports } from './use-report.ts'

/** What belongs to the report that was open, and not to the next. */
const OF_ONE = { rank: null, n: null, compute: null, group: null, include: null, tab: null, measure: null } as const

function ReportsScreen() {
  const { own, setOwns } = useScope()
  const { data: entries, problem, retry } = useReports()
  const open = entries?.find(({ id }) => id === own('report')) ?? entries?.[0]
  const commands = useMemo(
    (): readonly Command[] =>
      (entries ?? []).map(({ id, title, doc }) => ({
        id: `report.${id}`,
        title: `Report: ${title}`,
        group: 'This page',
        words: `${id} ${doc}`,
        run: () => {
          setOwns({ ...OF_ONE, report: id })
        },
      })),
    [entries, setOwns],
  )
  useCommands(commands)
  if (entries === undefined || open === undefined)
    return problem === null ? (
      <Loading lines={8} />
    ) : (
      <Panel label="Reports" title="Reports">
        <Problem problem={problem} retry={retry} />
      </Panel>
    )
  const choose = (id: string) => {
    setOwns({ ...OF_ONE, report: id })
  }
  return (
    <div className="reports">
      <h1 className="spoken">Reports</h1>
      <nav className="panel list" aria-label="Reports">
        <List title="Documented" entries={entries.filter(({ documented }) => documented)} open={open} onOpen={choose} />
        <List title="More" entries={entries.filter(({ documented }) => !documented)} open={open} onOpen={choose} />
      </nav>
      <Answer key={open.id} entry={open} />
    </div>
  )
}

interface ListProps {
  readonly title: string
  readonly entries: readonly ReportEntry[]
  readonly open: ReportEntry
  readonly onOpen: (id: string) => void
}

function List({ title, entries, open, onOpen }: ListProps) {
  return (
    <section aria-label={title}>
      <div className="caption">{title}</div>
      {entries
        .toSorted((a, b) => a.title.localeCompare(b.title))
        .map(({ id, title: name, doc }) => (
          <button
            key={id}
            type="button"
            className="item"
            aria-current={id === open.id ? 'true' : undefined}
            title={doc}
            onClick={() => {
              onOpen(id)
            }}
          >
            {name}
          </button>
        ))}
    </section>
  )
}

export default defineScreen({
  path: PATHS.reports,
  title: 'Reports',
  icon: FileSpreadsheet,
  keys: 'r',
  words: 'tables indexes size locks vacuum bloat replication server export csv json',
  section: 'Monitor',
  right: 'read',
  scope: 'range',
  Screen: ReportsScreen,
})
