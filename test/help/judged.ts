/** A real server, watched and judged minute by minute, the clock in the test's hand. */
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished } from 'vitest'
import type { Notice } from '../../shared/ipc.ts'
import { MINUTE, running, type Running } from '../unit/platform/running.ts'
import type { TestServer } from './postgres.ts'
import { startWatch, until, type Watched } from './watch.ts'

export interface Judged {
  readonly watched: Watched
  readonly platform: Running
  /** Lets a minute pass, waits for what the probe brings in it, and has the platform judge. */
  readonly pass: (probe?: string) => Promise<void>
  /** Ids of the rules with an open problem. */
  readonly open: () => Promise<readonly string[]>
  /** The rule's problem is there after at most so many minutes, or is not any more; resolves with its message. */
  readonly becomes: (rule: string, there: boolean, minutes?: number, probe?: string) => Promise<string>
  /** What was told about a check, as `<state>: <check> on <instance>`. */
  readonly told: (check: string) => readonly string[]
}

/** `rules`: what is changed of each; a minute is enough for all of them. Nothing is open when it resolves. */
export async function judge(server: TestServer, rules: Readonly<Record<string, object>>): Promise<Judged> {
  const watched = startWatch(server.settings)
  onTestFinished(() => watched.watch.stop())
  const notices: Notice[] = []
  const platform = await running({ time: watched.clock.now(), notify: (notice) => notices.push(notice) })
  for (const [rule, settings] of Object.entries(rules))
    expect((await platform.ask('PATCH', `/ds-api/app/rules/${rule}`, { occurrences: 1, ...settings })).status).toBe(200)

  let fed = 0
  const feed = (): void => {
    for (const { batch } of watched.batches.slice(fed))
      platform.store(batch.blocks, { connection: 'c1', name: 'main', server: 'here', tags: batch.instance.tags }, batch.texts)
    fed = watched.batches.length
  }
  const problems = async (): Promise<readonly { rule: string; message: string }[]> => {
    const { json } = await platform.ask('GET', '/ds-api/app/problems?show=open')
    return (json as { problems: { rule: string; message: string }[] }).problems
  }
  const open = async (): Promise<readonly string[]> => (await problems()).map(({ rule }) => rule).sort()
  const pass = async (probe = 'database'): Promise<void> => {
    // Without a connection there are no samples, only what is told of it.
    if (probe === 'self') await watched.after(MINUTE, probe)
    else {
      await watched.after(10_000, 'sessions').catch(() => undefined)
      await watched.after(MINUTE - 10_000, probe)
    }
    await wait(200)
    platform.clock.time = watched.clock.now() + 1000
    feed()
    await platform.platform.watchOver()
  }

  await until(() => watched.blocks('database').length > 0, 'the first reading')
  await pass()
  expect(await open()).toEqual([])
  return {
    watched,
    platform,
    pass,
    open,
    becomes: async (rule, there, minutes = 4, probe = 'database') => {
      let message = ''
      for (let n = 0; n < minutes; n++) {
        await pass(probe)
        const found = (await problems()).find((problem) => problem.rule === rule)
        if ((found !== undefined) === there) return found?.message ?? message
        message = found?.message ?? ''
      }
      throw new Error(`${rule} is ${there ? 'not ' : ''}open after ${String(minutes)} minutes: ${(await open()).join(', ')}`)
    },
    // What changes in one minute is one notice with a paragraph for each.
    told: (check) => notices.flatMap(({ title, body }) => [title, ...body.split('\n')]).filter((line) => line.endsWith(`: ${check} on here@main`)),
  }
}
