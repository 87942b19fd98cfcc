import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { INTERVAL, watchBeside, type Beside } from '../help/beside.ts'
import { startLine } from '../help/line.ts'
import { startServer, type TestServer } from '../help/postgres.ts'
import { until } from '../help/watch.ts'

const servers: TestServer[] = []
const healthy = (): TestServer => servers[0] ?? fail()
const other = (): TestServer => servers[1] ?? fail()
const fail = (): never => {
  throw new Error('the server does not run')
}
beforeAll(async () => {
  servers.push(await startServer(18), await startServer(18))
})
afterAll(() => Promise.all(servers.map((server) => server.stop('immediate'))))

/** Nothing that is sick may make a sample of the healthy server later than one interval. */
async function onTime(beside: Beside): Promise<void> {
  const before = beside.healthy.blocks('sessions').length
  await until(() => beside.healthy.blocks('sessions').length > before, 'the healthy server to be sampled still', 20_000)
  expect(beside.latest()).toBeLessThan(INTERVAL)
}

it('a server that accepts and never answers is told of, and the one beside it is sampled on time', async () => {
  const silent = createServer(() => undefined)
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const address = silent.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  const beside = watchBeside({ ...other().settings, port }, healthy().settings)
  try {
    await until(() => beside.sick.watch.status().cause.includes('did not answer'), 'the cause', 30_000)
    expect(beside.sick.watch.status()).toMatchObject({
      connected: false,
      cause: `127.0.0.1:${String(port)} accepted the connection but did not answer; is it a PostgreSQL server, and is it alive?`,
    })
    await onTime(beside)
  } finally {
    await beside.stop()
    silent.close()
  }
})

it('one that answers the start and then hangs is left, told of, and watched again when it answers', async () => {
  const line = await startLine(other().port)
  const beside = watchBeside({ ...other().settings, port: line.port }, healthy().settings)
  try {
    await until(() => beside.sick.blocks('statements')[0], 'the first reading', 30_000)
    line.hang(true)
    await until(() => !beside.sick.watch.status().connected, 'the loss to be noticed', 60_000)
    await until(() => beside.sick.watch.status().cause.includes('did not answer'), 'the cause', 30_000)
    await onTime(beside)
    line.hang(false)
    await until(() => beside.sick.watch.status().connected, 'the session to be there again', 60_000)
    expect(beside.sick.watch.status().cause).toBe('')
  } finally {
    await beside.stop()
    line.close()
  }
})

it('a server stopped by a signal, every process of it, is told of and watched again when it goes on', async () => {
  const postmaster = Number(readFileSync(join(other().folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0])
  const beside = watchBeside(other().settings, healthy().settings)
  const stopped: number[] = []
  try {
    await until(() => beside.sick.blocks('statements')[0], 'the first reading', 30_000)
    const backends = (await other().sql(`select pid from pg_stat_activity where application_name = 'watchpost'`)).rows.map(({ pid }) => Number(pid))
    for (const pid of [postmaster, ...backends]) {
      process.kill(pid, 'SIGSTOP')
      stopped.push(pid)
    }
    await until(() => beside.sick.watch.status().cause.includes('did not answer'), 'the cause', 60_000)
    await onTime(beside)
    for (const pid of stopped.splice(0)) process.kill(pid, 'SIGCONT')
    await until(() => beside.sick.watch.status().connected, 'the session to be there again', 60_000)
  } finally {
    for (const pid of stopped) process.kill(pid, 'SIGCONT')
    await beside.stop()
  }
})

it('a slow line makes its own readings late and nothing else; the way there and back is not called cost', async () => {
  const line = await startLine(other().port)
  line.slow(300)
  const beside = watchBeside({ ...other().settings, port: line.port }, healthy().settings)
  try {
    await until(() => beside.sick.blocks('statements')[0], 'a reading over the slow line', 60_000)
    await wait(3 * INTERVAL)
    await onTime(beside)
    expect(beside.sick.watch.status()).toMatchObject({ connected: true, cause: '', stretch: 1 })
  } finally {
    await beside.stop()
    line.close()
  }
})
