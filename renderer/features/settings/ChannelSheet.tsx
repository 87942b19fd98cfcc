import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useAlertingChange, type Channel } from '../../data/alerting.ts'
import { platform } from '../../data/api.ts'
import { Form } from '../../ui/Form.tsx'
import { bodyOf, fieldsOf, KINDS, schemaOf, startOf, type Kind } from './channel-form.ts'

const isKind = (text: string): text is Kind => Object.hasOwn(KINDS, text)

/** A new channel, or a change of one. */
export function ChannelSheet({ channel, done }: { readonly channel: Channel | null; readonly done: () => void }) {
  const changed = useAlertingChange()
  const [kind, setKind] = useState<Kind>(channel?.target.kind ?? 'mail')
  return (
    <div className="stack" style={{ justifyItems: 'stretch' }}>
      {channel === null ? (
        <NativeSelect
          size="xs"
          label="Kind"
          data={Object.entries(KINDS).map(([value, label]) => ({ value, label }))}
          value={kind}
          onChange={(event) => {
            if (isKind(event.currentTarget.value)) setKind(event.currentTarget.value)
          }}
        />
      ) : null}
      {kind === 'desktop' ? <p className="note">On the desktops where Watchpost runs as an application with this platform.</p> : null}
      <Form
        key={kind}
        fields={fieldsOf(kind, channel !== null && channel.target.kind !== 'desktop' && channel.target.secret_set)}
        schema={schemaOf(kind)}
        start={startOf(channel)}
        submitLabel={channel === null ? 'Add the channel' : 'Save'}
        busyLabel="Saving…"
        onCancel={done}
        submit={async (values) => {
          const body = bodyOf(kind, values, channel)
          await changed(channel === null ? platform.addChannel({ body }) : platform.changeChannel({ params: { channel: String(channel.id) }, body }))
          done()
        }}
      />
    </div>
  )
}
