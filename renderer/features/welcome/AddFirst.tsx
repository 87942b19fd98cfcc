/** One page, not five: the form on the left, what came of it on the right. */
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { PATHS } from '../../app/paths.ts'
import { useAgent } from '../../data/use-agent.ts'
import { ConnectionForm } from '../../ui/ConnectionForm.tsx'
import { copyText } from '../../ui/copy.ts'
import { Panel, Status } from '../../ui/Feedback.tsx'

const ROLE = `-- once per cluster, as an administrator
CREATE ROLE watchpost LOGIN PASSWORD '…' CONNECTION LIMIT 5;
GRANT pg_monitor TO watchpost;
-- in the database connected to, for the queries
CREATE EXTENSION IF NOT EXISTS pg_stat_statements;`

export function AddFirst({ onBack }: { readonly onBack: () => void }) {
  const { client, declared, reload } = useAgent()
  const [added, setAdded] = useState('')
  const [said, setSaid] = useState('')
  const row = declared.find((one) => one.name === added)
  return (
    <div className="addfirst">
      <Panel
        label="Connection"
        title="Monitor a database"
        tools={
          <button type="button" className="button plain small" onClick={onBack}>
            <ArrowLeft size={14} aria-hidden="true" /> Back
          </button>
        }
      >
        <div style={{ padding: '0 12px 12px' }}>
          <ConnectionForm
            taken={declared.map((one) => one.name)}
            test={(body) => client.testConnection({ body })}
            submit={async (name, body) => {
              const { status } = await client.addConnection({ params: { connection_name: name }, body })
              setSaid(status)
              setAdded(name)
              await reload()
            }}
          />
        </div>
      </Panel>
      <Panel label="Result" title="Result">
        <div className="result" role="status">
          {added === '' ? (
            <p className="dim">The connection is tried as soon as it is saved, and again and again until it works.</p>
          ) : (
            <>
              {row?.connected === true ? <Status kind="ok">{added} is connected</Status> : <Status kind="warn">{added} is not connected yet</Status>}
              <p>{row?.connected === true || row === undefined || row.cause === '' ? said : row.cause}</p>
              {row?.connected === true ? (
                <Link className="button primary" to={`${PATHS.activity}?r=15m`}>
                  Show its load
                </Link>
              ) : (
                <p className="note">It is kept and tried again. Mend the cause, or change it under Connections.</p>
              )}
            </>
          )}
          <h3>A role for it</h3>
          <pre className="sql">{ROLE}</pre>
          <button
            type="button"
            className="button small"
            onClick={() => {
              void copyText(ROLE, 'SQL')
            }}
          >
            Copy
          </button>
          <p className="note">
            If pg_stat_statements is not loaded, set shared_preload_libraries = &apos;pg_stat_statements&apos; and restart PostgreSQL. Without it the load is
            shown, the queries are not.
          </p>
        </div>
      </Panel>
    </div>
  )
}
