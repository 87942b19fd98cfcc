import { LoadReply, LoadRequest, TopReply, TopRequest } from '../../../shared/model/activity.ts'
import { CompareReply, CompareRequest } from '../../../shared/model/compare.ts'
import { route } from '../context.ts'
import { visibleTo } from '../reports/scope.ts'

export default [
  route({
    id: 'activityLoad',
    method: 'POST',
    path: '/ds-api/app/activity/load',
    right: 'developer',
    own: true,
    doc: 'Average active sessions over time, as a whole and by one dimension, with the peak of each bucket.',
    body: LoadRequest,
    reply: [200, LoadReply],
    fails: ['range.reversed', 'range.long', 'report.memory'],
    handler: ({ history, desk, clock }, { caller, body, gone }) =>
      desk.answer({ kind: 'load', request: body, now: clock.now(), visible: visibleTo(history, caller) }, gone),
  }),
  route({
    id: 'activityTop',
    method: 'POST',
    path: '/ds-api/app/activity/top',
    right: 'developer',
    own: true,
    doc: 'Who and what caused the load of a window: the leading values of each dimension, and what is left.',
    body: TopRequest,
    reply: [200, TopReply],
    fails: ['range.reversed', 'range.long', 'report.memory'],
    handler: ({ history, desk }, { caller, body, gone }) => desk.answer({ kind: 'top', request: body, visible: visibleTo(history, caller) }, gone),
  }),
  route({
    id: 'activityCompare',
    method: 'POST',
    path: '/ds-api/app/activity/compare',
    right: 'developer',
    own: true,
    doc: 'Where the difference between two windows comes from: more calls, slower ones, statements that are new or gone, and what is no statement.',
    body: CompareRequest,
    reply: [200, CompareReply],
    fails: ['range.reversed', 'range.long', 'report.memory'],
    handler: ({ history, desk }, { caller, body, gone }) => desk.answer({ kind: 'compare', request: body, visible: visibleTo(history, caller) }, gone),
  }),
]
