/** The ways to change connections, whoever watches them: an agent, or the platform itself. */
import type { Capabilities as Found, Tried } from '../../../shared/model/capabilities.ts'
import { platform, type NewConnection } from '../../data/api.ts'
import type { useAgent } from '../../data/use-agent.ts'

type AgentClient = ReturnType<typeof useAgent>['client']

/** The two operations of each switch, at an agent and at the platform. */
const SWITCHES = {
  enabled: { agent: ['enableConnection', 'disableConnection'], pool: ['enableAgentless', 'disableAgentless'] },
  samples: { agent: ['enableSamples', 'disableSamples'], pool: ['enableAgentlessSamples', 'disableAgentlessSamples'] },
  locks: { agent: ['enableLockMonitoring', 'disableLockMonitoring'], pool: ['enableAgentlessLockMonitoring', 'disableAgentlessLockMonitoring'] },
  tables: { agent: ['enableTableMonitoring', 'disableTableMonitoring'], pool: ['enableAgentlessTableMonitoring', 'disableAgentlessTableMonitoring'] },
  queries: { agent: ['enableQueryMonitoring', 'disableQueryMonitoring'], pool: ['enableAgentlessQueryMonitoring', 'disableAgentlessQueryMonitoring'] },
  optimise: {
    agent: ['enableQueryMonitoringOptimize', 'disableQueryMonitoringOptimize'],
    pool: ['enableAgentlessQueryMonitoringOptimize', 'disableAgentlessQueryMonitoringOptimize'],
  },
} as const satisfies Record<string, { readonly agent: readonly (keyof AgentClient)[]; readonly pool: readonly (keyof typeof platform)[] }>
export type Switched = keyof typeof SWITCHES

const NUMBERS = {
  delay: { agent: 'setLockMonitoringDelay', pool: 'setAgentlessLockMonitoringDelay' },
  calls: { agent: 'setQueryMonitoringMinCalls', pool: 'setAgentlessQueryMonitoringMinCalls' },
  time: { agent: 'setQueryMonitoringMinTime', pool: 'setAgentlessQueryMonitoringMinTime' },
} as const satisfies Record<string, { readonly agent: keyof AgentClient; readonly pool: keyof typeof platform }>
export type Numbered = keyof typeof NUMBERS

/** Settings without an operation of their own. */
export type Tuned = 'literals' | 'plans'

/** Each rejects with an error whose message is the reason; nothing is changed then. */
export interface Ways {
  readonly turn: (name: string, which: Switched, on: boolean) => Promise<unknown>
  readonly set: (name: string, which: Numbered, value: number) => Promise<unknown>
  readonly tune: (name: string, which: Tuned, on: boolean) => Promise<unknown>
  readonly add: (name: string, connection: NewConnection) => Promise<{ readonly status: string }>
  /** Sends only what is given. */
  readonly update: (name: string, change: Partial<NewConnection>) => Promise<unknown>
  readonly remove: (name: string) => Promise<unknown>
  /** Connects without saving anything. */
  readonly test: (address: Tried) => Promise<Found>
  readonly capabilities: (name: string, signal: AbortSignal) => Promise<Found>
}

const named = (name: string) => ({ params: { connection_name: name } })

export const waysOfAgent = (client: AgentClient): Ways => ({
  turn: (name, which, on) => client[SWITCHES[which].agent[on ? 0 : 1]](named(name)),
  set: (name, which, value) => client[NUMBERS[which].agent]({ params: { connection_name: name, value: String(value) } }),
  tune: (name, which, on) => client.setConnectionSettings({ ...named(name), body: { [which]: on } }),
  add: (name, body) => client.addConnection({ ...named(name), body }),
  update: (name, body) => client.updateConnection({ ...named(name), body }),
  remove: (name) => client.deleteConnection(named(name)),
  test: (body) => client.testConnection({ body: { ...body } }),
  capabilities: (name, signal) => client.getCapabilities(named(name), signal),
})

export const WAYS_OF_PLATFORM: Ways = {
  turn: (name, which, on) => platform[SWITCHES[which].pool[on ? 0 : 1]](named(name)),
  set: (name, which, value) => platform[NUMBERS[which].pool]({ params: { connection_name: name, value: String(value) } }),
  tune: (name, which, on) => platform.tuneAgentless({ ...named(name), body: { [which]: on } }),
  add: (name, { password = '', ...rest }) => platform.addAgentless({ ...named(name), body: { ...rest, password } }),
  update: (name, body) => platform.updateAgentless({ ...named(name), body }),
  remove: (name) => platform.deleteAgentless(named(name)),
  test: (body) => platform.testAgentless({ body: { ...body } }),
  capabilities: (name, signal) => platform.getAgentlessCapabilities(named(name), signal),
}
