import * as z from 'zod'
import { AgentName, AgentUrl } from '../../../shared/model/agents.ts'
import { addAgent } from '../../data/api.ts'
import { Form, type Field } from '../../ui/Form.tsx'
import type { Agent } from './state.tsx'

type Key = 'name' | 'url' | 'key'

const FIELDS: readonly Field<Key>[] = [
  { name: 'name', label: 'Name', placeholder: 'db1' },
  { name: 'url', label: 'URL of its management interface', placeholder: 'https://db1:8282', hint: 'Empty: it uploads, and is not steered from here.' },
  {
    name: 'key',
    label: 'License key',
    secret: true,
    hint: 'The one it was started with. Empty: one is issued and told once. Nothing is sent to the agent before you have accepted its certificate.',
  },
]
const schemaFor = (taken: readonly string[]) =>
  z.object({
    name: AgentName.refine((name) => !taken.includes(name), 'An agent of this name exists already'),
    url: z.string().refine((text) => text.trim() === '' || AgentUrl.safeParse(text.trim()).success, 'must be of the form https://host:port, or empty'),
    key: z.string().refine((text) => text === '' || (text.trim().length >= 16 && text.trim().length <= 256), 'must have 16 to 256 characters, or be empty'),
  })

export function AddAgent({
  taken,
  done,
  onCancel,
}: {
  readonly taken: readonly string[]
  readonly done: (agent: Agent, license: string | undefined) => Promise<void>
  readonly onCancel: () => void
}) {
  return (
    <Form
      fields={FIELDS}
      schema={schemaFor(taken)}
      start={{ name: '', url: '', key: '' }}
      submitLabel="Add the agent"
      busyLabel="Looking…"
      onCancel={onCancel}
      submit={async ({ name, url, key }) => {
        const added = await addAgent(name, url.trim() === '' ? null : url.trim(), key === '' ? undefined : key.trim())
        await done(added.agent, added.license_key)
      }}
    />
  )
}
