import type { Notice } from '../../../shared/ipc.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import type { Vault } from '../../kernel/vault.ts'
import type { StoredChannel } from '../../store/alerts.ts'
import type { Config, ReadHistory } from '../../store/store.ts'
import { newChannel, readyChannel } from '../notify/channel.ts'
import { deliver, noteResult, tryChannel } from '../notify/deliver.ts'
import { tell } from '../notify/tell.ts'
import { seenInstances } from '../reports/scope.ts'
import type { Zone } from '../../kernel/zone.ts'
import { silenceOf } from './cover.ts'
import { MINUTE } from './evaluate.ts'
import { forms, identityOf, presentOf } from './present.ts'
import { createRounds } from './round.ts'

export interface AlertingPorts {
  readonly config: Config
  readonly history: ReadHistory
  readonly clock: Clock
  readonly log: Log
  readonly vault: Vault
  readonly zone: () => Zone
  /** Shows a notice on the desktop; left out where there is none. */
  readonly notify?: ((notice: Notice) => void) | undefined
}

export interface Alerting {
  /** Judges what has come, and tells what is to be told. Call it once a minute; runs must not overlap. */
  round(): Promise<void>
  /** When it was judged last, ms since the epoch. */
  evaluated(): number | null
  /** Sends a message to try the channel with. @throws what went wrong in words */
  tryChannel(channel: StoredChannel): Promise<void>
}

/** An instance whose judged minutes end longer ago than this is just catching up, ms. */
const CAUGHT_UP = 10 * MINUTE
/** Resolved problems are kept for so long, ms. */
const KEPT = 400 * 24 * 60 * MINUTE
const DESKTOP = 'desktop_channel'

export function createAlerting(ports: AlertingPorts): Alerting {
  const { config, history, clock, vault, notify } = ports
  const { alerts } = config
  const rounds = createRounds(history, config, clock)
  const deliverPorts = { ...ports, alerts, notify }

  // Once: who deletes it does not want it.
  if (notify !== undefined && config.setting(DESKTOP) === undefined) {
    alerts.addChannel(newChannel({ name: 'Desktop', enabled: true, least: 'WARNING', quiet_hours: null, target: { kind: 'desktop' } }, vault))
    config.putSetting(DESKTOP, 'made')
  }

  const tellAll = (): void => {
    const now = clock.now()
    const { enabled, rules, silences } = presentOf(config, now)
    if (!enabled) return
    const instances = new Map(seenInstances(history).map((instance) => [identityOf(instance), instance]))
    const states = alerts.alertStates()
    const chosen = new Map(rules.map(({ form, channels }) => [form.id, channels]))
    alerts.together(() => {
      tell(alerts, {
        now,
        channels: alerts
          .channels()
          .map((stored) => readyChannel(stored, vault))
          .filter((channel) => channel.enabled),
        chosen: ({ rule }) => (rule === null ? null : (chosen.get(rule) ?? null)),
        holdsBack: ({ rule, instance: identity }) => {
          const instance = instances.get(identity)
          if (instance === undefined || silenceOf(silences, instance, rule) !== undefined) return true
          if (rule === null || forms.get(rule)?.always === true) return false
          return (states.get(identity)?.until ?? 0) < now - CAUGHT_UP
        },
      })
    })
  }

  return {
    round: async () => {
      await rounds.run()
      tellAll()
      await deliver(deliverPorts)
      alerts.forgetProblems(clock.now() - KEPT)
    },
    evaluated: rounds.latest,
    tryChannel: async (channel) => {
      const settle = (failure: string): void => {
        noteResult(alerts, channel.id, clock.now(), failure)
      }
      try {
        await tryChannel(readyChannel(channel, vault), clock.now(), notify)
        settle('')
      } catch (error) {
        settle(error instanceof Error ? error.message : String(error))
        throw error
      }
    },
  }
}
