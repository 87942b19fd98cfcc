import * as z from 'zod'
import {
  BackTestReply,
  BackTestRequest,
  Matches,
  MatchRequest,
  NewTemplate,
  RuleChange,
  RuleEntry,
  Template,
  TemplateChange,
} from '../../../shared/model/alert.ts'
import { addTemplate, changeRule, changeTemplate, listRules, listTemplates, matchesOf, removeTemplate, resetRule, ruleNamed } from '../alerting/rules.ts'
import { route } from '../context.ts'
import { NumberInPath } from '../number-in-path.ts'
import { checkRange } from '../reports/request.ts'
import { visibleTo } from '../reports/scope.ts'

const One = z.object({ rule: z.string() })
const OneTemplate = z.object({ template: NumberInPath })
const HOME = '/ds-api/app/rules'
const TEMPLATES = '/ds-api/app/alert-templates'
const own = { own: true } as const

export default [
  route({
    ...own,
    id: 'listRules',
    method: 'GET',
    path: HOME,
    right: 'read',
    doc: 'The alerting rules, how they are set, how many instances they are judged for now, and how often they fired in seven days.',
    reply: [200, z.array(RuleEntry)],
    handler: (api, { caller }) => listRules(api, caller),
  }),
  route({
    ...own,
    id: 'changeRule',
    method: 'PATCH',
    path: `${HOME}/:rule`,
    right: 'admin',
    doc: 'Change the thresholds of a rule, how long it must last, the instances it is for, or who is told.',
    params: One,
    body: RuleChange,
    reply: [200, RuleEntry],
    fails: ['rule.unknown'],
    handler: (api, { caller, params, body }) => changeRule(api, caller, params.rule, body),
  }),
  route({
    ...own,
    id: 'resetRule',
    method: 'DELETE',
    path: `${HOME}/:rule/settings`,
    right: 'admin',
    doc: 'Set a rule back to how it is shipped.',
    params: One,
    reply: [200, RuleEntry],
    fails: ['rule.unknown'],
    handler: (api, { caller, params }) => resetRule(api, caller, params.rule),
  }),
  route({
    ...own,
    id: 'matchInstances',
    method: 'POST',
    path: `${HOME}/matches`,
    right: 'read',
    doc: 'The instances that match tag filters now.',
    body: MatchRequest,
    reply: [200, Matches],
    handler: (api, { caller, body }) => matchesOf(api, caller, body.filters),
  }),
  route({
    ...own,
    id: 'backTestRule',
    method: 'POST',
    path: `${HOME}/:rule/back-test`,
    right: 'read',
    doc: 'Where a rule with these thresholds would have fired over what is stored, for up to 50 instances and 31 days.',
    params: One,
    body: BackTestRequest,
    reply: [200, BackTestReply],
    fails: ['rule.unknown', 'range.reversed', 'range.long'],
    handler: ({ desk, history }, { caller, params, body, gone }) => {
      checkRange(body.from, body.to, 31)
      return desk.answer({ kind: 'back-test', rule: ruleNamed(params.rule).id, request: body, visible: visibleTo(history, caller) }, gone)
    },
  }),
  route({
    ...own,
    id: 'listAlertTemplates',
    method: 'GET',
    path: TEMPLATES,
    right: 'read',
    doc: 'Settings of rules for some instances, in the order in which they count.',
    reply: [200, z.array(Template)],
    handler: (api, { caller }) => listTemplates(api, caller),
  }),
  route({
    ...own,
    id: 'addAlertTemplate',
    method: 'POST',
    path: TEMPLATES,
    right: 'admin',
    doc: 'Set rules for one instance, or for those that match tag filters. An instance’s own come before those by tags.',
    body: NewTemplate,
    reply: [201, Template],
    fails: ['template.exists'],
    handler: (api, { caller, body }) => addTemplate(api, caller, body),
  }),
  route({
    ...own,
    id: 'changeAlertTemplate',
    method: 'PATCH',
    path: `${TEMPLATES}/:template`,
    right: 'admin',
    doc: 'Change a template.',
    params: OneTemplate,
    body: TemplateChange,
    reply: [200, Template],
    fails: ['template.unknown', 'template.exists'],
    handler: (api, { caller, params, body }) => changeTemplate(api, caller, params.template, body),
  }),
  route({
    ...own,
    id: 'deleteAlertTemplate',
    method: 'DELETE',
    path: `${TEMPLATES}/:template`,
    right: 'admin',
    doc: 'Remove a template.',
    params: OneTemplate,
    reply: [200, z.object({ status: z.string() })],
    fails: ['template.unknown'],
    handler: (api, { params }) => removeTemplate(api, params.template),
  }),
]
