import * as z from 'zod'
import { Acknowledgement, ProblemDetail, ProblemList, ProblemQuery } from '../../../shared/model/alert.ts'
import { acknowledge, closeProblem, listProblems, problemDetail, takeBack } from '../alerting/problems.ts'
import { route } from '../context.ts'
import { NumberInPath } from '../number-in-path.ts'

const One = z.object({ problem: NumberInPath })
const HOME = '/ds-api/app/problems'
const own = { own: true } as const

export default [
  route({
    ...own,
    id: 'listProblems',
    method: 'GET',
    path: HOME,
    right: 'read',
    doc: 'Problems of all instances: open ones first, then those resolved last.',
    query: ProblemQuery,
    reply: [200, ProblemList],
    handler: (api, { caller, query }) => listProblems(api, caller, query),
  }),
  route({
    ...own,
    id: 'getProblem',
    method: 'GET',
    path: `${HOME}/:problem`,
    right: 'read',
    doc: 'A problem with everything that has become of it.',
    params: One,
    reply: [200, ProblemDetail],
    fails: ['problem.unknown'],
    handler: (api, { caller, params }) => problemDetail(api, caller, params.problem),
  }),
  route({
    ...own,
    id: 'acknowledgeProblem',
    method: 'PUT',
    path: `${HOME}/:problem/acknowledgement`,
    right: 'read write',
    doc: 'Say that somebody sees to an open problem.',
    params: One,
    body: Acknowledgement,
    reply: [200, ProblemDetail],
    fails: ['problem.unknown', 'problem.resolved'],
    handler: (api, { caller, params, body }) => acknowledge(api, caller, params.problem, body.note),
  }),
  route({
    ...own,
    id: 'unacknowledgeProblem',
    method: 'DELETE',
    path: `${HOME}/:problem/acknowledgement`,
    right: 'read write',
    doc: 'Take an acknowledgement back.',
    params: One,
    reply: [200, ProblemDetail],
    fails: ['problem.unknown', 'problem.resolved'],
    handler: (api, { caller, params }) => takeBack(api, caller, params.problem),
  }),
  route({
    ...own,
    id: 'closeProblem',
    method: 'POST',
    path: `${HOME}/:problem/close`,
    right: 'read write',
    doc: 'Close an open problem by hand. Its rule opens another one when it gets worse, or when it was over and comes back.',
    params: One,
    body: Acknowledgement,
    reply: [200, ProblemDetail],
    fails: ['problem.unknown', 'problem.resolved'],
    handler: (api, { caller, params, body }) => closeProblem(api, caller, params.problem, body.note),
  }),
]
