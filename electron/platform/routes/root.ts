import * as z from 'zod'
import { publicRoute } from '../context.ts'
import { utc } from '../../kernel/zone.ts'

export default [
  publicRoute({
    id: 'about',
    method: 'GET',
    path: '/ds-api/',
    right: 'public',
    doc: 'Name, version and time of the platform.',
    reply: [200, z.object({ name: z.string(), version: z.string(), time: z.string() })],
    handler: ({ version, clock }) => ({ name: 'Watchpost', version, time: utc.plain(clock.now()) }),
  }),
]
