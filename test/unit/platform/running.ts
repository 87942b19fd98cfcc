import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import { Readable } from 'node:stream'
import { onTestFinished } from 'vitest'
import type { Notice } from '../../../shared/ipc.ts'
import type { Block, Cell, Envelope, InstanceRef } from '../../../shared/model/sample.ts'
import { probes } from '../../../electron/catalog/probes/_all.generated.ts'
import type { Probe } from '../../../electron/catalog/define.ts'
import type { Clock } from '../../../electron/kernel/clock.ts'
import { createLog } from '../../../electron/kernel/log.ts'
import { ownTls } from '../../../electron/kernel/tls.ts'
import { fileVault } from '../../../electron/kernel/vault.ts'
import { Raw } from '../../../electron/kernel/route.ts'
import { answer } from '../../../electron/platform/reports/answer.ts'
import type { Desk } from '../../../electron/platform/reports/desk.ts'
import { createPlatform, type DemoPort, type Platform } from '../../../electron/platform/platform.ts'
import { openConfig, openHistory } from '../../../electron/store/open.ts'
import type { Config, ReadHistory, WriteHistory } from '../../../electron/store/store.ts'

/** 2026-03-10 12:00:00 UTC, when nothing in particular happens. */
export const NOON = Date.UTC(2026, 2, 10, 12)
export const MINUTE = 60_000

export interface HeldClock extends Clock {
  time: number
}

export const heldClock = (time = NOON): HeldClock => ({
  time,
  now() {
    return this.time
  },
  mono() {
    return this.time
  },
  sleep: () => Promise.resolve(),
})

/** An answer, taken apart as tests look at it. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
  readonly json: unknown
  /** The sentence of a refusal, else ''. */
  readonly error: string
  /** Rows of a report, else none. */
  readonly rows: readonly Readonly<Record<string, Cell>>[]
  /** A token that was handed out, else ''. */
  readonly token: string
}

type Ask = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object, headers?: Readonly<Record<string, string>>) => Promise<Reply>

export interface Running {
  readonly platform: Platform
  readonly folder: string
  readonly history: WriteHistory
  readonly config: Config
  readonly clock: HeldClock
  readonly token: string
  /** The first administrator's. */
  readonly password: string
  readonly key: string
  readonly agent: string
  /** Asks with the first administrator's token unless other headers are given. */
  readonly ask: Ask
  readonly report: (id: string, body: object) => Promise<Reply>
  readonly upload: (lines: Buffer | readonly Envelope[], key?: string) => Promise<Reply>
  /** Stores blocks of one instance as an upload would. */
  readonly store: (blocks: readonly Block[], instance?: Partial<InstanceRef>, texts?: readonly { md5: string; text: string }[]) => void
}

function replyOf(status: number, headers: Readonly<Record<string, unknown>>, text: string): Reply {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    json = undefined
  }
  const field = (name: string): string => {
    const value: unknown = typeof json === 'object' && json !== null ? Reflect.get(json, name) : undefined
    return typeof value === 'string' ? value : ''
  }
  return { status, headers, text, json, error: field('error'), token: field('user-token'), rows: Array.isArray(json) ? (json as Reply['rows']) : [] }
}

export const packed = (envelopes: readonly Envelope[]): Buffer => zstdCompressSync(Buffer.from(envelopes.map((one) => JSON.stringify(one)).join('\n')))

export const REF: InstanceRef = { connection: 'c1', name: 'main', server: 'alpha', host: '127.0.0.1', port: 5432, tags: 'env=prod', cpus: 4 }

export const basic = (name: string, password: string): string => `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`

/** Answers in this thread: starting another one for each test would take most of its time. */
const deskHere = (history: ReadHistory): Desk => ({
  answer: async (question) => {
    const { type, pieces } = answer(history, question)
    return Promise.resolve(new Raw(type, Readable.from(pieces, { objectMode: false })))
  },
  close: () => Promise.resolve(),
})

