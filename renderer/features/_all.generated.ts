// Written by build/gen.ts. Do not edit.
import activity from './activity/screen.tsx'
import connections from './connections/screen.tsx'
import queries from './queries/screen.tsx'
import welcome from './welcome/screen.tsx'

export const screens = [activity, connections, queries, welcome] as const
