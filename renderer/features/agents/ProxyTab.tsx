/** The HTTP proxy between an agent and its upload server. */
import * as z from 'zod'
import { Loading, Problem } from '../../ui/Feedback.tsx'
import { Form, type Field } from '../../ui/Form.tsx'
import { notify } from '../../ui/notify.ts'
import { Toggle } from '../../ui/Toggle.tsx'
import { Act } from './Act.tsx'
import { HostText, PortText } from './fields.ts'
import type { Agent } from './state.tsx'
import { useSteered } from './use-agents.ts'

const FIELDS: readonly Field<'host' | 'port' | 'user' | 'password'>[] = [
  { name: 'host', label: 'Host', width: 'two-thirds' },
  { name: 'port', label: 'Port', width: 'third' },
  { name: 'user', label: 'User (optional)', width: 'half' },
  { name: 'password', label: 'Password (optional)', secret: true, width: 'half' },
]
const SCHEMA = z.object({ host: HostText, port: PortText, user: z.string(), password: z.string() })

export function ProxyTab({ agent }: { readonly agent: Agent }) {
  const { client, status, reload } = useSteered(agent)
  if (status.data === undefined) return status.problem === null ? <Loading lines={3} /> : <Problem problem={status.problem} retry={status.retry} />
  const { proxy, remove_proxy_os_env: removes } = status.data
  const isSet = proxy.host !== ''
  return (
    <div className="columns">
      <div className="stack">
        <h3>{isSet ? `Uploads go through ${proxy.host}:${String(proxy.port)}` : 'No proxy is set'}</h3>
        {isSet ? (
          <p className="note">
            {proxy.user === '' ? 'Without a user.' : `As ${proxy.user}, ${proxy.password === '' ? 'without a password' : 'with a password that is not shown'}.`}
          </p>
        ) : null}
        <Form
          quiet
          key={`${proxy.host}:${String(proxy.port)}:${proxy.user}`}
          fields={FIELDS}
          schema={SCHEMA}
          start={{ host: proxy.host, port: proxy.port === 0 ? '3128' : String(proxy.port), user: proxy.user, password: proxy.password }}
          submitLabel="Set"
          busyLabel="Setting…"
          submit={async ({ host, port, user, password }) => {
            const { status: said } = await client.setProxy({ body: { host: host.trim(), port: Number(port), user, password } })
            notify(said, `${host.trim()}:${port}`)
            await reload()
          }}
        />
        {isSet ? <p className="note">A password that stays masked is the one that is kept; with another host, port or user it has to be typed again.</p> : null}
        {isSet ? (
          <Act
            label="Remove"
            busy="Removing…"
            work={async () => {
              await client.deleteProxy()
              await reload()
              return ''
            }}
          />
        ) : null}
      </div>
      <div className="stack">
        <h3>Proxy of the environment</h3>
        <span className="row">
          <Toggle
            label="Ignore the proxy of the environment"
            on={removes}
            change={async (on) => {
              await client.setAgentSettings({ body: { remove_proxy_os_env: on } })
              await reload()
            }}
          />
          Ignore it (remove_proxy_os_env)
        </span>
        <p className="note">
          {removes
            ? 'HTTPS_PROXY and its like in the environment of the agent are ignored; only the proxy set here counts.'
            : 'Where no proxy is set here, HTTPS_PROXY and its like in the environment of the agent are used.'}
        </p>
      </div>
    </div>
  )
}
