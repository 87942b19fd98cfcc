/** One report: what it tells, its options, and the answer. */
import { BarChart3, Copy, Download, Table2 } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { formatDuration, formatSpan, plural, zoneName } from '../../../shared/units.ts'
import { saveFile } from '../../app/bridge.ts'
import { useCommands, type Command } from '../../app/commands.ts'
import { useView } from '../../app/state.ts'
import { useScope } from '../../app/use-scope.ts'
import { ApiProblem } from '../../data/api.ts'
import { now } from '../../data/clock.ts'
import { curlOf, reportText, type ReportLine, type ReportEntry } from '../../data/reports.ts'
import { copyText } from '../../ui/copy.ts'
import { ChoiceMenu } from '../../ui/ChoiceMenu.tsx'
import { Empty, Loading, Panel, Problem, Stale } from '../../ui/Feedback.tsx'
import { FilterBox } from '../../ui/FilterBox.tsx'
import { Table } from '../../ui/Table.tsx'
import { columnsOf, labelOf } from './columns.tsx'
import { Lanes, measuresOf } from './Lanes.tsx'
import { Options } from './Options.tsx'
import { useReport } from './use-report.ts'

export function Answer({ entry }: { readonly entry: ReportEntry }) {
  const { own, setOwn } = useScope()
  const zone = useView((s) => s.zone)
  const { from, to, chosen, body = {}, answer } = useReport(entry)
  const [filter, setFilter] = useState('')
  const [unsaved, setUnsaved] = useState('')
  const search = useRef<HTMLInputElement>(null)
  // The answer before belongs to another report until its own has come.
  const rows = answer.data?.id === entry.id ? answer.data.rows : undefined
  const measures = useMemo(() => measuresOf(entry, rows ?? []), [entry, rows])
  const drawable = measures.length > 0 && (!entry.compute || chosen.compute === 'details')
  const drawn = drawable && own('tab') === 'chart'
  const measure = measures.find(({ name }) => name === own('measure')) ?? measures[0]
  const { shown: columns, hidden } = useMemo(() => columnsOf(entry, rows ?? [], zone), [entry, rows, zone])
  const commands = useMemo((): readonly Command[] => {
    const focus = { id: 'filter', title: 'Filter the rows', group: 'This page', keys: '/', run: () => search.current?.focus() } as const
    const swap = {
      id: 'table',
      title: 'Chart or table',
      group: 'This page',
      keys: 'v',
      run: () => {
        setOwn('tab', drawn ? null : 'chart')
      },
    } as const
    return drawable ? [focus, swap] : [focus]
  }, [drawable, drawn, setOwn])
  useCommands(commands)
  const said = filter.trim().toLowerCase()
  const found = (rows ?? []).filter((row) => said === '' || Object.values(row).some((cell) => String(cell).toLowerCase().includes(said)))
  const save = async (output: 'json' | 'csv') => {
    setUnsaved('')
    try {
      await saveFile(`${entry.id}.${output}`, output === 'csv' ? 'text/csv' : 'application/json', await reportText(entry, body, output))
    } catch (error) {
      setUnsaved(error instanceof ApiProblem ? error.message : 'The file could not be written.')
    }
  }
  return (
    <Panel
      label={entry.title}
      title={entry.title}
      busy={answer.refreshing}
      note={
        answer.stale && answer.problem !== null ? (
          <Stale at={answer.at} problem={answer.problem} retry={answer.retry} />
        ) : (
          `${formatSpan(from, to, now(), zone)} ${zoneName(to, zone)} · ${formatDuration(to - from)}`
        )
      }
      tools={
        <span className="row">
          {drawn ? null : <FilterBox ref={search} label="Filter the rows" text={filter} change={setFilter} />}
          <Options entry={entry} chosen={chosen} />
          {drawn && measure !== undefined ? (
            <ChoiceMenu
              label={labelOf(measure.name)}
              choices={measures.map(({ name, doc }) => ({ value: name, name: labelOf(name), title: doc }))}
              onChoose={(value) => {
                setOwn('measure', value)
              }}
            />
          ) : null}
          {drawable ? (
            <button
              type="button"
              className="button small"
              aria-pressed={drawn}
              title="Chart or table (V)"
              onClick={() => {
                setOwn('tab', drawn ? null : 'chart')
              }}
            >
              {drawn ? <Table2 size={14} aria-hidden="true" /> : <BarChart3 size={14} aria-hidden="true" />}
              {drawn ? 'Table' : 'Chart'}
            </button>
          ) : null}
          <button type="button" className="button small" title="As the interface answers it" onClick={() => void save('csv')}>
            <Download size={14} aria-hidden="true" /> CSV
          </button>
          <button type="button" className="button small" title="As the interface answers it" onClick={() => void save('json')}>
            <Download size={14} aria-hidden="true" /> JSON
          </button>
          <button
            type="button"
            className="button plain small icon"
            title="Copy as curl"
            aria-label="Copy as curl"
            onClick={() => void copyText(curlOf(entry, body), 'Command')}
          >
            <Copy size={14} />
          </button>
        </span>
      }
    >
      <p className="note about">
        {entry.doc}
        {hidden > 0 ? ` ${plural(hidden, 'column')} without any value ${hidden === 1 ? 'is' : 'are'} not shown.` : ''}
      </p>
      {unsaved === '' ? null : (
        <p className="note about" role="alert">
          Not saved: {unsaved}
        </p>
      )}
      {answer.problem !== null && rows === undefined ? (
        <Problem problem={answer.problem} retry={answer.retry} />
      ) : rows === undefined ? (
        <Loading lines={10} />
      ) : rows.length === 0 ? (
        <Empty
          title="No row in this range"
          cause="The report was answered and has nothing to tell: nothing of the kind was collected for these instances, or there is none."
        />
      ) : drawn && measure !== undefined ? (
        <Lanes entry={entry} rows={rows} measure={measure} from={from} to={to} step={chosen.bucket * 1000} zone={zone} />
      ) : found.length === 0 ? (
        <Empty title="Filtered out" cause={`None of these ${plural(rows.length, 'row')} contains “${filter}”.`} />
      ) : (
        <Table
          // Sorting begins anew when something else is ranked.
          key={`${entry.id} ${String(chosen.by)}`}
          label={entry.title}
          rows={found}
          columns={columns}
          rowId={numbered(rows)}
          foot={[{ [columns[0]?.id ?? '']: plural(found.length, 'row') }]}
        />
      )}
    </Panel>
  )
}

/** Rows of a report have no name of their own. */
function numbered(rows: readonly ReportLine[]): (row: ReportLine) => string {
  const numbers = new Map(rows.map((row, n) => [row, String(n)]))
  return (row) => numbers.get(row) ?? ''
}
