/** What may be asked of a report, as far as it takes it. */
import { useScope } from '../../app/use-scope.ts'
import type { ReportChoices, ReportEntry } from '../../data/reports.ts'
import { useOverview } from '../../data/use-overview.ts'
import { ChoiceMenu } from '../../ui/ChoiceMenu.tsx'
import { labelOf } from './columns.tsx'
import { LIMITS } from './use-report.ts'

const BUILT_IN = ['pg_instance', 'server', 'pg_version', 'type']

const plain = (value: string) => ({ value, name: labelOf(value), title: value })

export function Options({ entry, chosen }: { readonly entry: ReportEntry; readonly chosen: ReportChoices }) {
  const { setOwn } = useScope()
  const { data } = useOverview()
  const tags = [...new Set([...BUILT_IN, ...(data?.instances ?? []).flatMap(({ tags: own }) => Object.keys(own))])]
  const by = chosen.by !== null && entry.by.includes(chosen.by) ? chosen.by : entry.by[0]
  return (
    <>
      {entry.group_by ? (
        <ChoiceMenu
          label={`Per ${labelOf(chosen.groupBy)}`}
          choices={tags.map(plain)}
          onChoose={(value) => {
            setOwn('group', value === 'pg_instance' ? null : value)
          }}
        />
      ) : null}
      {by === undefined ? null : (
        <>
          <ChoiceMenu
            label={`By ${labelOf(by)}`}
            choices={entry.by.map(plain)}
            onChoose={(value) => {
              setOwn('rank', value === entry.by[0] ? null : value)
            }}
          />
          <ChoiceMenu
            label={`Top ${String(chosen.limit)}`}
            choices={LIMITS.map((n) => ({ value: String(n), name: `Top ${String(n)}`, title: '' }))}
            onChoose={(value) => {
              setOwn('n', value === '20' ? null : value)
            }}
          />
        </>
      )}
      {entry.compute ? (
        <ChoiceMenu
          label={chosen.compute === 'summary' ? 'Summary' : 'Over time'}
          choices={[
            { value: 'details', name: 'Over time', title: 'details' },
            { value: 'summary', name: 'Summary: one row for the range', title: 'summary' },
          ]}
          onChoose={(value) => {
            setOwn('compute', value === 'summary' ? 'summary' : null)
          }}
        />
      ) : null}
      {entry.include.map((value) => (
        <label key={value} className="row small">
          <input
            type="checkbox"
            checked={chosen.include.includes(value)}
            onChange={(event) => {
              const rest = chosen.include.filter((one) => one !== value)
              const next = event.currentTarget.checked ? [...rest, value] : rest
              setOwn('include', next.length === 0 ? null : next.join(','))
            }}
          />
          with {labelOf(value)}
        </label>
      ))}
    </>
  )
}
