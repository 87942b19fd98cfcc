import { text } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { createLog } from '../../../electron/kernel/log.ts'
import type { Raw } from '../../../electron/kernel/route.ts'
import { createDesk } from '../../../electron/platform/reports/desk.ts'
import { requestOf } from '../../../electron/platform/reports/request.ts'
import { seenInstances } from '../../../electron/platform/reports/scope.ts'
import { utc } from '../../../electron/kernel/zone.ts'
import { block, NOON, running, session, stamp } from '../platform/running.ts'

const HOUR = 3600_000
const day = { from: stamp(NOON - 24 * HOUR), to: stamp(NOON), filters: [] }

/** Samples of some hours, ten sessions each. */
const sample = (store: Awaited<ReturnType<typeof running>>['store'], readings: number): void => {
  const sessions = Array.from({ length: 10 }, (_, pid) => session({ pid: String(pid) }))
  for (let at = 0; at < readings; at += 100)
    store(Array.from({ length: 100 }, (_, i) => block('sessions', NOON - (at + i + 1) * 10_000, sessions, { begin: NOON - (at + i + 2) * 10_000 })))
}

const streamOf = ({ body }: Raw): Readable => {
  if (!(body instanceof Readable)) throw new Error('the answer is no stream')
  return body
}

test('in a thread a report says what it says here, as JSON and CSV, and what is refused is refused with its sentence', async () => {
  const here = await running()
  const there = await running({ threads: true })
  for (const { store } of [here, there]) sample(store, 300)
  for (const output of ['json', 'csv']) {
    const [a, b] = [await here.report('session-history', { ...day, output }), await there.report('session-history', { ...day, output })]
    expect([b.status, b.text, b.headers['content-type']]).toEqual([201, a.text, a.headers['content-type']])
    expect(b.text.length).toBeGreaterThan(300_000)
  }
  const refused = await there.report('top-consumers', { ...day, group_by: 'nothing' })
  expect([refused.status, refused.error]).toEqual([
    400,
    'group_by must be a tag that an instance carries: "pg_instance", "server", "pg_version", "type", "env"',
  ])
})

test('rows are made as they are read, in order of time over the parts of the range; a reader who leaves ends the work, and others go on', async () => {
  const { store, history } = await running()
  sample(store, 6000)
  const desk = createDesk(history.file, createLog('silent'))
  try {
    const request = requestOf({ ...day, utc_time: true, output: 'json' }, utc)
    const question = { kind: 'report', form: 'session-history', request, output: 'json', visible: seenInstances(history) } as const
    const stream = streamOf(await desk.answer(question, new AbortController().signal))
    const first = await new Promise<Buffer>((resolve) => stream.once('data', resolve))
    expect(first.toString().slice(0, 30)).toBe('[{"time":"2026-03-09T19:20:00Z')
    stream.destroy()

    const gone = new AbortController()
    const leaving = desk.answer(question, gone.signal)
    gone.abort()
    expect((await leaving).body).toBe('')

    const times = [...(await text(streamOf(await desk.answer(question, new AbortController().signal)))).matchAll(/"time":"([^"]+)"/g)].map(([, time]) => time)
    expect(times).toHaveLength(60_000)
    expect(times).toEqual(times.toSorted())
  } finally {
    await desk.close()
  }
  expect(() =>
    desk.answer(
      { kind: 'report', form: 'x', request: requestOf({ ...day, utc_time: true, output: 'json' }, utc), output: 'json', visible: [] },
      new AbortController().signal,
    ),
  ).toThrow('The platform is stopping')
})

test('a question that fails fails alone: the next one is answered', async () => {
  const { store, history } = await running()
  sample(store, 100)
  const desk = createDesk(history.file, createLog('silent'))
  try {
    const request = requestOf({ ...day, utc_time: true, output: 'json' }, utc)
    const visible = seenInstances(history)
    const never = new AbortController().signal
    await expect(desk.answer({ kind: 'report', form: 'no such report', request, output: 'json', visible }, never)).rejects.toThrow('no such report')
    const json: unknown = JSON.parse(
      await text(streamOf(await desk.answer({ kind: 'report', form: 'session-history', request, output: 'json', visible }, never))),
    )
    expect(json).toHaveLength(1000)
  } finally {
    await desk.close()
  }
})

test('a session history of more than two million rows is refused with a sentence and a range that fits, before anything is sent', async () => {
  const { store, report } = await running({ threads: true })
  const many = Array.from({ length: 20_000 }, (_, pid) => session({ pid: String(pid) }))
  for (let at = 0; at < 101; at++) store([block('sessions', NOON - (at + 1) * 10_000, many, { begin: NOON - (at + 2) * 10_000 })])
  const hour = { from: stamp(NOON - HOUR), to: stamp(NOON), filters: [] }
  const refused = await report('session-history', hour)
  expect([refused.status, refused.error]).toEqual([400, 'The answer would have more than 2000000 rows; a range of 53 minutes fits'])
})

test('a report that needs more memory than a thread may have ends with a sentence; the program goes on, and other threads answer', async () => {
  const { store, history } = await running()
  sample(store, 100)
  const [small, usual] = [createDesk(history.file, createLog('silent'), 8), createDesk(history.file, createLog('silent'))]
  const visible = seenInstances(history)
  const ask = async (desk: typeof small): Promise<string> => {
    const request = requestOf({ ...day, utc_time: true, output: 'json' }, utc)
    return text(streamOf(await desk.answer({ kind: 'report', form: 'session-history', request, output: 'json', visible }, new AbortController().signal)))
  }
  try {
    // Twice, because another thread takes the place of the one that has ended.
    for (const _ of [1, 2])
      await expect(ask(small)).rejects.toThrow(
        'The report needs more memory than there is for one; ask for a shorter range, fewer instances or a longer bucket',
      )
    expect(JSON.parse(await ask(usual))).toHaveLength(1000)
  } finally {
    await Promise.all([small.close(), usual.close()])
  }
})
