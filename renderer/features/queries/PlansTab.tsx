/** The plans a query had: one per shape, the present one first. */
import { Copy } from 'lucide-react'
import { useState } from 'react'
import { formatInstant, formatMeasure } from '../../../shared/units.ts'
import { useView } from '../../app/state.ts'
import { now } from '../../data/clock.ts'
import { copyText } from '../../ui/copy.ts'
import { Loading, Problem, Status } from '../../ui/Feedback.tsx'
import { Missing } from './Missing.tsx'
import { failuresOf, shapesOf, type Shape } from './plan-history.ts'
import { PlanTree } from './PlanTree.tsx'
import { usePlans, useSampling } from './use-plans.ts'
import type { Asked } from './use-queries.ts'
import { whyNoPlan } from './why.ts'

const idOf = (row: Shape) => `${row.pg_instance}\n${row.database ?? ''}\n${row.source}\n${row.shape}`
const instantOf = (utc: string) => Date.parse(`${utc.replace(' ', 'T')}Z`)

export function PlansTab({ asked, md5 }: { readonly asked: Asked; readonly md5: string }) {
  const plans = usePlans(asked, md5)
  const sampling = useSampling(asked)
  const [chosen, setChosen] = useState<string | null>(null)
  if (plans.problem !== null && plans.data === undefined) return <Problem problem={plans.problem} retry={plans.retry} />
  if (plans.data === undefined) return <Loading lines={8} />
  const shapes = shapesOf(plans.data)
  const failures = failuresOf(plans.data)
  const shown = shapes.find((row) => idOf(row) === chosen) ?? shapes[0]
  return (
    <>
      {failures.map(({ pg_instance: instance, database, source, failure }) => (
        <p key={`${instance}\n${database ?? ''}\n${source}`} className="note">
          <Status kind="warn">Not planned in {database ?? 'its database'}</Status>: {failure}
        </p>
      ))}
      {shown === undefined ? (
        <Missing title="No plan yet" why={failures.length > 0 ? [] : whyNoPlan(sampling.data ?? [])} />
      ) : (
        <>
          <ul className="shapes" aria-label="Shapes of the plan">
            {shapes.map((row) => (
              <li key={idOf(row)}>
                <button
                  type="button"
                  aria-pressed={row === shown}
                  onClick={() => {
                    setChosen(idOf(row))
                  }}
                >
                  <Story row={row} />
                  <span className="dim">
                    {row.database} · {row.source === 'generic' ? 'without values' : 'with the values of a sample'} · cost {formatMeasure(row.total_cost)}
                  </span>
                </button>
              </li>
            ))}
          </ul>
          <div className="row">
            <p className="note grow">
              Estimated as {shown.planned_as ?? 'our user'}, never executed. The tree is as this shape was seen first; constants are left out.
            </p>
            <button
              type="button"
              className="button small"
              disabled={shown.plan === null}
              title="As EXPLAIN (FORMAT JSON) writes it, for programs that draw plans"
              onClick={() => {
                void copyText(shown.plan ?? '', 'Plan')
              }}
            >
              <Copy size={14} aria-hidden="true" /> Copy JSON
            </button>
          </div>
          <PlanTree json={shown.plan ?? ''} />
        </>
      )}
    </>
  )
}

function Story({ row }: { readonly row: Shape }) {
  const zone = useView((s) => s.zone)
  const at = (utc: string | null) => (utc === null ? 'before' : formatInstant(instantOf(utc), now(), zone))
  switch (row.story) {
    case 'changed':
      return <Status kind="warn">Changed, since {at(row.first_seen)}</Status>
    case 'alternates':
      return <Status kind="warn">Last seen {at(row.last_seen)}, alternates with others</Status>
    case 'only':
      return <Status kind="ok">The same since {at(row.first_seen)}</Status>
    case 'earlier':
      return (
        <Status kind="off">
          Earlier: {at(row.first_seen)} to {at(row.last_seen)}
        </Status>
      )
  }
}
