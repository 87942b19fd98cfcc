import { expect, test } from 'vitest'
import { block, MINUTE, NOON, running } from '../platform/running.ts'
import { minute, pass, story, type Told } from './minutes.ts'

const open = async ({ ask }: Awaited<ReturnType<typeof running>>): Promise<readonly string[]> => {
  const { json } = await ask('GET', '/ds-api/app/problems?show=open')
  return (json as { problems: { rule: string; state: string }[] }).problems.map(({ rule, state }) => `${rule} ${state}`).sort()
}

test('a problem is opened, gets worse, eases and is resolved, each at its minute', async () => {
  const platform = await running()
  for (const backends of [50, 85, 85]) await pass(platform, { backends })
  expect(await open(platform)).toEqual(['max-connections WARNING'])
  for (const backends of [96, 97]) await pass(platform, { backends })
  expect(await open(platform)).toEqual(['max-connections CRITICAL'])
  for (const backends of [85, 85]) await pass(platform, { backends })
  expect(await open(platform)).toEqual(['max-connections WARNING'])
  for (const backends of [5, 5]) await pass(platform, { backends })
  expect(await open(platform)).toEqual([])
  const [[problem, events]] = story(platform) as [[Record<string, unknown>, { event: string; state: string; time: number }[]]]
  expect(problem).toMatchObject({ rule: 'max-connections', state: 'OK', worst: 'CRITICAL', message: '85 of 100 connections are taken (85\u00a0%)', value: 85 })
  expect(events.map(({ event, state, time }) => [event, state, (time - NOON) / MINUTE])).toEqual([
    ['opened', 'WARNING', 3],
    ['worsened', 'CRITICAL', 5],
    ['eased', 'WARNING', 7],
    ['resolved', 'OK', 9],
  ])
})

test('a server that is down is a problem with its cause, and is over when it answers', async () => {
  const platform = await running()
  await pass(platform, {})
  for (let n = 0; n < 3; n++) await pass(platform, { down: 'connection refused' })
  expect(await open(platform)).toEqual(['instance-down CRITICAL'])
  expect(story(platform)).toMatchObject([[{ message: 'The server cannot be connected to: connection refused' }, [{}]]])
  await pass(platform, {})
  expect(await open(platform)).toEqual([])
})

test('that data stopped resolves nothing, and is a problem of its own', async () => {
  const platform = await running()
  for (let n = 0; n < 4; n++) await pass(platform, { blocked: 2 })
  expect(await open(platform)).toEqual(['blocked-sessions WARNING'])
  for (let n = 0; n < 5; n++) await pass(platform, undefined)
  expect(await open(platform)).toEqual(['blocked-sessions WARNING', 'no-data WARNING'])
  for (let n = 0; n < 10; n++) await pass(platform, undefined)
  expect(await open(platform)).toEqual(['blocked-sessions WARNING', 'no-data CRITICAL'])
  // It comes back as it was: only what is now known to be over is over.
  await pass(platform, { blocked: 2 })
  await pass(platform, { blocked: 2 })
  expect(await open(platform)).toEqual(['blocked-sessions WARNING'])
  await pass(platform, {})
  expect(await open(platform)).toEqual([])
})

test('a connection that somebody has disabled is not missed, what was open of it is closed with the reason, and it is judged again when it is enabled', async () => {
  const platform = await running()
  for (let n = 0; n < 4; n++) await pass(platform, { blocked: 2 })
  platform.store([], { watched: false })
  for (let n = 0; n < 20; n++) await pass(platform, undefined)
  expect(await open(platform)).toEqual([])
  expect(story(platform)).toMatchObject([
    [{ rule: 'blocked-sessions' }, [{}, { event: 'resolved', message: 'The connection was disabled or deleted at its agent' }]],
  ])
  const status = await platform.ask('GET', '/ds-api/alerting/alpha@main/status')
  expect(status.json).toEqual({ enabled: false, reason: 'The connection is disabled or deleted at its agent' })
  for (let n = 0; n < 4; n++) await pass(platform, { blocked: 2 })
  expect(await open(platform)).toEqual(['blocked-sessions WARNING'])
})

test('events stay open for a while', async () => {
  const platform = await running()
  await pass(platform, { deadlocks: 2 })
  for (let n = 0; n < 9; n++) await pass(platform, {})
  expect(await open(platform)).toEqual(['deadlocks WARNING'])
  await pass(platform, {})
  expect(await open(platform)).toEqual([])
  expect(story(platform)).toMatchObject([[{ message: 'Deadlocks in one minute: 2' }, [{}, {}]]])
})

