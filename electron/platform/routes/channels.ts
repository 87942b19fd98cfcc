import * as z from 'zod'
import { Channel, ChannelChange, NewChannel } from '../../../shared/model/channel.ts'
import { route } from '../context.ts'
import { addChannel, changeChannel, listChannels, removeChannel, testChannel } from '../notify/channels.ts'
import { NumberInPath } from '../number-in-path.ts'

const One = z.object({ channel: NumberInPath })
const Status = z.object({ status: z.string() })
const HOME = '/ds-api/app/channels'
const own = { own: true, right: 'admin' } as const

export default [
  route({
    ...own,
    id: 'listChannels',
    method: 'GET',
    path: HOME,
    doc: 'Who is told about problems, and how. Passwords and secrets are never shown.',
    reply: [200, z.array(Channel)],
    handler: listChannels,
  }),
  route({
    ...own,
    id: 'addChannel',
    method: 'POST',
    path: HOME,
    doc: 'Add a channel: the desktop, e-mail, or a webhook.',
    body: NewChannel,
    reply: [201, Channel],
    fails: ['channel.exists'],
    handler: (api, { body }) => addChannel(api, body),
  }),
  route({
    ...own,
    id: 'changeChannel',
    method: 'PATCH',
    path: `${HOME}/:channel`,
    doc: 'Change a channel. Its password or secret stays when it is left out, unless the place is another one.',
    params: One,
    body: ChannelChange,
    reply: [200, Channel],
    fails: ['channel.unknown', 'channel.exists'],
    handler: (api, { params, body }) => changeChannel(api, params.channel, body),
  }),
  route({
    ...own,
    id: 'deleteChannel',
    method: 'DELETE',
    path: `${HOME}/:channel`,
    doc: 'Remove a channel; what waits to be told on it is dropped.',
    params: One,
    reply: [200, Status],
    fails: ['channel.unknown'],
    handler: (api, { params }) => removeChannel(api, params.channel),
  }),
  route({
    ...own,
    id: 'testChannel',
    method: 'POST',
    path: `${HOME}/:channel/test`,
    doc: 'Send a message to try a channel with; answers when it was taken.',
    params: One,
    reply: [201, Status],
    fails: ['channel.unknown', 'channel.failed'],
    handler: (api, { params }) => testChannel(api, params.channel),
  }),
]
