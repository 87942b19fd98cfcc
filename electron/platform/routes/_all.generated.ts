// Written by build/gen.ts. Do not edit.
import agentless from './agentless.ts'
import agents from './agents.ts'
import alerting from './alerting.ts'
import channels from './channels.ts'
import ingest from './ingest.ts'
import load from './load.ts'
import overview from './overview.ts'
import problems from './problems.ts'
import relays from './relays.ts'
import reportList from './report-list.ts'
import reports from './reports.ts'
import roles from './roles.ts'
import root from './root.ts'
import rules from './rules.ts'
import settings from './settings.ts'
import silences from './silences.ts'
import tokens from './tokens.ts'
import users from './users.ts'

export const routes = [
  ...agentless,
  ...agents,
  ...alerting,
  ...channels,
  ...ingest,
  ...load,
  ...overview,
  ...problems,
  ...relays,
  ...reportList,
  ...reports,
  ...roles,
  ...root,
  ...rules,
  ...settings,
  ...silences,
  ...tokens,
  ...users,
] as const
