import * as z from 'zod'
import { NewSilence, Silence, SilenceQuery } from '../../../shared/model/alert.ts'
import { addSilence, endSilence, listSilences } from '../alerting/silences.ts'
import { route } from '../context.ts'
import { NumberInPath } from '../number-in-path.ts'

const HOME = '/ds-api/app/silences'
const own = { own: true } as const

export default [
  route({
    ...own,
    id: 'listSilences',
    method: 'GET',
    path: HOME,
    right: 'read',
    doc: 'Silences that are in effect or will be; with `ended=true` those of the last 30 days, too.',
    query: SilenceQuery,
    reply: [200, z.array(Silence)],
    handler: (api, { caller, query }) => listSilences(api, caller, query.ended === 'true'),
  }),
  route({
    ...own,
    id: 'addSilence',
    method: 'POST',
    path: HOME,
    right: 'read write',
    doc: 'Silence an instance, or those that match tag filters, for one rule or all. Problems are still found; nobody is told of them until it ends.',
    body: NewSilence,
    reply: [201, Silence],
    fails: ['instance.unknown', 'rule.unknown', 'right.restricted'],
    handler: (api, { caller, body }) => addSilence(api, caller, body),
  }),
  route({
    ...own,
    id: 'endSilence',
    method: 'DELETE',
    path: `${HOME}/:silence`,
    right: 'read write',
    doc: 'End a silence now.',
    params: z.object({ silence: NumberInPath }),
    reply: [200, Silence],
    fails: ['silence.unknown', 'instance.unknown', 'right.restricted'],
    handler: (api, { caller, params }) => endSilence(api, caller, params.silence),
  }),
]
