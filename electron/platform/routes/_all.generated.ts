// Written by build/gen.ts. Do not edit.
import agents from './agents.ts'
import ingest from './ingest.ts'
import load from './load.ts'
import overview from './overview.ts'
import relays from './relays.ts'
import reports from './reports.ts'
import root from './root.ts'
import tokens from './tokens.ts'

export const routes = [...agents, ...ingest, ...load, ...overview, ...relays, ...reports, ...root, ...tokens] as const
