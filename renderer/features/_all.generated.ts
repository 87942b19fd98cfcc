// Written by build/gen.ts. Do not edit.
import activity from './activity/screen.tsx'
import agents from './agents/screen.tsx'
import connections from './connections/screen.tsx'
import queries from './queries/screen.tsx'
import welcome from './welcome/screen.tsx'

export const screens = [activity, agents, connections, queries, welcome] as const
