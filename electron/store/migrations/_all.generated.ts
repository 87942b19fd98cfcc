// Written by build/gen.ts. Do not edit.
import config001People from './config-001-people.ts'
import history001Frames from './history-001-frames.ts'

export const migrations = [config001People, history001Frames] as const
