/** The alerting rules: when each fires, for whom, how often it has, and how it would with other numbers. */
import { BellRing } from 'lucide-react'
import { useCallback, useMemo, useRef, useState } from 'react'
import { formatInstant, plural, type Zone } from '../../../shared/units.ts'
import { PATHS } from '../../app/paths.ts'
import { defineScreen } from '../../app/screen.ts'
import { useView } from '../../app/state.ts'
import { useListKeys } from '../../app/use-list-keys.ts'
import { useScope } from '../../app/use-scope.ts'
import { useAlerting, useAlertingChange, useRules, useTemplates, type Rule, type Template } from '../../data/alerting.ts'
import { platform } from '../../data/api.ts'
import { now } from '../../data/clock.ts'
import { mayWrite, useOverview } from '../../data/use-overview.ts'
import '../../ui/alerting.css'
import { Trend } from '../../ui/Bars.tsx'
import { Empty, Loading, Panel, Problem, Stale } from '../../ui/Feedback.tsx'
import { FilterBox } from '../../ui/FilterBox.tsx'
import { ruleSentence, thresholdWords } from '../../ui/rule-words.ts'
import { Table, type Column } from '../../ui/Table.tsx'
import { filterWords } from '../../ui/tag-filter.ts'
import { Toggle } from '../../ui/Toggle.tsx'
import { RulePanel } from './RulePanel.tsx'
import './rules.css'

const LOCKED = 'Rules are changed by administrators.'
const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0)

interface Context {
  readonly locked: string | undefined
  readonly compact: boolean
  readonly zone: Zone
  readonly templates: readonly Template[]
  readonly turn: (rule: Rule, enabled: boolean) => Promise<unknown>
}

function columnsOf({ locked, compact, zone, templates, turn }: Context): readonly Column<Rule>[] {
  const title: Column<Rule> = {
    id: 'title',
    title: 'Rule',
    width: 148,
    grow: 1,
    value: (row) => row.title,
    cell: (row) => (
      <strong className="cut medium" title={ruleSentence(row)}>
        {row.title}
      </strong>
    ),
  }
  const enabled: Column<Rule> = {
    id: 'enabled',
    title: 'On',
    width: 52,
    value: (row) => row.enabled,
    loose: true,
    cell: (row) => (
      <Toggle label={`Judge ${row.title}`} on={row.enabled} change={(on) => turn(row, on)} {...(locked === undefined ? {} : { disabled: locked })} />
    ),
  }
  const threshold = (name: 'warning' | 'critical', head: string): Column<Rule> => ({
    id: name,
    title: head,
    width: 104,
    value: (row) => row[name],
    cell: (row) => <span className={row[name] === null ? 'dim' : ''}>{thresholdWords(row[name], row)}</span>,
  })
  const fired: Column<Rule> = {
    id: 'fired',
    title: 'Fired in 7 d',
    width: compact ? 84 : 132,
    doc: 'Problems opened on each of the last seven days',
    value: (row) => sum(row.fired),
    cell: (row) => (
      <span className="row">
        {compact ? null : <Trend values={row.fired} width={56} />} {sum(row.fired)}
      </span>
    ),
  }
  if (compact) return [title, enabled, threshold('warning', '▲ Warning'), threshold('critical', '■ Critical'), fired]
  const exceptions = (row: Rule) => templates.filter(({ rules }) => rules[row.id] !== undefined).length
  return [
    title,
    enabled,
    { id: 'measure', title: 'When', width: 200, grow: 3, value: (row) => row.measure },
    threshold('warning', '▲ Warning'),
    threshold('critical', '■ Critical'),
    { id: 'for', title: 'For', width: 64, right: true, value: (row) => row.occurrences, cell: (row) => `${String(row.occurrences)} min` },
    { id: 'tags', title: 'Only for', width: 112, grow: 1, value: (row) => filterWords(row.filters, 'alternatives') },
    { id: 'instances', title: 'Instances', width: 76, right: true, doc: 'Instances it is judged for now', value: (row) => row.instances },
    { id: 'exceptions', title: 'Exceptions', width: 84, right: true, value: exceptions },
    fired,
    {
      id: 'changed',
      title: 'Last edit',
      width: 148,
      value: (row) => row.changed?.at ?? null,
      cell: (row) =>
        row.changed === null ? (
          <span className="dim">as shipped</span>
        ) : (
          <span className="cut">
            {row.changed.by}, {formatInstant(row.changed.at, now(), zone)}
          </span>
        ),
    },
  ]
}

