/** One agent: what it says of itself, and everything that can be changed about it. */
import { Tabs } from '@mantine/core'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { PATHS } from '../../app/paths.ts'
import { useScope } from '../../app/use-scope.ts'
import { Panel } from '../../ui/Feedback.tsx'
import { Hindrance } from './Hindrance.tsx'
import { KeysTab } from './KeysTab.tsx'
import { LimitsTab } from './LimitsTab.tsx'
import { ManageTab } from './ManageTab.tsx'
import { ProxyTab } from './ProxyTab.tsx'
import { AgentStatus, type Agent, type Tell } from './state.tsx'
import { StatusTab } from './StatusTab.tsx'
import { UploadTab } from './UploadTab.tsx'

const TABS = ['status', 'limits', 'upload', 'proxy', 'keys', 'manage'] as const
const TITLES: Readonly<Record<(typeof TABS)[number], string>> = {
  status: 'Status',
  limits: 'Limits',
  upload: 'Upload',
  proxy: 'Proxy',
  keys: 'License keys',
  manage: 'Manage',
}
/** What needs the agent itself to answer. */
const STEERED: ReadonlySet<string> = new Set(['limits', 'upload', 'proxy'])

export function Detail({ agent, tell, close }: { readonly agent: Agent; readonly tell: Tell; readonly close: () => void }) {
  const { own, setOwn } = useScope()
  const tab = TABS.find((one) => one === own('tab')) ?? 'status'
  const bodies: Readonly<Record<(typeof TABS)[number], ReactNode>> = {
    status: <StatusTab agent={agent} />,
    limits: <LimitsTab agent={agent} />,
    upload: <UploadTab agent={agent} />,
    proxy: <ProxyTab agent={agent} />,
    keys: <KeysTab agent={agent} tell={tell} />,
    manage: <ManageTab agent={agent} left={close} />,
  }
  return (
    <Panel
      label={agent.name}
      title={agent.name}
      note={<AgentStatus agent={agent} />}
      tools={
        <span className="row">
          {agent.state === 'uploads-only' ? null : (
            <Link className="button small" to={`${PATHS.connections}?agent=${encodeURIComponent(agent.id)}`}>
              Its connections
            </Link>
          )}
          <button type="button" className="button plain small icon" aria-label="Close" onClick={close}>
            <X size={14} />
          </button>
        </span>
      }
    >
      {agent.state === 'online' ? null : (
        <div className="agent-body">
          <Hindrance agent={agent} tell={tell} />
        </div>
      )}
      <Tabs
        value={tab}
        onChange={(to) => {
          setOwn('tab', to === 'status' ? null : to, 'replace')
        }}
        keepMounted={false}
      >
        <Tabs.List>
          {TABS.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {TITLES[one]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {TABS.map((one) => (
          <Tabs.Panel key={one} value={one} className="agent-body">
            {STEERED.has(one) && agent.state !== 'online' ? (
              <p className="dim">The agent itself keeps these settings: they can be seen and changed when it answers.</p>
            ) : (
              bodies[one]
            )}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Panel>
  )
}
