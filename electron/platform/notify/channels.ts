import type * as z from 'zod'
import type { Channel, ChannelChange, NewChannel } from '../../../shared/model/channel.ts'
import { fail } from '../../kernel/problem.ts'
import { wordsOf } from '../../kernel/words.ts'
import type { StoredChannel } from '../../store/alerts.ts'
import type { PlatformApi } from '../context.ts'
import { changedChannel, newChannel, shownChannel } from './channel.ts'

/** Channels, as administrators list and change them. */

const waitingFor = ({ config }: PlatformApi, id: number): number => config.alerts.waitingDeliveries().filter(({ channel }) => channel === id).length

export const listChannels = (api: PlatformApi): Channel[] => api.config.alerts.channels().map((channel) => shownChannel(channel, waitingFor(api, channel.id)))

const channelNamed = ({ config }: PlatformApi, id: number): StoredChannel =>
  config.alerts.channels().find((channel) => channel.id === id) ?? fail('channel.unknown', { channel: id })

const checkName = ({ config }: PlatformApi, name: string, id: number): void => {
  if (config.alerts.channels().some((other) => other.id !== id && other.name.toLowerCase() === name.toLowerCase())) fail('channel.exists', { name })
}

export function addChannel(api: PlatformApi, body: z.output<typeof NewChannel>): Channel {
  checkName(api, body.name, 0)
  const id = api.config.alerts.addChannel(newChannel(body, api.vault))
  return shownChannel(channelNamed(api, id), 0)
}

export function changeChannel(api: PlatformApi, id: number, body: z.output<typeof ChannelChange>): Channel {
  const changed = changedChannel(channelNamed(api, id), body, api.vault)
  checkName(api, changed.name, id)
  api.config.alerts.putChannel(changed)
  return shownChannel(changed, waitingFor(api, id))
}

export function removeChannel(api: PlatformApi, id: number): { status: string } {
  channelNamed(api, id)
  api.config.alerts.dropChannel(id)
  return { status: 'Channel removed' }
}

export async function testChannel(api: PlatformApi, id: number): Promise<{ status: string }> {
  const channel = channelNamed(api, id)
  try {
    await api.alerting.tryChannel(channel)
  } catch (error) {
    fail('channel.failed', { name: channel.name, why: wordsOf(error) })
  }
  return { status: 'Test message sent' }
}
