import * as z from 'zod'
import { platform } from '../../data/api.ts'
import { Form } from '../../ui/Form.tsx'

const HOURS = ['1', '8', '24'] as const
const SCHEMA = z.object({
  name: z.string().trim().min(1, 'Say what it is for').max(100, 'must have at most 100 characters'),
  hours: z.enum(HOURS),
})

export function AddToken({ done, onCancel }: { readonly done: (name: string, token: string) => Promise<void>; readonly onCancel: () => void }) {
  return (
    <Form
      fields={[
        { name: 'name', label: 'What it is for', placeholder: 'nightly report', width: 'two-thirds' },
        { name: 'hours', label: 'Lives, hours', choices: HOURS, width: 'third' },
      ]}
      schema={SCHEMA}
      start={{ name: '', hours: '8' }}
      submitLabel="Make the token"
      busyLabel="Making…"
      onCancel={onCancel}
      submit={async (typed) => {
        const { name, hours } = SCHEMA.parse(typed)
        const { 'user-token': token } = await platform.addOwnToken({ body: { name, hours: Number(hours) } })
        await done(name, token)
      }}
    >
      {() => <p className="note whole">It may do everything that this account may. It is told once, and can be ended at any time.</p>}
    </Form>
  )
}
