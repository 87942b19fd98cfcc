import * as z from 'zod'
import { AlertingOverview, AlertingStatus, AlertingSwitch, NewProblem, Problem } from '../../../shared/model/alert.ts'
import { addProblem, disableInstance, enableInstance, instanceNamed, overviewOfAlerting, problemsOf, statusOfInstance } from '../alerting/instances.ts'
import { switchAlerting } from '../alerting/present.ts'
import { route } from '../context.ts'

const One = z.object({ pg_instance: z.string() })
const HOME = '/ds-api/alerting/:pg_instance'
const fails = ['instance.unknown'] as const

export default [
  route({
    id: 'getAlertingStatus',
    method: 'GET',
    path: `${HOME}/status`,
    right: 'read',
    doc: 'Whether alerting works for an instance, and if not why.',
    params: One,
    reply: [200, AlertingStatus],
    fails,
    handler: (api, { params, caller }) => statusOfInstance(api, instanceNamed(api, caller, params.pg_instance)),
  }),
  route({
    id: 'enableAlerting',
    method: 'PATCH',
    path: `${HOME}/enable`,
    right: 'read write',
    doc: "End the instance's own silences. Alerting can stay off for other reasons, which the answer tells.",
    params: One,
    reply: [200, AlertingStatus],
    fails,
    handler: (api, { params, caller }) => enableInstance(api, caller, instanceNamed(api, caller, params.pg_instance)),
  }),
  route({
    id: 'disableAlerting',
    method: 'PATCH',
    path: `${HOME}/disable`,
    right: 'read write',
    doc: 'Silence an instance until alerting is enabled again.',
    params: One,
    reply: [200, AlertingStatus],
    fails,
    handler: (api, { params, caller }) => disableInstance(api, caller, instanceNamed(api, caller, params.pg_instance)),
  }),
  route({
    id: 'listInstanceProblems',
    method: 'GET',
    path: `${HOME}/problems`,
    right: 'read',
    doc: 'Problems of an instance: open ones first, then those resolved within 30 days.',
    params: One,
    reply: [200, z.array(Problem)],
    fails,
    handler: (api, { params, caller }) => problemsOf(api, instanceNamed(api, caller, params.pg_instance)),
  }),
  route({
    id: 'addInstanceProblem',
    method: 'POST',
    path: `${HOME}/problems`,
    right: 'read write',
    doc: 'Tell of a problem that something else has found. One in the state OK resolves what is open under its name.',
    params: One,
    body: NewProblem,
    reply: [201, Problem],
    fails,
    handler: (api, { params, body, caller }) => addProblem(api, caller, instanceNamed(api, caller, params.pg_instance), body),
  }),
  route({
    id: 'getAlerting',
    method: 'GET',
    path: '/ds-api/app/alerting',
    right: 'read',
    own: true,
    doc: 'Whether alerting is on, and how it stands with every instance.',
    reply: [200, AlertingOverview],
    handler: (api, { caller }) => overviewOfAlerting(api, caller),
  }),
  route({
    id: 'switchAlerting',
    method: 'PUT',
    path: '/ds-api/app/alerting',
    right: 'admin',
    own: true,
    doc: 'Turn alerting on or off for the whole platform. What happens while it is off opens no problem later.',
    body: AlertingSwitch,
    reply: [200, AlertingSwitch],
    handler: ({ config, clock }, { body }) => {
      switchAlerting(config, body.enabled, clock.now())
      return body
    },
  }),
]
