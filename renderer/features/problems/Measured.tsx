/** What the rule measured around the problem, from the same judging that raised it. */
import { useMemo, useState } from 'react'
import { formatClock, formatQuantity } from '../../../shared/units.ts'
import { useView } from '../../app/state.ts'
import { useBackTest, type ProblemFull, type Rule } from '../../data/alerting.ts'
import { AsTable } from '../../ui/AsTable.tsx'
import { Awaited } from '../../ui/Awaited.tsx'
import { MeasureChart } from '../../ui/MeasureChart.tsx'
import { windowOf } from './window.ts'

const MINUTE = 60_000
/** Longer ones are shown by their last day. */
const MOST = 86_400_000

export function Measured({ problem, rule }: { readonly problem: ProblemFull; readonly rule: Rule }) {
  const zone = useView((s) => s.zone)
  const [asTable, setAsTable] = useState(false)
  const asked = useMemo(() => {
    const window = windowOf(problem)
    const to = Math.ceil(window.to / MINUTE) * MINUTE
    const { warning, critical, occurrences } = rule
    return { from: Math.max(window.from, to - MOST), to, warning, critical, occurrences, filters: [{ tag: 'pg_instance', value: problem.pg_instance }] }
  }, [problem, rule])
  const test = useBackTest(rule.id, asked)
  const found = test.data?.instances[0]
  const rows = found?.time.map((time, i) => [time, found.value[i] ?? null] as const) ?? []
  return (
    <div>
      <div className="row">
        <h3 className="grow">Measured</h3>
        <AsTable on={asTable} turn={setAsTable} />
      </div>
      <Awaited poll={test} height={150}>
        {() =>
          found === undefined || rows.length === 0 ? (
            <p className="note">Nothing is stored of this time any more, or the instance is gone.</p>
          ) : asTable ? (
            <div style={{ maxHeight: 180, overflow: 'auto' }}>
              <table className="plain" aria-label="Measured">
                <thead>
                  <tr>
                    <th scope="col">Minute to</th>
                    <th scope="col">Value</th>
                  </tr>
                </thead>
                <tbody>
                  {rows.toReversed().map(([time, value]) => (
                    <tr key={time}>
                      <td>{formatClock(time, zone, false)}</td>
                      <td>{value === null ? '?' : formatQuantity(value, rule.unit)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          ) : (
            <MeasureChart
              title={problem.pg_instance}
              measured={found}
              unit={rule.unit}
              each={rule.each}
              from={asked.from}
              to={asked.to}
              warning={rule.warning}
              critical={rule.critical}
              fired={[{ from: problem.since, to: problem.resolved, worst: problem.worst }]}
              zone={zone}
            />
          )
        }
      </Awaited>
    </div>
  )
}
