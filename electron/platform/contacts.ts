import * as z from 'zod'
import type { AgentEntry, AgentState, Certificate } from '../../shared/model/agents.ts'
import type { Clock } from '../kernel/clock.ts'
import { showCertificate, Unreachable } from '../kernel/client.ts'
import { Problem } from '../kernel/problem.ts'
import { wordsOf } from '../kernel/words.ts'
import type { StoredAgent } from '../store/store.ts'
import type { LicenseKeys } from './license-keys.ts'
import { LOOK_MS, parsed, type Relay } from './relay.ts'

/** The embedded agent, as the platform knows it: something that may have been stopped and can be started. */
export interface EmbeddedPort {
  running(): boolean
  /** Resolves when it runs, on another port if one is given; a port in use is a PortInUse error. */
  start(port?: number): Promise<void>
}

/** What an agent said of itself. */
type Said = Pick<AgentEntry, 'version' | 'server' | 'port' | 'upload_server' | 'upload_cause' | 'connections' | 'clock_offset_ms'>

/** What a look at an agent showed. */
export interface Contact {
  readonly state: AgentState
  readonly cause: string
  readonly checked: number
  /** Since when the state has been this one. */
  readonly since: number
  readonly seen: Certificate | null
  readonly said: Said
}

/** Looks at agents: are they there, are they who they were, do they take their key. */
export interface Contacts {
  /** What is known; where nothing is, a look is waited for. What is older than some seconds is looked at again, behind the answer. */
  known(agent: StoredAgent): Promise<Contact>
  look(agent: StoredAgent): Promise<Contact>
  /** Something was changed at or about the agent: what is known counts no more. */
  forget(id: string): void
}

/** ms after which what is known is looked at again */
const FRESH = 2_000

const text = z.string().max(500)
/** Parts of the agent's two answers. What an unknown place says is believed only in this form. */
const Status = z.object({
  version: text,
  server: text,
  port: z.number().int().min(0).max(65_535),
  upload_server: z.object({ host: text, port: z.number() }),
  connections: z.object({ connections: z.number(), running: z.number() }),
})
const Health = z.object({ upload: z.object({ cause: z.string().max(2000), clock_offset_ms: z.number() }) })

const NOTHING: Said = { version: null, server: null, port: null, upload_server: null, upload_cause: null, connections: null, clock_offset_ms: null }

export function createContacts(relay: Relay, keys: LicenseKeys, clock: Clock, embedded: EmbeddedPort | undefined): Contacts {
  const known = new Map<string, Contact>()
  const looking = new Map<string, Promise<Contact>>()
  /** Outlives what is known: a change at an agent is no change of its state. */
  const since = new Map<string, { readonly state: AgentState; readonly at: number }>()

  const ask = async (agent: StoredAgent): Promise<Omit<Contact, 'checked' | 'since'>> => {
    const is = (state: AgentState, cause: string, seen: Certificate | null = null): Omit<Contact, 'checked' | 'since'> => ({
      state,
      cause,
      seen,
      said: known.get(agent.id)?.said ?? NOTHING,
    })
    if (agent.embedded && embedded?.running() === false) return is('stopped', 'The agent was stopped; start it to collect again')
    if (agent.url === null) return is('uploads-only', 'No address of its management interface is given')
    try {
      if (agent.pin === null) {
        const seen = await showCertificate(agent.url)
        return is('certificate-unknown', 'Compare the fingerprint with the one in the log of the agent, then accept it', seen)
      }
      if (keys.steering(agent.id).length === 0) return is('key-missing', 'It has no valid license key here; issue one and start the agent with it')
      const [status, health] = await Promise.all(['/api/agent/status', '/api/app/health'].map((path) => relay.exchange(agent, 'GET', path, NO_BODY, LOOK_MS)))
      if (status === undefined || health === undefined) throw new Error('a question was not asked')
      if (health.status === 401) return is('key-refused', 'It does not accept the license key kept for it here; give the right one')
      const told = Status.safeParse(parsed(status.body)).data
      const hindrance = Health.safeParse(parsed(health.body)).data
      if (status.status !== 200 || health.status !== 200 || told === undefined || hindrance === undefined)
        return is('unreachable', 'What answers there is not an agent of this program')
      const { version, server, port, upload_server, connections } = told
      const said: Said = {
        version,
        server,
        port,
        upload_server,
        upload_cause: hindrance.upload.cause,
        connections: { declared: connections.connections, running: connections.running },
        clock_offset_ms: hindrance.upload.clock_offset_ms,
      }
      return { state: 'online', cause: '', seen: null, said }
    } catch (error) {
      if (error instanceof Unreachable && error.pin !== undefined && error.fingerprint !== undefined)
        return is('certificate-changed', 'It shows another certificate than the accepted one; nothing is sent to it until that is accepted', {
          pin: error.pin,
          fingerprint: error.fingerprint,
        })
      if (error instanceof Unreachable || error instanceof Problem) return is('unreachable', wordsOf(error))
      throw error
    }
  }

  const look = (agent: StoredAgent): Promise<Contact> => {
    const present = looking.get(agent.id)
    if (present !== undefined) return present
    const next = ask(agent)
      .then((found) => {
        const checked = clock.now()
        const before = since.get(agent.id)
        const is = before?.state === found.state ? before : { state: found.state, at: checked }
        const contact = { ...found, checked, since: is.at }
        if (looking.get(agent.id) === next) {
          known.set(agent.id, contact)
          since.set(agent.id, is)
        }
        return contact
      })
      .finally(() => {
        if (looking.get(agent.id) === next) looking.delete(agent.id)
      })
    looking.set(agent.id, next)
    return next
  }

  return {
    look,
    known: async (agent) => {
      const contact = known.get(agent.id)
      if (contact === undefined) return look(agent)
      // Its failures are in its result; a bug shows when somebody waits for it.
      if (clock.now() - contact.checked > FRESH) look(agent).catch(() => undefined)
      return contact
    },
    forget: (id) => {
      known.delete(id)
      looking.delete(id)
    },
  }
}

const NO_BODY = Buffer.alloc(0)
