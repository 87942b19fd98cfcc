import { Copy } from 'lucide-react'
import { copyText } from '../../ui/copy.ts'
import type { Why } from './why.ts'

/** Nothing to show: why, and the SQL that mends it. */
export function Missing({ title, why }: { readonly title: string; readonly why: readonly Why[] }) {
  return (
    <div className="missing" role="status">
      <h3>{title}</h3>
      <ul>
        {why.map(({ words, sql }) => (
          <li key={words}>
            <p>{words}</p>
            {sql === undefined ? null : (
              <div className="row">
                <pre className="sql grow">{sql}</pre>
                <button
                  type="button"
                  className="button small"
                  onClick={() => {
                    void copyText(sql, 'SQL')
                  }}
                >
                  <Copy size={14} aria-hidden="true" /> Copy SQL
                </button>
              </div>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
