import type { Capabilities, Tried } from '../../shared/model/capabilities.ts'
import { USUAL_SETTINGS } from '../../shared/model/server.ts'
import { checkServer } from '../collector/ready.ts'
import { fail } from '../kernel/problem.ts'
import type { Connections } from './connections.ts'

/** Connects as a watch would, asks, and goes; saves nothing. */
export const tryAddress = (address: Tried, signal: AbortSignal): Promise<Capabilities> =>
  checkServer({ id: '', name: '', tags: '', ...USUAL_SETTINGS, ...address }, signal)

/** The same with a declared connection. Fails with `connection.unknown`. */
export function tryDeclared(connections: Connections, name: string, signal: AbortSignal): Promise<Capabilities> {
  const { collectionRate, ...stored } = connections.find(name) ?? fail('connection.unknown', { name })
  return checkServer({ ...stored, collectionRate: collectionRate ?? 'low' }, signal)
}
