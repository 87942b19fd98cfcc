/** How an agent is, in words and shapes, and what may be asked of it because of that. */
import { formatInstant, type Zone } from '../../../shared/units.ts'
import { useView } from '../../app/state.ts'
import type { listAgents } from '../../data/api.ts'
import { now } from '../../data/clock.ts'
import { Status, type StatusKind } from '../../ui/Feedback.tsx'

export type Agent = Awaited<ReturnType<typeof listAgents>>[number]

/** Shows a license key in the one moment it is known here. */
export type Tell = (agent: string, license: string) => void

/** How a failure is told in words. */
export const reasonOf = (cause: unknown): string => (cause instanceof Error ? cause.message : 'This did not work.')

const FORMS: Readonly<Record<Agent['state'], readonly [kind: StatusKind, words: string]>> = {
  online: ['ok', 'Answering'],
  stopped: ['paused', 'Stopped'],
  unreachable: ['unknown', 'Not answering'],
  'certificate-unknown': ['warn', 'Certificate not accepted yet'],
  'certificate-changed': ['crit', 'Certificate changed'],
  'key-refused': ['crit', 'Key refused'],
  'key-missing': ['warn', 'No valid license key'],
  'uploads-only': ['off', 'Uploads only'],
}

function stateWords({ state, since }: Agent, zone: Zone): string {
  const words = FORMS[state][1]
  return state === 'unreachable' || state === 'stopped' ? `${words} since ${formatInstant(since, now(), zone)}` : words
}

export function AgentStatus({ agent }: { readonly agent: Agent }) {
  const zone = useView((s) => s.zone)
  return (
    <Status kind={FORMS[agent.state][0]} title={agent.cause}>
      <span className="cut">{stateWords(agent, zone)}</span>
    </Status>
  )
}

export const serverText = (server: { readonly host: string; readonly port: number } | null): string =>
  server === null || server.host === '' ? 'not set' : `${server.host}:${String(server.port)}`
