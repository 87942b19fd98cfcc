// Written by build/gen.ts. Do not edit.
import activity from './activity/screen.tsx'
import queries from './queries/screen.tsx'

export const screens = [activity, queries] as const
