// Written by build/gen.ts. Do not edit.
import agentless from './agentless.ts'
import agents from './agents.ts'
import ingest from './ingest.ts'
import load from './load.ts'
import overview from './overview.ts'
import relays from './relays.ts'
import reports from './reports.ts'
import roles from './roles.ts'
import root from './root.ts'
import settings from './settings.ts'
import tokens from './tokens.ts'
import users from './users.ts'

export const routes = [
  ...agentless,
  ...agents,
  ...ingest,
  ...load,
  ...overview,
  ...relays,
  ...reports,
  ...roles,
  ...root,
  ...settings,
  ...tokens,
  ...users,
] as const
