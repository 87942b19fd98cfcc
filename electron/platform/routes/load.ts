import { LoadReply, LoadRequest, TopReply, TopRequest } from '../../../shared/model/activity.ts'
import { route } from '../context.ts'
import { loadOf } from '../load/load.ts'
import { topOf } from '../load/top.ts'

export default [
  route({
    id: 'activityLoad',
    method: 'POST',
    path: '/ds-api/app/activity/load',
    right: 'read',
    own: true,
    doc: 'Average active sessions over time, as a whole and by one dimension, with the peak of each bucket.',
    body: LoadRequest,
    reply: [200, LoadReply],
    fails: ['range.reversed', 'range.long'],
    handler: ({ history, clock }, { caller, body }) => loadOf(history, caller, body, clock.now()),
  }),
  route({
    id: 'activityTop',
    method: 'POST',
    path: '/ds-api/app/activity/top',
    right: 'read',
    own: true,
    doc: 'Who and what caused the load of a window: the leading values of each dimension, and what is left.',
    body: TopRequest,
    reply: [200, TopReply],
    fails: ['range.reversed', 'range.long'],
    handler: ({ history }, { caller, body }) => topOf(history, caller, body),
  }),
]