/** A whole platform over real stores in a folder of its own, the clock in the test's hand. */
export async function running(
  options: {
    readonly demo?: DemoPort
    readonly time?: number
    readonly threads?: boolean
    readonly over?: Running
    readonly notify?: (notice: Notice) => void
  } = {},
): Promise<Running> {
  const folder = mkdtempSync(join(tmpdir(), 'wp-platform-'))
  const clock = heldClock(options.time)
  // Another start over the same stores.
  const history = options.over?.history ?? openHistory(join(folder, 'history.db'), clock)
  const config = options.over?.config ?? openConfig(join(folder, 'config.db'), clock)
  const platform = await createPlatform({
    config,
    history,
    clock,
    log: createLog('silent'),
    vault: fileVault(join(options.over?.folder ?? folder, 'vault.key')),
    tls: await ownTls(join(folder, 'certs'), 'platform', clock),
    host: '127.0.0.1',
    port: 0,
    version: '0.0.0-test',
    checkReplies: true,
    ...(options.demo && { demo: options.demo }),
    ...(options.notify && { notify: options.notify }),
    ...(options.threads !== true && { desk: deskHere(history) }),
  })
  onTestFinished(async () => {
    await platform.close()
    if (options.over === undefined) {
      history.close()
      config.close()
    }
    rmSync(folder, { recursive: true, force: true })
  })
  const ask: Ask = async (method, url, body, headers = { 'user-token': token }) => {
    const reply = await platform.inject({ method, url, headers, ...(body !== undefined && { payload: body }) })
    return replyOf(reply.statusCode, reply.headers, reply.body)
  }
  const password = platform.firstAdmin?.password.reveal() ?? options.over?.password ?? ''
  const { token } = await ask('POST', '/ds-api/user-token', undefined, { authorization: basic('admin', password) })
  const embedded = platform.embeddedAgent()
  const key = embedded.key.reveal()
  let seq = history.highWater(embedded.id)

  return {
    platform,
    folder,
    history,
    config,
    clock,
    token,
    password,
    key,
    agent: embedded.id,
    ask,
    report: (id, body) => ask('POST', `/ds-api/activity/${id}`, body),
    upload: (lines, withKey = key) =>
      ask('POST', '/ds-api/app/ingest', Buffer.isBuffer(lines) ? lines : packed(lines), { 'api-token': withKey, 'content-encoding': 'zstd' }),
    store: (blocks, instance = {}, texts = []) => {
      seq += 1
      history.append(embedded.id, [{ seq, batch: { version: 1, instance: { ...REF, ...instance }, blocks: [...blocks], texts: [...texts] } }], clock.now())
    },
  }
}

const DECLARED: readonly Probe[] = probes

/** A block of the probe whose rows are given as records; columns left out are null. */
export function block(probe: string, end: number, rows: readonly Readonly<Record<string, Cell>>[], more: Partial<Pick<Block, 'begin' | 'flags'>> = {}): Block {
  const declared = DECLARED.find(({ id }) => id === probe)
  if (declared === undefined) throw new Error(`no probe ${probe}`)
  const columns = Object.fromEntries(Object.keys(declared.columns).map((name) => [name, rows.map((row) => row[name] ?? null)]))
  for (const row of rows) for (const name of Object.keys(row)) if (!(name in declared.columns)) throw new Error(`${probe} has no column ${name}`)
  return { probe, begin: more.begin ?? end - (probe === 'sessions' ? 10_000 : MINUTE), end, flags: [...(more.flags ?? [])], rows: rows.length, columns }
}

/** What the server tells of itself. */
export const aboutInstance = (end: number, more: Readonly<Record<string, Cell>> = {}): Block =>
  block('instance', end, [
    {
      version: '15.18',
      version_full: 'PostgreSQL 15.18 on x86_64',
      type: 'primary',
      start_time: end - 3_148_922_000,
      server_time: end,
      databases: 3,
      max_connections: 100,
      port: 5432,
      wal_size: 33554432,
      ...more,
    },
  ])

/** A session at work; what is not given is usual. */
export const session = (more: Readonly<Record<string, Cell>> = {}): Readonly<Record<string, Cell>> => ({
  pid: '101',
  database: 'shop',
  user_name: 'app',
  application_name: 'web',
  client_host_name: '10.0.0.9',
  backend_type: 'client backend',
  state: 'active',
  command_type: 'SELECT',
  queryid: '-42',
  query_md5_id: 'a'.repeat(32),
  ...more,
})

/** One column of a report, as text. */
export const column = ({ rows }: Reply, name: string): readonly string[] => rows.map((row) => String(row[name]))

/** `YYYY-MM-DD HH:MI:SS` in UTC. */
export const stamp = (at: number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ')
