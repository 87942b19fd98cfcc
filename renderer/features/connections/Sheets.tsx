/** What is opened over the list: adding, editing, details, and the questions before what cannot be taken back. */
import { Drawer, Modal } from '@mantine/core'
import type { Declared } from '../../data/use-agent.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { ConnectionForm } from '../../ui/ConnectionForm.tsx'
import { notify } from '../../ui/notify.ts'
import type { Asked } from './columns.tsx'
import { Details } from './Details.tsx'
import { EditForm } from './EditForm.tsx'
import type { Changing } from './Tune.tsx'

interface Props {
  readonly asked: Asked
  readonly close: () => void
  readonly declared: readonly Declared[]
  readonly context: Changing
  /** Tells connections of the same name apart. */
  readonly of: string
  readonly addTitle: string
  readonly disableAll?: (() => Promise<unknown>) | undefined
}

export function Sheets({ asked, close, declared, context, of, addTitle, disableAll }: Props) {
  const { ways, act } = context
  const detailed = asked?.what === 'details' ? declared.find(({ name }) => name === asked.row.name) : undefined
  return (
    <>
      <Drawer opened={asked?.what === 'add'} onClose={close} title={addTitle}>
        <ConnectionForm
          taken={declared.map((row) => row.name)}
          test={ways.test}
          onCancel={close}
          submit={async (name, body) => {
            const adding = ways.add(name, body)
            await act(adding)
            notify(name, (await adding).status)
            close()
          }}
        />
      </Drawer>
      <Drawer opened={asked?.what === 'edit'} onClose={close} title={asked?.what === 'edit' ? `Edit ${asked.row.name}` : ''}>
        {asked?.what === 'edit' ? (
          <EditForm
            ways={ways}
            row={asked.row}
            done={async () => {
              await act(Promise.resolve())
              close()
            }}
            onCancel={close}
          />
        ) : null}
      </Drawer>
      <Drawer opened={detailed !== undefined} onClose={close} title={detailed?.name ?? ''}>
        {detailed === undefined ? null : <Details row={detailed} of={of} context={context} />}
      </Drawer>
      <Modal
        opened={asked?.what === 'delete' || asked?.what === 'disable-all'}
        onClose={close}
        title={asked?.what === 'delete' ? `Delete ${asked.row.name}?` : 'Disable all connections?'}
      >
        {asked?.what === 'delete' ? (
          <Confirm
            text={`Monitoring of ${asked.row.name} (${asked.row.host}:${String(asked.row.port)}) stops and its settings are removed. What was collected stays until it is too old to be kept.`}
            action="Delete"
            work={() => act(ways.remove(asked.row.name))}
            close={close}
          />
        ) : asked?.what === 'disable-all' && disableAll !== undefined ? (
          <Confirm
            text={`Monitoring stops, and the charts will show a gap, for: ${declared
              .filter((row) => row.enabled)
              .map((row) => row.name)
              .join(', ')}.`}
            action="Disable all"
            work={() => act(disableAll())}
            close={close}
          />
        ) : null}
      </Modal>
    </>
  )
}
