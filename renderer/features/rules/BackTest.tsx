/** Where the rule would have fired over what is stored, with the thresholds as they are typed now. */
import { useDebouncedValue } from '@mantine/hooks'
import { useMemo, useState } from 'react'
import type { TagFilter } from '../../../shared/model/report.ts'
import { formatDuration, formatInstant, plural } from '../../../shared/units.ts'
import { useView } from '../../app/state.ts'
import { useBackTest, type Rule } from '../../data/alerting.ts'
import { now } from '../../data/clock.ts'
import { AsTable } from '../../ui/AsTable.tsx'
import { Awaited } from '../../ui/Awaited.tsx'
import { Choice } from '../../ui/Choice.tsx'
import { MeasureChart } from '../../ui/MeasureChart.tsx'
import { Severity } from '../../ui/Severity.tsx'
import type { Thresholds } from './draft.ts'

const HOUR = 3_600_000
const RANGES: Readonly<Record<string, number>> = { '6 h': 6 * HOUR, '24 h': 24 * HOUR, '7 d': 168 * HOUR, '30 d': 720 * HOUR }
/** Charts drawn at most: those that fired first. */
const DRAWN = 4

interface Props {
  readonly rule: Rule
  /** null: what is typed cannot be judged by. */
  readonly thresholds: Thresholds | null
  readonly filters: readonly TagFilter[]
}

export function BackTest({ rule, thresholds, filters }: Props) {
  const zone = useView((s) => s.zone)
  const [span, setSpan] = useState('24 h')
  const [asTable, setAsTable] = useState(false)
  const wanted = JSON.stringify(thresholds === null ? null : { ...thresholds, filters })
  const [settled] = useDebouncedValue(wanted, 300)
  const asked = useMemo(() => {
    // What was written above.
    const what = JSON.parse(settled) as (Thresholds & { filters: TagFilter[] }) | null
    const to = Math.ceil(now() / 60_000) * 60_000
    return what === null ? null : { ...what, from: to - (RANGES[span] ?? 24 * HOUR), to }
  }, [settled, span])
  const test = useBackTest(rule.id, asked)
  const { data } = test
  const instances = [...(data?.instances ?? [])].sort((a, b) => b.problems.length - a.problems.length || Math.max(0, ...b.value) - Math.max(0, ...a.value))
  const tested = instances.filter(({ time }) => time.length > 0)
  return (
    <section aria-label="Back-test">
      <div className="row">
        <h3 className="grow">Back-test</h3>
        <Choice
          label="Range of the back-test"
          all="24 h"
          options={Object.keys(RANGES).filter((one) => one !== '24 h')}
          value={span === '24 h' ? '' : span}
          choose={(one) => {
            setSpan(one === '' ? '24 h' : one)
          }}
        />
        <AsTable on={asTable} turn={setAsTable} chart="Charts" />
      </div>
      <p role="status" aria-live="polite">
        {thresholds === null ? (
          <span className="dim">It goes on when the thresholds can be read.</span>
        ) : data === undefined || asked === null ? (
          <span className="dim">Judging what is stored…</span>
        ) : (
          <>
            <strong>{data.fired === 0 ? 'Would not have fired' : `Would have fired ${data.fired === 1 ? 'once' : `${String(data.fired)} times`}`}</strong> in
            the last {span} on {plural(instances.length, 'instance')}
            {data.left_out > 0 ? `; ${String(data.left_out)} more were not tried` : ''}
          </>
        )}
      </p>
      <Awaited poll={test} height={150}>
        {(found) =>
          tested.length === 0 ? (
            <p className="note">
              {instances.length === 0
                ? 'No instance matches the tags.'
                : 'Nothing this rule reads was collected in this range: the switch may be off, or the extension missing.'}
            </p>
          ) : asTable ? (
            <table className="plain" aria-label="Problems of the back-test">
              <thead>
                <tr>
                  <th scope="col">Instance</th>
                  <th scope="col">From</th>
                  <th scope="col">Lasted</th>
                  <th scope="col">Worst</th>
                </tr>
              </thead>
              <tbody>
                {instances.flatMap(({ pg_instance, problems }) =>
                  problems.map(({ from, to, worst, message }) => (
                    <tr key={`${pg_instance}${String(from)}`} title={message}>
                      <td>{pg_instance}</td>
                      <td>{formatInstant(from, now(), zone)}</td>
                      <td>{to === null ? 'until now' : formatDuration(to - from)}</td>
                      <td>
                        <Severity state={worst} />
                      </td>
                    </tr>
                  )),
                )}
                {found.fired === 0 ? (
                  <tr>
                    <td colSpan={4}>It would not have fired.</td>
                  </tr>
                ) : null}
              </tbody>
            </table>
          ) : (
            <>
              {tested.slice(0, DRAWN).map((one) => (
                <MeasureChart
                  key={one.pg_instance}
                  title={one.pg_instance}
                  measured={one}
                  unit={rule.unit}
                  each={rule.each}
                  from={asked?.from ?? 0}
                  to={asked?.to ?? 1}
                  warning={asked?.warning ?? null}
                  critical={asked?.critical ?? null}
                  fired={one.problems}
                  zone={zone}
                />
              ))}
              {tested.length > DRAWN ? <p className="note">The {DRAWN} that come nearest are drawn; the table has all that fired.</p> : null}
            </>
          )
        }
      </Awaited>
    </section>
  )
}
