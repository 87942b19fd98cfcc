// Written by build/gen.ts. Do not edit.
import background from './background.ts'
import databaseSize from './database-size.ts'
import database from './database.ts'
import instance from './instance.ts'
import self from './self.ts'
import sessions from './sessions.ts'
import statements from './statements.ts'

export const probes = [background, databaseSize, database, instance, self, sessions, statements] as const
