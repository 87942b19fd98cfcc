import { createHash, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../kernel/clock.ts'
import { Secret } from '../kernel/log.ts'
import type { State } from './state.ts'

/** After a rotation the key before works at this agent for so long (ms), unless the platform says until when. */
const GRACE = 24 * 3_600_000

/** The license key: the one the agent was started with, or the one the platform handed over in its place. */
export interface LicenseKeys {
  current(): Secret
  /** In constant time. */
  accepts(token: string): boolean
  /** `until`: how long the key before is accepted, ms since the epoch. */
  rotate(key: string, until?: number): void
}

const hash = (text: string): Buffer => createHash('sha256').update(text).digest()

/** In constant time for keys of the same length; how long a key is, is no secret. */
function same(a: string, b: string): boolean {
  const [asked, kept] = [Buffer.from(a), Buffer.from(b)]
  return asked.length === kept.length && timingSafeEqual(asked, kept)
}

export function createLicenseKeys(given: Secret, state: State, clock: Clock): LicenseKeys {
  const givenHash = hash(given.reveal()).toString('hex')
  /** A rotation counts for the key it began from and the one it led to; an agent started with another one has been given a newer one. */
  const rotated = () => {
    const { rotatedKey } = state.settings
    return rotatedKey !== null && [rotatedKey.given, hash(rotatedKey.key).toString('hex')].includes(givenHash) ? rotatedKey : null
  }
  const current = (): string => rotated()?.key ?? given.reveal()
  return {
    current: () => new Secret(current()),
    accepts: (token) => {
      const previous = rotated()
      const isCurrent = same(token, current())
      const isPrevious = previous !== null && same(token, previous.previous) && clock.now() < previous.previousUntil
      return isCurrent || isPrevious
    },
    rotate: (key, until = clock.now() + GRACE) => {
      const previous = current()
      if (key === previous) return
      state.change((settings) => ({ ...settings, rotatedKey: { given: givenHash, key, previous, previousUntil: until } }))
    },
  }
}
