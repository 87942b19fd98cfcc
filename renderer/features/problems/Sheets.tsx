/** What is asked before something is done about a problem. */
import { Drawer, Modal } from '@mantine/core'
import * as z from 'zod'
import { platform } from '../../data/api.ts'
import { useAlertingChange, type ProblemFull } from '../../data/alerting.ts'
import { Form } from '../../ui/Form.tsx'
import { SilenceForm } from '../../ui/SilenceForm.tsx'
import type { Ask } from './ProblemPanel.tsx'

export interface Asked {
  readonly what: Ask
  readonly problem: ProblemFull
}

const NOTE = z.object({ note: z.string().max(1000, 'At most 1000 characters') })

export function Sheets({ asked, close }: { readonly asked: Asked | null; readonly close: () => void }) {
  const changed = useAlertingChange()
  const problem = asked?.problem
  const name = problem === undefined ? '' : `${problem.check_name} on ${problem.pg_instance}`
  const closing = asked?.what === 'close'
  return (
    <>
      <Modal opened={asked?.what === 'acknowledge' || closing} onClose={close} title={closing ? `Close ${name}?` : `Acknowledge ${name}`}>
        {problem === undefined ? null : (
          <div className="stack">
            <p className="dim">
              {closing
                ? 'It is taken as resolved. Its rule opens another one when it gets worse, or when it was over and comes back.'
                : 'Others see that you see to it, and read your comment.'}
            </p>
            <Form
              fields={[{ name: 'note', label: 'Comment', placeholder: closing ? 'known, harmless' : 'I look into the batch job' }]}
              schema={NOTE}
              start={{ note: '' }}
              submitLabel={closing ? 'Close the problem' : 'Acknowledge'}
              busyLabel={closing ? 'Closing…' : 'Acknowledging…'}
              onCancel={close}
              submit={async ({ note }) => {
                const parts = { params: { problem: String(problem.id) }, body: { note } }
                await changed(closing ? platform.closeProblem(parts) : platform.acknowledgeProblem(parts))
                close()
              }}
            />
          </div>
        )}
      </Modal>
      <Drawer opened={asked?.what === 'silence'} onClose={close} title={`Silence ${name}`}>
        {problem === undefined ? null : <SilenceForm instance={problem.pg_instance} rule={problem.rule} done={close} />}
      </Drawer>
    </>
  )
}
