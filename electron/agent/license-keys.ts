import { createHash, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../kernel/clock.ts'
import { Secret } from '../kernel/log.ts'
import type { State } from './state.ts'

/** After a rotation the key before works at this agent for so long (ms). */
const GRACE = 24 * 3_600_000

/** The license key: the one the agent was started with, or the one the platform handed over in its place. */
export interface LicenseKeys {
  current(): Secret
  /** In constant time. */
  accepts(token: string): boolean
  rotate(key: string): void
}

const hash = (text: string): Buffer => createHash('sha256').update(text).digest()

export function createLicenseKeys(given: Secret, state: State, clock: Clock): LicenseKeys {
  const givenHash = hash(given.reveal()).toString('hex')
  /** A rotation counts for the key it began from; an agent started with another one has been given a newer one. */
  const rotated = () => (state.settings.rotatedKey?.given === givenHash ? state.settings.rotatedKey : null)
  const current = (): string => rotated()?.key ?? given.reveal()
  return {
    current: () => new Secret(current()),
    accepts: (token) => {
      const asked = hash(token)
      const previous = rotated()
      const isCurrent = timingSafeEqual(asked, hash(current()))
      const isPrevious = previous !== null && timingSafeEqual(asked, hash(previous.previous)) && clock.now() < previous.previousUntil
      return isCurrent || isPrevious
    },
    rotate: (key) => {
      const previous = current()
      if (key === previous) return
      state.change((settings) => ({ ...settings, rotatedKey: { given: givenHash, key, previous, previousUntil: clock.now() + GRACE } }))
    },
  }
}
