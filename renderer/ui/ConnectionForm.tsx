/** A database to watch: what it needs, from fields or from a pasted URI. Used by the first-run page and by the connections. */
import { useState } from 'react'
import * as z from 'zod'
import type { Capabilities as Found, Tried } from '../../shared/model/capabilities.ts'
import { ConnectionName, SslMode, Tags } from '../../shared/model/server.ts'
import type { NewConnection } from '../data/api.ts'
import { Capabilities } from './Capabilities.tsx'
import { Form, type Field } from './Form.tsx'
import { readUri } from './pg-uri.ts'

type Key = 'uri' | 'host' | 'port' | 'user' | 'password' | 'database' | 'sslmode' | 'name' | 'tags'
type Values = Readonly<Record<Key, string>>

const FIELDS: readonly Field<Key>[] = [
  { name: 'uri', label: 'Paste a URI (optional)', placeholder: 'postgresql://monitor@db1:5432/postgres' },
  { name: 'host', label: 'Host', placeholder: 'db1.example.com', width: 'two-thirds' },
  { name: 'port', label: 'Port', width: 'third' },
  { name: 'user', label: 'User', width: 'half' },
  { name: 'password', label: 'Password', secret: true, width: 'half' },
  { name: 'database', label: 'Database to connect to', width: 'half' },
  { name: 'sslmode', label: 'SSL mode', width: 'half', choices: SslMode.options },
  { name: 'name', label: 'Name here', placeholder: 'prod-db1', width: 'half' },
  { name: 'tags', label: 'Tags', placeholder: 'env=prod,team=pay', width: 'half' },
]

const schemaFor = (taken: readonly string[]) =>
  z.object({
    uri: z.string().refine((text) => text.trim() === '' || readUri(text) !== null, 'is no PostgreSQL URI: postgresql://user@host:port/database'),
    host: z.string().trim().min(1, 'Name the host or its address'),
    port: z
      .string()
      .regex(/^\d+$/, 'must be a number')
      .refine((text) => Number(text) >= 1 && Number(text) <= 65_535, 'must be from 1 to 65535'),
    user: z.string().trim().min(1, 'Name the user to connect as'),
    password: z.string(),
    database: z.string().trim().min(1, 'Name a database; postgres exists nearly everywhere'),
    sslmode: SslMode,
    name: ConnectionName.refine((name) => !taken.includes(name), 'A connection of this name exists already'),
    tags: Tags,
  })

const EMPTY: Values = { uri: '', host: '', port: '5432', user: '', password: '', database: 'postgres', sslmode: 'prefer', name: '', tags: '' }

interface Props {
  readonly taken: readonly string[]
  readonly submit: (name: string, connection: NewConnection) => Promise<unknown>
  /** Connects without saving anything and says what the server can tell. */
  readonly test: (address: Tried) => Promise<Found>
  readonly onCancel?: () => void
}

export function ConnectionForm({ taken, submit, test, onCancel }: Props) {
  return (
    <Form
      fields={FIELDS}
      schema={schemaFor(taken)}
      start={EMPTY}
      submitLabel="Save and watch"
      busyLabel="Connecting…"
      submit={({ name, host, port, user, password, tags, database, sslmode }) =>
        submit(name, { host: host.trim(), port: Number(port), user: user.trim(), password, tags, database: database.trim(), sslmode: SslMode.parse(sslmode) })
      }
      spread={(field, text) => (field === 'uri' ? readUri(text) : null)}
      {...(onCancel === undefined ? {} : { onCancel })}
    >
      {(values) => <Test values={values} test={test} />}
    </Form>
  )
}

/** Tries what was typed so far; what came of it stays until something is tried again. */
function Test({ values, test }: { readonly values: Values; readonly test: Props['test'] }) {
  const [found, setFound] = useState<Found | null>(null)
  const [said, setSaid] = useState('')
  const [busy, setBusy] = useState(false)
  const { host, port, user, password, database, sslmode } = values
  const ready = host.trim() !== '' && user.trim() !== '' && Number(port) >= 1 && Number(port) <= 65_535
  const run = async () => {
    setBusy(true)
    setSaid('')
    try {
      setFound(await test({ host: host.trim(), port: Number(port), user: user.trim(), password, database: database.trim(), sslmode: SslMode.parse(sslmode) }))
    } catch (cause) {
      setFound(null)
      setSaid(cause instanceof Error ? cause.message : 'This did not work.')
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="whole" style={{ display: 'grid', gap: 8, justifyItems: 'stretch' }}>
      <button
        type="button"
        className="button"
        style={{ justifySelf: 'start' }}
        disabled={!ready || busy}
        title={ready ? undefined : 'Give host, port and user first'}
        onClick={() => {
          void run()
        }}
      >
        {busy ? 'Testing…' : 'Test'}
      </button>
      {said === '' ? null : (
        <div className="banner crit" role="alert">
          {said}
        </div>
      )}
      {found === null || busy ? null : <Capabilities found={found} />}
    </div>
  )
}
