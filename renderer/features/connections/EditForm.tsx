import * as z from 'zod'
import { SslMode } from '../../../shared/model/server.ts'
import type { NewConnection } from '../../data/api.ts'
import type { Declared } from '../../data/use-agent.ts'
import { ADDRESS, addressOf, type AddressValues } from '../../ui/address.ts'
import { Form, type Field } from '../../ui/Form.tsx'
import { TestConnection } from '../../ui/TestConnection.tsx'
import type { Ways } from './ways.ts'

type Key = keyof AddressValues

const FIELDS: readonly Field<Key>[] = [
  { name: 'host', label: 'Host', width: 'two-thirds' },
  { name: 'port', label: 'Port', width: 'third' },
  { name: 'user', label: 'User', width: 'half' },
  { name: 'password', label: 'Password', secret: true, width: 'half', hint: 'Empty: unchanged. Needed when host, port or user change.' },
  { name: 'database', label: 'Database to connect to', width: 'half' },
  { name: 'sslmode', label: 'SSL mode', width: 'half', choices: SslMode.options },
  { name: 'tags', label: 'Tags', hint: 'key=value, separated by commas; sent as written' },
]
const SCHEMA = z.object(ADDRESS)

/** Sends only what was changed. */
export function EditForm({
  ways,
  row,
  done,
  onCancel,
}: {
  readonly ways: Ways
  readonly row: Declared
  readonly done: () => Promise<void>
  readonly onCancel: () => void
}) {
  // An agent that does not tell its database is not asked to change it.
  const told = row.database !== null && row.sslmode !== null
  const before: AddressValues = {
    host: row.host,
    port: String(row.port),
    user: row.user,
    password: '',
    tags: row.tags,
    database: row.database ?? 'postgres',
    sslmode: row.sslmode ?? 'prefer',
  }
  return (
    <Form
      fields={FIELDS.filter(({ name }) => told || (name !== 'database' && name !== 'sslmode'))}
      schema={SCHEMA}
      start={before}
      submitLabel="Save"
      busyLabel="Saving…"
      onCancel={onCancel}
      submit={async (values) => {
        const after = addressOf(values)
        const same = addressOf(before)
        const change: Partial<NewConnection> = Object.fromEntries(Object.entries(after).filter(([field, value]) => value !== same[field as Key]))
        if (Object.keys(change).length > 0) await ways.update(row.name, change)
        await done()
      }}
    >
      {(values) => (
        <TestConnection
          values={values}
          test={ways.test}
          hindrance={row.password !== '' && values.password === '' ? 'Type the password to test: the kept one never comes to this page.' : undefined}
        />
      )}
    </Form>
  )
}
