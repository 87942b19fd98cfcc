import * as z from 'zod'
import type { Operation } from '../../shared/api/client.ts'
import { fail } from '../kernel/problem.ts'
import type { UserCaller } from './access.ts'
import type { PlatformApi } from './context.ts'
import { visibleTo } from './reports/scope.ts'

/** What of an agent somebody may reach whose roles show some instances only: their connections, and nothing that concerns all of them. */
export interface RelayScope {
  /** Fails with `connection.unknown` or `right.restricted`. */
  check(operation: Operation, connection: string | undefined): void
  /** The answer without what they do not see. */
  narrow(operation: Operation, answer: unknown): unknown
}

const OPEN: RelayScope = { check: () => undefined, narrow: (_, answer) => answer }
const LIST = '/api/connections'
/** By POST this makes a connection, which nobody sees yet. */
const ADD = '/api/connections/:connection_name'
const HEALTH = '/api/app/health'
const STATUS = '/api/agent/status'

const Named = z.looseObject({ name: z.string() })
const Health = z.looseObject({ connections: z.array(Named), dead_letters: z.looseObject({}) })

export function relayScope({ history }: PlatformApi, caller: UserCaller, agent: string): RelayScope {
  if (caller.sees === null) return OPEN
  const names = new Set(visibleTo(history, caller).flatMap((one) => (one.agent === agent ? [one.name] : [])))
  const seen = (all: readonly z.output<typeof Named>[]): unknown[] => all.filter(({ name }) => names.has(name))
  return {
    check: ({ method, path }, connection) => {
      if (connection !== undefined && !(method === 'POST' && path === ADD)) {
        if (!names.has(connection)) fail('connection.unknown', { name: connection })
      } else if (method !== 'GET' || ![LIST, HEALTH, STATUS].includes(path)) fail('right.restricted', { user: caller.user.login })
    },
    narrow: ({ method, path }, answer) => {
      if (method !== 'GET') return answer
      if (path === LIST) return seen(z.array(Named).parse(answer))
      if (path !== HEALTH) return answer
      const health = Health.parse(answer)
      return { ...health, connections: seen(health.connections), dead_letters: { ...health.dead_letters, newest: [] } }
    },
  }
}
