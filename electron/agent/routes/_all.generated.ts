// Written by build/gen.ts. Do not edit.
import agent from './agent.ts'
import app from './app.ts'
import capabilities from './capabilities.ts'
import certificate from './certificate.ts'
import connections from './connections.ts'
import proxy from './proxy.ts'
import server from './server.ts'
import switches from './switches.ts'

export const routes = [...agent, ...app, ...capabilities, ...certificate, ...connections, ...proxy, ...server, ...switches] as const
