/** A database to watch: what it needs, from fields or from a pasted URI. Used by the first-run page and by the connections. */
import * as z from 'zod'
import type { Capabilities as Found, Tried } from '../../shared/model/capabilities.ts'
import { ConnectionName, SslMode } from '../../shared/model/server.ts'
import type { NewConnection } from '../data/api.ts'
import { ADDRESS, addressOf, type AddressValues } from './address.ts'
import { Form, type Field } from './Form.tsx'
import { readUri } from './pg-uri.ts'
import { TestConnection } from './TestConnection.tsx'

type Key = 'uri' | 'name' | keyof AddressValues
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
    ...ADDRESS,
    uri: z.string().refine((text) => text.trim() === '' || readUri(text) !== null, 'is no PostgreSQL URI: postgresql://user@host:port/database'),
    name: ConnectionName.refine((name) => !taken.includes(name), 'A connection of this name exists already'),
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
      submit={({ name, ...values }) => submit(name, addressOf(values))}
      spread={(field, text) => (field === 'uri' ? readUri(text) : null)}
      {...(onCancel === undefined ? {} : { onCancel })}
    >
      {(values) => <TestConnection values={values} test={test} />}
    </Form>
  )
}
