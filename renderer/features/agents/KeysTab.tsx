/** The license keys of an agent: when issued, whether used, until when valid; never the keys themselves. */
import { Modal } from '@mantine/core'
import { useState } from 'react'
import * as z from 'zod'
import { formatInstant } from '../../../shared/units.ts'
import { useView } from '../../app/state.ts'
import { listLicenseKeys, revokeLicenseKey, rotateLicenseKey } from '../../data/api.ts'
import { now } from '../../data/clock.ts'
import { usePoll } from '../../data/use-poll.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { Empty, Loading, Problem, Status, type StatusKind } from '../../ui/Feedback.tsx'
import { Form } from '../../ui/Form.tsx'
import { notify } from '../../ui/notify.ts'
import { Issue } from './Hindrance.tsx'
import type { Agent, Tell } from './state.tsx'
import { useReload } from './use-agents.ts'

type Key = Awaited<ReturnType<typeof listLicenseKeys>>[number]

const FORMS: Readonly<Record<Key['state'], readonly [kind: StatusKind, words: string]>> = {
  valid: ['ok', 'Valid'],
  grace: ['warn', 'In its grace period'],
  ended: ['off', 'Ended'],
  revoked: ['crit', 'Revoked'],
}
const GRACE = z.object({
  hours: z
    .string()
    .regex(/^\d+$/, 'must be a number')
    .refine((text) => Number(text) >= 1 && Number(text) <= 720, 'must be from 1 to 720'),
})

export function KeysTab({ agent, tell }: { readonly agent: Agent; readonly tell: Tell }) {
  const { id, name, embedded } = agent
  const list = usePoll(['agent', id, 'license-keys'], (signal) => listLicenseKeys(id, signal), { every: 10 })
  const reload = useReload()
  const zone = useView((s) => s.zone)
  const [asked, setAsked] = useState<'rotate' | Key | null>(null)
  const close = () => {
    setAsked(null)
  }
  if (list.data === undefined) return list.problem === null ? <Loading lines={3} /> : <Problem problem={list.problem} retry={list.retry} />
  const keys = list.data
  const present = keys.find((key) => key.state === 'valid')
  const usable = keys.some((key) => key.state === 'valid' || key.state === 'grace')
  const at = (time: number | null, none: string) => (time === null ? none : formatInstant(time, now(), zone))
  return (
    <div className="stack">
      {usable ? (
        <div className="row">
          <button
            type="button"
            className="button"
            onClick={() => {
              setAsked('rotate')
            }}
          >
            Rotate…
          </button>
          {agent.rotating ? <span className="note">A new key waits for the agent to take it up with its next upload.</span> : null}
        </div>
      ) : (
        <Issue agent={agent} tell={tell} />
      )}
      {keys.length === 0 ? (
        <Empty title="No license key yet" cause="Issue one and start the agent with it." />
      ) : (
        <table className="plain keys" aria-label="License keys">
          <thead>
            <tr>
              <th scope="col">Key</th>
              <th scope="col">State</th>
              <th scope="col">Issued</th>
              <th scope="col">First used</th>
              <th scope="col">Ends</th>
              <th scope="col">
                <span className="spoken">Revoke</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {keys.map((key) => (
              <tr key={key.id}>
                <td>
                  <code>{key.id}</code>
                </td>
                <td>
                  <Status kind={FORMS[key.state][0]}>{FORMS[key.state][1]}</Status>
                </td>
                <td>{at(key.issued, '–')}</td>
                <td>{at(key.first_used, 'never')}</td>
                <td>{at(key.ends, 'no end')}</td>
                <td>
                  {(key.state === 'valid' || key.state === 'grace') && !(embedded && key.id === present?.id) ? (
                    <button
                      type="button"
                      className="button small danger"
                      onClick={() => {
                        setAsked(key)
                      }}
                    >
                      Revoke…
                    </button>
                  ) : null}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className="note">What is named here is the beginning of a hash. A key itself is told once, when it is issued.</p>
      <Modal opened={asked === 'rotate'} onClose={close} title={`Rotate the license key of ${name}`}>
        <div className="stack">
          <p>A new key takes the place of the present one. The agent takes it up by itself with its next upload; until the grace period is over both work.</p>
          <Form
            fields={[{ name: 'hours', label: 'Grace period, hours', width: 'half' }]}
            schema={GRACE}
            start={{ hours: '24' }}
            submitLabel="Rotate"
            busyLabel="Rotating…"
            onCancel={close}
            submit={async ({ hours }) => {
              const { ends } = await rotateLicenseKey(id, Number(hours))
              notify('License key rotated', `The old one works until ${formatInstant(ends, now(), zone)}`)
              close()
              await reload()
            }}
          />
        </div>
      </Modal>
      <Modal opened={asked !== null && asked !== 'rotate'} onClose={close} title="Revoke the license key?">
        {asked === null || asked === 'rotate' ? null : (
          <Confirm
            text={`The key ${asked.id} of ${name} ends at once: uploads with it are refused, and ${name} cannot be steered with it.`}
            action="Revoke"
            work={async () => {
              await revokeLicenseKey(id, asked.id)
              await reload()
            }}
            close={close}
          />
        )}
      </Modal>
    </div>
  )
}
