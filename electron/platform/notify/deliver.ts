import type { Notice } from '../../../shared/ipc.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import { wordsOf } from '../../kernel/words.ts'
import type { Vault } from '../../kernel/vault.ts'
import type { Alerts } from '../../store/alerts.ts'
import type { Zone } from '../../kernel/zone.ts'
import { readyChannel, type ReadyChannel } from './channel.ts'
import { sendMail } from './mail.ts'
import { payloadOf, SINGLY, textOf, titleOf, type Message } from './message.ts'
import { isQuiet } from './quiet-hours.ts'
import { sendWebhook } from './webhook.ts'

/** ms: the pause after the first failure, the longest one, and how long it is tried at all. */
const BACK_OFF = { first: 30_000, longest: 3_600_000, end: 24 * 3_600_000 }

export interface DeliverPorts {
  readonly alerts: Alerts
  readonly vault: Vault
  readonly clock: Clock
  readonly log: Log
  readonly zone: () => Zone
  /** Shows a notice on the desktop; undefined where there is none. */
  readonly notify: ((notice: Notice) => void) | undefined
}

/** Sends what waits and is due. Its failures are kept with the channel and tried again. */
export async function deliver(ports: DeliverPorts): Promise<void> {
  const { alerts, vault, clock } = ports
  const waiting = Map.groupBy(alerts.waitingDeliveries(), ({ channel }) => channel)
  await Promise.all(
    alerts.channels().map(async (stored) => {
      const channel = readyChannel(stored, vault)
      const now = clock.now()
      const due = (waiting.get(stored.id) ?? []).filter(({ next }) => next <= now)
      const messages = due.flatMap((delivery): Message[] => {
        const problem = alerts.problem(delivery.problem)
        return problem === undefined || !isHeard(channel, delivery.state, now, ports.zone()) ? [] : [{ delivery, problem }]
      })
      for (const group of grouped(channel, messages)) await send(ports, channel, group)
    }),
  )
}

/** One that is switched off has nothing to wait for; quiet hours only put off. */
const isHeard = (channel: ReadyChannel, state: string, now: number, zone: Zone): boolean =>
  channel.enabled &&
  !(channel.quiet_hours !== null && isQuiet(channel.quiet_hours, now, zone) && !(channel.quiet_hours.except_critical && state === 'CRITICAL'))

const grouped = (channel: ReadyChannel, messages: readonly Message[]): readonly (readonly Message[])[] =>
  channel.target.kind !== 'webhook' && messages.length > SINGLY ? [messages] : messages.map((message) => [message])

async function send({ alerts, clock, log, notify }: DeliverPorts, channel: ReadyChannel, messages: readonly Message[]): Promise<void> {
  let failure = ''
  try {
    await sendTo(channel, messages, clock.now(), notify)
  } catch (error) {
    failure = wordsOf(error)
    log.warn({ channel: channel.name, cause: failure }, 'A notification could not be delivered; it is tried again')
  }
  const now = clock.now()
  alerts.together(() => {
    for (const { delivery } of messages)
      if (failure === '') alerts.deliverySent(delivery.id, now)
      else if (now - delivery.asked > BACK_OFF.end) alerts.dropDelivery(delivery.id)
      else alerts.deliveryFailed(delivery.id, now + Math.min(BACK_OFF.first * 2 ** delivery.tries, BACK_OFF.longest))
    noteResult(alerts, channel.id, now, failure)
  })
}

/** Kept with the channel, which may have been changed or deleted meanwhile. */
export function noteResult(alerts: Alerts, id: number, at: number, failure: string): void {
  const present = alerts.channels().find((one) => one.id === id)
  if (present !== undefined) alerts.putChannel({ ...present, lastAt: at, lastFailure: failure })
}

async function sendTo(channel: ReadyChannel, messages: readonly Message[], now: number, notify: DeliverPorts['notify']): Promise<void> {
  const { target } = channel
  const [first] = messages
  if (first === undefined) return
  const { title, text } = textOf(messages)
  switch (target.kind) {
    case 'mail':
      return sendMail(target, channel.secret(), { title, text })
    case 'webhook':
      return sendWebhook(target, channel.secret(), String(first.delivery.id), payloadOf(first), now)
    case 'desktop': {
      if (notify === undefined) throw new Error('This platform runs without a desktop')
      const path = messages.length === 1 ? `/problems?problem=${String(first.problem.id)}` : '/problems'
      notify({ title, body: messages.length === 1 ? first.problem.message : messages.map(titleOf).join('\n'), path })
    }
  }
}

/** A message to try a channel with. @throws what went wrong in words */
export async function tryChannel(channel: ReadyChannel, now: number, notify: DeliverPorts['notify']): Promise<void> {
  const { target } = channel
  const test = { title: 'Watchpost test', text: 'This is how Watchpost tells you about problems.' }
  switch (target.kind) {
    case 'mail':
      return sendMail(target, channel.secret(), test)
    case 'webhook':
      return sendWebhook(target, channel.secret(), 'test', { event: 'test', message: test.text }, now)
    case 'desktop':
      if (notify === undefined) throw new Error('This platform runs without a desktop')
      notify({ title: test.title, body: test.text, path: '/problems' })
  }
}
