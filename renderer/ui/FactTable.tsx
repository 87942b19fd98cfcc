import type { ReactNode } from 'react'

export type Facts = readonly (readonly [name: string, value: ReactNode])[]

/** Name and value, a line each. */
export function FactTable({ of, label }: { readonly of: Facts; readonly label?: string }) {
  return (
    <table className="facts" aria-label={label}>
      <tbody>
        {of.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
