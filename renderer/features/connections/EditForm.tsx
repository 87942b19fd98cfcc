import * as z from 'zod'
import { Tags } from '../../../shared/model/server.ts'
import type { NewConnection } from '../../data/api.ts'
import type { Declared, useAgent } from '../../data/use-agent.ts'
import { Form, type Field } from '../../ui/Form.tsx'

type Key = 'host' | 'port' | 'user' | 'password' | 'tags'

const FIELDS: readonly Field<Key>[] = [
  { name: 'host', label: 'Host', width: 'two-thirds' },
  { name: 'port', label: 'Port', width: 'third' },
  { name: 'user', label: 'User', width: 'half' },
  { name: 'password', label: 'Password', secret: true, width: 'half', hint: 'Empty: unchanged. Needed when host, port or user change.' },
  { name: 'tags', label: 'Tags', hint: 'key=value, separated by commas; sent as written' },
]
const SCHEMA = z.object({
  host: z.string().trim().min(1, 'Name the host or its address'),
  port: z
    .string()
    .regex(/^\d+$/, 'must be a number')
    .refine((text) => Number(text) >= 1 && Number(text) <= 65_535, 'must be from 1 to 65535'),
  user: z.string().trim().min(1, 'Name the user to connect as'),
  password: z.string(),
  tags: Tags,
})

/** Sends only what was changed. */
export function EditForm({
  client,
  row,
  done,
  onCancel,
}: {
  readonly client: ReturnType<typeof useAgent>['client']
  readonly row: Declared
  readonly done: () => Promise<void>
  readonly onCancel: () => void
}) {
  const before = { host: row.host, port: String(row.port), user: row.user, password: '', tags: row.tags }
  return (
    <Form
      fields={FIELDS}
      schema={SCHEMA}
      start={before}
      submitLabel="Save"
      busyLabel="Saving…"
      onCancel={onCancel}
      submit={async ({ host, port, user, password, tags }) => {
        const change: Partial<NewConnection> = {
          ...(host === before.host ? {} : { host }),
          ...(port === before.port ? {} : { port: Number(port) }),
          ...(user === before.user ? {} : { user }),
          ...(password === '' ? {} : { password }),
          ...(tags === before.tags ? {} : { tags }),
        }
        if (Object.keys(change).length > 0) await client.updateConnection({ params: { connection_name: row.name }, body: change })
        await done()
      }}
    />
  )
}
