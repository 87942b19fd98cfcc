import { formatMeasure } from '../../../shared/units.ts'
import { planLines } from './plan-tree.ts'

/** The tree of a plan: a line per node, with what it reads, and the planner's estimates. */
export function PlanTree({ json }: { readonly json: string }) {
  const lines = planLines(json)
  if (lines.length === 0) return <p className="note">The text of this plan is no longer kept.</p>
  return (
    <table className="plan" aria-label="Plan">
      <thead>
        <tr>
          <th scope="col">Node</th>
          <th scope="col" className="right" title="Rows the planner expects from one execution of the node">
            Rows
          </th>
          <th
            scope="col"
            className="right"
            title="Estimated cost with everything below it, in reads of a sequential page; the bar is the node’s own part of the whole"
          >
            Cost
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ depth, node, target, details, rows, cost, own }, at) => (
          // A plan never changes its lines.
          <tr key={at} aria-level={depth + 1}>
            <td style={{ paddingLeft: 6 + depth * 14 }}>
              <span className="node">
                {depth === 0 ? null : <span aria-hidden="true">↳ </span>}
                {node}
              </span>
              {target === '' ? null : <code>{target}</code>}
              {details.map((detail) => (
                <small key={detail}>{detail}</small>
              ))}
            </td>
            <td className="right">{formatMeasure(rows)}</td>
            <td className="right">
              {formatMeasure(cost)}
              {own === null ? null : (
                <i className="own" style={{ width: `${String(Math.round(own * 100))}%` }} title={`${String(Math.round(own * 100))} % of the whole`} />
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