test('an interval after a pause is in no alert', async () => {
  const platform = await running()
  const row = { datid: '1', database: 'shop', num_backends: 5, deadlocks: 50 }
  platform.store([block('database', NOON + 30_000, [row], { begin: NOON - 3_600_000, flags: ['gap'] }), block('self', NOON + MINUTE, [])])
  platform.clock.time = NOON + MINUTE
  await platform.platform.watchOver()
  expect(story(platform)).toEqual([])
})

test('after a start nothing is said of the time in which the platform was off, and late minutes are judged as they were', async () => {
  const platform = await running()
  for (let n = 0; n < 3; n++) await pass(platform, { backends: 96 })
  expect(await open(platform)).toEqual(['max-connections CRITICAL'])
  // three hours later another platform opens the same stores
  const restarted = await running({ time: platform.clock.time + 3 * 3_600_000, over: platform })
  await restarted.platform.watchOver()
  expect(await open(restarted)).toEqual(['max-connections CRITICAL'])
  // the agent brings what it has kept: it was over, and blocked for a while
  const from = NOON + 3 * MINUTE
  for (let n = 0; n < 60; n++) restarted.store(minute(from + n * MINUTE, { blocked: n >= 10 && n < 20 ? 3 : 0 }))
  await restarted.platform.watchOver()
  expect(await open(restarted)).toEqual([])
  expect(story(restarted)).toMatchObject([
    [{ rule: 'max-connections', resolved: from + 2 * MINUTE }, [{}, {}]],
    [{ rule: 'blocked-sessions', since: from + 13 * MINUTE, resolved: from + 21 * MINUTE }, [{}, {}]],
  ])
  // what was over before anybody could be told of it is told to nobody
  expect(restarted.config.alerts.waitingDeliveries().filter(({ event }) => event !== 'resolved')).toEqual([])
})

test('a clock that is set back or forth opens nothing and stops nothing', async () => {
  const platform = await running()
  for (let n = 0; n < 3; n++) await pass(platform, {})
  platform.clock.time -= 3_600_000
  for (let n = 0; n < 3; n++) await pass(platform, { backends: 96 })
  expect(await open(platform)).toEqual(['max-connections CRITICAL'])
  platform.clock.time += 7_200_000
  // what lay between has been read again: harmless minutes of before
  await platform.platform.watchOver()
  for (let n = 0; n < 2; n++) await pass(platform, { backends: 96 })
  expect(await open(platform)).toEqual(['max-connections CRITICAL'])
})

/** Random numbers that are the same every time. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

test.each([1, 2])('the same minutes give the same problems, however they come (%i)', async (seed) => {
  const next = random(seed)
  let mood = 0
  const minutes = Array.from({ length: 60 }, (): Told | undefined => {
    if (next() < 0.15) mood = Math.floor(next() * 6)
    if (mood === 5) return next() < 0.5 ? undefined : { down: 'refused' }
    return {
      backends: [5, 85, 97, 60, 5][mood] ?? 5,
      blocked: mood === 3 ? Math.floor(next() * 12) : 0,
      deadlocks: next() < 0.03 ? 2 : 0,
      idle: mood === 4 ? 400 + 20 * next() : 0,
    }
  })
  const stories: unknown[] = []
  for (const step of [() => 1, () => 7, () => 1 + Math.floor(next() * 30), () => 60]) {
    const platform = await running()
    platform.config.alerts.putRuleSettings({ rule: 'no-data', settings: { enabled: false }, changedBy: 'test', changed: 0 })
    // everywhere the same first sight
    platform.store(minute(NOON - MINUTE))
    platform.clock.time = NOON + 1000
    await platform.platform.watchOver()
    for (let at = 0; at < minutes.length;) {
      const end = Math.min(minutes.length, at + step())
      platform.clock.time = NOON + end * MINUTE + 1000
      for (; at < end; at++) {
        const told = minutes[at]
        if (told !== undefined) platform.store(minute(NOON + at * MINUTE, told))
      }
      await platform.platform.watchOver()
    }
    platform.clock.time += MINUTE
    platform.store(minute(NOON + minutes.length * MINUTE))
    await platform.platform.watchOver()
    stories.push(story(platform))
  }
  expect((stories[0] as unknown[]).length).toBeGreaterThan(2)
  for (const one of stories.slice(1)) expect(one).toEqual(stories[0])
})
