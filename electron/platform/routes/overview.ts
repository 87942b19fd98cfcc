import * as z from 'zod'
import { OverviewReply } from '../../../shared/model/activity.ts'
import { fail, Problem } from '../../kernel/problem.ts'
import { wordsOf } from '../../kernel/words.ts'
import { route } from '../context.ts'
import { overviewOf } from '../overview.ts'

export default [
  route({
    id: 'overview',
    method: 'GET',
    path: '/ds-api/app/overview',
    right: 'developer',
    own: true,
    doc: 'Who is signed in, which instances are watched, by which agents, and whether there is a demo.',
    reply: [200, OverviewReply],
    handler: (api, { caller }) => overviewOf(api, caller),
  }),
  route({
    id: 'startDemo',
    method: 'POST',
    path: '/ds-api/app/demo',
    right: 'admin',
    own: true,
    doc: 'Start the demo database and watch it. Answers when it runs; a running one is left as it is.',
    reply: [201, z.object({ status: z.string() })],
    fails: ['demo.unavailable'],
    handler: async ({ demo, log }) => {
      const state = demo?.available() ?? { available: false, reason: 'this platform runs without one' }
      if (demo === undefined || !state.available) fail('demo.unavailable', { why: state.reason })
      try {
        await demo.start()
      } catch (error) {
        if (error instanceof Problem) throw error
        log.warn({ err: error }, 'the demo database did not start')
        fail('demo.unavailable', { why: wordsOf(error) })
      }
      return { status: 'Demo started' }
    },
  }),
]
