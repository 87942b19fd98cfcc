import { globSync, mkdirSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openWrite } from '../../../electron/store/db.ts'
import { createDurable, type Durable } from '../../../electron/store/durable.ts'
import { createGroupCommit } from '../../../electron/store/group-commit.ts'
import { createPrecedence } from '../../../electron/store/precedence.ts'
import { block, envelope, openStore, T, tempFolder } from './made.ts'

interface Disk {
  readonly durable: Durable
  /** Appends a number; resolves when it is said to be stored. */
  readonly submit: (seq: number) => Promise<number>
  readonly stored: () => unknown
  /** Waits for the disk that nobody has answered yet. */
  readonly waiting: PromiseWithResolvers<void>[]
  /** Whether other threads were to step aside, at each append and each time the disk was asked. */
  readonly first: readonly string[]
}

/** A real file on a disk that answers when it is told to. */
function disk(): Disk {
  const file = join(tempFolder(), 'history.db')
  const db = openWrite(file)
  db.exec('create table kept (seq integer)')
  const waiting: PromiseWithResolvers<void>[] = []
  const precedence = createPrecedence()
  const first: string[] = []
  const told = (what: string): unknown => first.push(`${what} ${Atomics.load(precedence.flag, 0) === 1 ? 'first' : 'among others'}`)
  const durable = createDurable(db, () => {
    told('asked')
    const one: PromiseWithResolvers<void> = Promise.withResolvers()
    waiting.push(one)
    return one.promise
  })
  onTestFinished(() => {
    durable.close()
    db.close()
  })
  const keep = db.prepare<[number]>('insert into kept (seq) values (?)')
  const append = (_: string, envelopes: readonly { readonly seq: number }[]): number => {
    told('appended')
    const seq = envelopes[0]?.seq ?? 0
    if (seq < 0) throw new Error('refused')
    keep.run(seq)
    return seq
  }
  const submit = createGroupCommit(db, append, () => undefined, durable, precedence)
  return {
    durable,
    submit: (seq) => submit('a', [{ seq, batch: { version: 1, blocks: [], texts: [] } as never }], 0),
    stored: () => db.prepare('select seq from kept order by seq').pluck().all(),
    waiting,
    first,
  }
}

/** Lets everything happen that needs no disk. */
const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn++) await setImmediate()
}

test('what is submitted is acknowledged when the disk has it, and not before; the thread does not wait for that', async () => {
  const { submit, stored, waiting } = disk()
  const said: number[] = []
  void submit(1).then((seq) => said.push(seq))
  await turns()
  expect([stored(), said, waiting.length]).toEqual([[1], [], 1])
  waiting[0]?.resolve()
  await turns()
  expect(said).toEqual([1])
})

test('a commit comes first, until the disk is asked, and whether it fails or not', async () => {
  const { submit, first, waiting } = disk()
  const refused = submit(-1).catch((error: unknown) => String(error))
  await turns()
  expect(first).toEqual(['appended first', 'asked first'])
  waiting[0]?.resolve()
  expect(await refused).toBe('Error: refused')
  void submit(1)
  await turns()
  void submit(2)
  await turns()
  waiting[1]?.resolve()
  await turns()
  // The disk that was busy is asked again later, which is not the commit's work.
  expect(first.slice(2)).toEqual(['appended first', 'asked first', 'appended first', 'asked among others'])
})

test('what is committed while the disk is busy waits for the time after, all of it together', async () => {
  const { submit, waiting } = disk()
  const said: number[] = []
  for (const seq of [1, 2, 3]) {
    void submit(seq).then((one) => said.push(one))
    await turns()
  }
  expect([said, waiting.length]).toEqual([[], 1])
  waiting[0]?.resolve()
  await turns()
  expect([said, waiting.length]).toEqual([[1], 2])
  waiting[1]?.resolve()
  await turns()
  expect([said, waiting.length]).toEqual([[1, 2, 3], 2])
})

test('a disk that has failed is not believed again: nothing is acknowledged any more, and the reason names the file', async () => {
  const { submit, durable, stored, waiting } = disk()
  const results = [submit(1), submit(2)].map((one) => one.catch((error: unknown) => String(error)))
  await turns()
  waiting[0]?.reject(new Error('EIO: i/o error, fdatasync'))
  const later = submit(3).catch((error: unknown) => String(error))
  for (const said of [...(await Promise.all(results)), await later])
    expect(said).toMatch(/the disk under ".*history\.db-wal" has failed: EIO: i\/o error, fdatasync/)
  expect(waiting).toHaveLength(1)
  // What was kept before is whole, and nothing is written beside it any more.
  expect(stored()).toEqual([1, 2])
  expect(() => {
    durable.settle()
  }).toThrow('has failed')
})

test('a log that is there is made durable for real, waiting or not', async () => {
  const file = join(tempFolder(), 'history.db')
  const db = openWrite(file)
  db.exec('create table kept (seq integer)')
  const durable = createDurable(db)
  onTestFinished(() => {
    durable.close()
    db.close()
  })
  await durable.settled()
  await Promise.all([durable.settled(), durable.settled()])
  durable.settle()
})

test('when it is closed, what is under way is waited for, what waits is refused, and the handle is given back once', async () => {
  const { durable, submit, waiting } = disk()
  const first = submit(1)
  await turns()
  const second = submit(2).catch((error: unknown) => String(error))
  await turns()
  durable.close()
  waiting[0]?.resolve()
  expect([await first, await second, waiting.length]).toEqual([1, 'Error: the store is closed', 1])
  durable.close()
})

test.skipIf(process.platform === 'win32')('behind a link it is the log of the file itself that is made durable, whatever lies beside the link', async () => {
  const folder = tempFolder()
  mkdirSync(join(folder, 'large'))
  symlinkSync(join(folder, 'large', 'history.db'), join(folder, 'history.db'))
  writeFileSync(join(folder, 'history.db-wal'), 'left over')
  writeFileSync(join(folder, 'large', 'history.db'), '')
  const history = openStore(join(folder, 'history.db'))
  expect(await history.submit('a', [envelope(1, block('background', T, { timed: [1] }))], T)).toBe(1)
  const opened = globSync('/proc/self/fd/*').flatMap((link) => {
    try {
      return [readlinkSync(link)]
    } catch {
      return []
    }
  })
  if (process.platform === 'linux') expect(opened.filter((name) => name === join(folder, 'history.db-wal'))).toEqual([])
  history.close()
})