function RulesScreen() {
  const { own, setOwn } = useScope()
  const zone = useView((s) => s.zone)
  const { data: overview } = useOverview()
  const rules = useRules()
  const templates = useTemplates().data
  const alerting = useAlerting().data
  const changed = useAlertingChange()
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const locked = overview === undefined || mayWrite(overview) ? undefined : LOCKED
  const chosen = own('rule')
  const compact = chosen !== null
  const columns = useMemo(
    () =>
      columnsOf({
        locked,
        compact,
        zone,
        templates: templates ?? [],
        turn: (rule, enabled) => changed(platform.changeRule({ params: { rule: rule.id }, body: { enabled } })),
      }),
    [changed, compact, locked, templates, zone],
  )
  const close = useCallback(() => {
    setOwn('rule', null)
  }, [setOwn])
  useListKeys('rules', field, chosen !== null, close)
  const all = rules.data ?? []
  const rows = all.filter((rule) => `${rule.title} ${rule.measure} ${rule.doc}`.toLowerCase().includes(text.toLowerCase()))
  const open = all.find(({ id }) => id === chosen)
  return (
    <div className={`split wide${open === undefined ? '' : ' open'}`}>
      <h1 className="spoken">Rules</h1>
      <div className="main">
        <Panel
          label="Rules"
          title="Rules"
          note={
            rules.stale && rules.problem !== null ? (
              <Stale at={rules.at} problem={rules.problem} retry={rules.retry} />
            ) : rules.data === undefined ? null : (
              `${plural(all.length, 'rule')} · ${String(all.filter(({ enabled }) => enabled).length)} judged · fired ${plural(sum(all.flatMap(({ fired }) => fired)), 'time')} in 7 d`
            )
          }
          tools={
            <span className="row">
              {alerting === undefined ? null : (
                <>
                  <span className="note">{alerting.enabled ? 'Alerting is on' : 'Alerting is off'}</span>
                  <Toggle
                    label="Alerting of the whole platform"
                    on={alerting.enabled}
                    change={(enabled) => changed(platform.switchAlerting({ body: { enabled } }))}
                    {...(locked === undefined ? {} : { disabled: locked })}
                  />
                </>
              )}
              <FilterBox ref={field} text={text} change={setText} />
            </span>
          }
        >
          {alerting?.enabled === false ? (
            <div className="banner warn" style={{ margin: '0 12px 12px' }} role="status">
              <span aria-hidden="true">▲</span>
              Alerting is off for the whole platform: no rule is judged, and what happens now opens no problem later.
            </div>
          ) : null}
          {rules.data === undefined ? (
            rules.problem === null ? (
              <Loading lines={8} />
            ) : (
              <Problem problem={rules.problem} retry={rules.retry} keeps="Rules are judged all the same." />
            )
          ) : rows.length === 0 ? (
            <Empty title="Filtered out" cause={`No rule contains “${text}”.`} />
          ) : (
            <Table
              label="Rules"
              rows={rows}
              columns={columns}
              rowId={(row) => row.id}
              sort={{ id: 'title', descending: false }}
              selected={chosen}
              onOpen={(row) => {
                setOwn('rule', row.id === chosen ? null : row.id)
              }}
              height={rows.length * 28 + 40}
            />
          )}
        </Panel>
      </div>
      {open === undefined ? null : (
        <RulePanel
          key={`${open.id} ${JSON.stringify([open.warning, open.critical, open.occurrences, open.filters])}`}
          rule={open}
          templates={templates ?? []}
          locked={locked}
          onClose={close}
        />
      )}
    </div>
  )
}

export default defineScreen({
  path: PATHS.rules,
  title: 'Rules',
  icon: BellRing,
  keys: 'j',
  words: 'alerting thresholds templates exceptions back-test',
  section: 'Alerts',
  right: 'read',
  Screen: RulesScreen,
})
