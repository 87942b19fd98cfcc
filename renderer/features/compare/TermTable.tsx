/** The numbers of the chart, as a table. */
import type { Difference } from '../../../shared/model/compare.ts'
import { stepsOf, TERMS, writeAmount, writeChange, type Unit } from './split.ts'

export function TermTable({ total, unit }: { readonly total: Difference; readonly unit: Unit }) {
  return (
    <table className="plain terms" aria-label="Terms of the difference">
      <thead>
        <tr>
          <th scope="col">Step</th>
          <th scope="col" className="right">
            {unit.name}
          </th>
          <th scope="col">What it is</th>
        </tr>
      </thead>
      <tbody>
        {stepsOf(total).map(({ id, name, value }) => {
          const term = TERMS.find((one) => one.id === id)
          return (
            <tr key={id}>
              <th scope="row">{name}</th>
              <td className="right">{term === undefined ? writeAmount(value, unit.decimals) : writeChange(value, unit.decimals)}</td>
              <td className="dim">{term?.doc ?? (id === 'before' ? 'The earlier window' : 'The later window: the earlier one and the five terms')}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
