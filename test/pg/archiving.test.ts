/** What waits to be archived is counted by those who may read the folder. */
import { expect, onTestFinished, test } from 'vitest'
import archiver from '../../electron/catalog/probes/archiver.ts'
import { readFacts } from '../../electron/collector/facts.ts'
import { poll } from '../../electron/collector/poll.ts'
import { openSession } from '../../electron/collector/target.ts'
import { SOME, startServer } from '../help/postgres.ts'

const never = new AbortController().signal

test.each(SOME)('PostgreSQL %i: files that wait to be archived are counted, and null for who may not see them', async (version) => {
  const server = await startServer(version, { archive_mode: 'on', archive_command: 'false' })
  onTestFinished(() => server.stop())
  await server.sql("create role poor login password 'watch me'")
  for (let n = 0; n < 2; n++) await server.sql('create table if not exists t (a int); insert into t values (1); select pg_switch_wal()')
  const waiting = async (user: string): Promise<unknown> => {
    const session = await openSession({ ...server.settings, user }, never)
    const reading = await poll(session, archiver, await readFacts(session), () => 0)
    await session.close()
    expect(reading?.columns['archive_mode']).toEqual(['on'])
    return reading?.columns['waiting_files']
  }
  expect([await waiting('watcher'), await waiting('poor')]).toEqual([[2], [null]])
})
