// Written by build/gen.ts. Do not edit.
import ingest from './ingest.ts'
import load from './load.ts'
import overview from './overview.ts'
import relays from './relays.ts'
import reports from './reports.ts'
import root from './root.ts'
import tokens from './tokens.ts'

export const routes = [...ingest, ...load, ...overview, ...relays, ...reports, ...root, ...tokens] as const
