/** What a server can tell: each report, what is missing of it and why, and what mends it. */
import { Copy } from 'lucide-react'
import type { Capabilities as Found } from '../../shared/model/capabilities.ts'
import { copyText } from './copy.ts'
import { Status } from './Feedback.tsx'

const PROVIDERS: Readonly<Record<NonNullable<Found['provider']>, string>> = {
  'self-hosted': 'self-hosted',
  rds: 'Amazon RDS',
  aurora: 'Amazon Aurora',
  'cloud-sql': 'Google Cloud SQL',
  azure: 'Azure Database',
  aiven: 'Aiven',
}

const STATES = {
  works: { kind: 'ok', words: 'Works' },
  partly: { kind: 'warn', words: 'Partly' },
  nothing: { kind: 'off', words: 'Nothing' },
} as const

/** The facts of the connection in one line. */
function factsOf({ version, role, provider, pooled, host }: Found): string {
  return [
    `PostgreSQL ${version ?? ''}, ${role ?? ''}`,
    provider === null ? '' : PROVIDERS[provider],
    pooled ? 'through a pooler' : '',
    host ? 'with the metrics of its machine' : 'without the metrics of its machine',
  ]
    .filter((fact) => fact !== '')
    .join(' · ')
}

export function Capabilities({ found }: { readonly found: Found }) {
  if (!found.connected)
    return (
      <div className="banner crit" role="status">
        <span>It cannot be connected to: {found.cause}.</span>
      </div>
    )
  const mends = found.checks.filter(({ ok }) => !ok)
  const order = ['nothing', 'partly', 'works']
  const reports = found.reports.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
  const working = reports.filter(({ state }) => state === 'works').length
  return (
    <div className="capabilities" role="status" aria-label="Capabilities">
      <p className="dim">{factsOf(found)}</p>
      <p>
        {working === reports.length ? (
          <Status kind="ok">All {reports.length} reports work</Status>
        ) : (
          <Status kind="warn">
            {working} of {reports.length} reports work
          </Status>
        )}
      </p>
      {mends.length === 0 ? null : (
        <section aria-label="To mend">
          <h3>To mend</h3>
          {mends.map(({ id, hint, mend }) => (
            <Mend key={id} hint={hint} mend={mend} />
          ))}
        </section>
      )}
      <section aria-label="Reports">
        <h3>Reports</h3>
        <ul className="plain-list">
          {reports.map(({ id, title, state, why }) => (
            <li key={id}>
              <span>{title}</span>
              <Status kind={STATES[state].kind}>{STATES[state].words}</Status>
              {why === '' ? null : <span className="dim">{why}</span>}
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}

/** What is missing, and the statement that mends it. */
function Mend({ hint, mend }: { readonly hint: string; readonly mend: string }) {
  const [what = '', ...rest] = hint.split('. ')
  return (
    <div className="mend">
      <p>{mend === '' ? [what, ...rest].join('. ') : `${what}.`}</p>
      {mend === '' ? null : (
        <div className="mend-sql">
          <pre className="sql">{mend}</pre>
          <button
            type="button"
            className="button small"
            onClick={() => {
              void copyText(mend, 'SQL')
            }}
          >
            <Copy size={14} aria-hidden="true" /> Copy
          </button>
        </div>
      )}
    </div>
  )
}
