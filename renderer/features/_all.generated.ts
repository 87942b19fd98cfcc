// Written by build/gen.ts. Do not edit.
import activity from './activity/screen.tsx'
import agents from './agents/screen.tsx'
import audit from './audit/screen.tsx'
import compare from './compare/screen.tsx'
import connections from './connections/screen.tsx'
import instances from './instances/screen.tsx'
import problems from './problems/screen.tsx'
import queries from './queries/screen.tsx'
import reports from './reports/screen.tsx'
import roles from './roles/screen.tsx'
import rules from './rules/screen.tsx'
import settings from './settings/screen.tsx'
import silences from './silences/screen.tsx'
import token from './token/screen.tsx'
import users from './users/screen.tsx'
import welcome from './welcome/screen.tsx'

export const screens = [
  activity,
  agents,
  audit,
  compare,
  connections,
  instances,
  problems,
  queries,
  reports,
  roles,
  rules,
  settings,
  silences,
  token,
  users,
  welcome,
] as const
