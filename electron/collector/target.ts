import { randomUUID, type X509Certificate } from 'node:crypto'
import type { Socket } from 'node:net'
import { TLSSocket, type ConnectionOptions } from 'node:tls'
import pg from 'pg'
import type { ConnectionSettings } from '../../shared/model/server.ts'
import { backendCpu } from './backend-cpu.ts'
import { causeOf } from './cause.ts'
import { int8Array } from './int8-array.ts'
import { createPlanned } from './planned.ts'

/** Rows as the server sent them: text or null per cell. */
export interface Rows {
  readonly names: readonly string[]
  readonly rows: readonly (readonly (string | null)[])[]
}

/** What some statements have. */
export interface Apart {
  /** work_mem, for this statement alone: for what would otherwise go through a temporary file. */
  readonly memory?: string
  /** The array of oids that is `$1` in it: in the same words it is planned once for whichever they are. */
  readonly oids?: readonly string[]
  /** The array of whole numbers that is `$1` in it: others each time, and so many that it is planned for just these. */
  readonly marks?: readonly string[]
}

/** One lasting session to a monitored server. */
export interface Session {
  /** A pooler lies in between. */
  readonly pooled: boolean
  /**
   * Runs one statement, after those asked before. The server cancels it after `timeout` seconds; one that does not even do that ends the session. `what` is told in
   * the marker, so that the server's own statistics say what each of ours costs.
   */
  query(sql: string, timeout: number, what?: string, apart?: Apart): Promise<Rows>
  /** What the server has shown to be itself; undefined without TLS. */
  certificate(): X509Certificate | undefined
  /** How many answers have come over it. */
  answers(): number
  /** CPU in ms the server's process has used for it; undefined where only the server knows: elsewhere, behind a pooler or a socket, not on Linux. */
  worked(): number | undefined
  /** Why it ended, in words; undefined while it lives. */
  ended(): string | undefined
  close(): Promise<void>
}

const CONNECT_MS = 10_000
/** What a server gets beyond its own timeout before we hang up. */
const GRACE_MS = 2_000
const TIMEOUT = 5
/** Waiting for a lock would make us part of the queue behind it. */
const LOCK_TIMEOUT_MS = 1_000

/** The manners of our sessions. `search_path` keeps functions of others out; a few rows are looked up by an array of oids, whatever they are: one plan is good for all. */
const MANNERS: Readonly<Record<string, string>> = {
  statement_timeout: String(TIMEOUT * 1000),
  lock_timeout: String(LOCK_TIMEOUT_MS),
  default_transaction_read_only: 'on',
  plan_cache_mode: 'force_generic_plan',
  search_path: 'pg_catalog',
  jit: 'off',
}

/** A setting of our own, which the server keeps for whoever gives it. */
const TOKEN = 'watchpost.session'

/** Never parsed by pg: integers beyond 2^53 would lose digits. */
const AS_TEXT = { getTypeParser: () => (text: string) => text }

/** How a session runs what comes next. `custom`: planned for the parameters it comes with. */
interface Manner {
  readonly timeout: number
  readonly custom: boolean
}

interface Attempt {
  readonly tls: boolean
  /** A pooler refuses the manners at connecting, or shares them with strangers: they then go with every statement. */
  readonly pooled: boolean
  /** Told with the manners and asked for again: a role may have the same manners by itself, and nobody has this. */
  readonly token: string
}

/** Opens the session, or throws an Error whose message is the cause for people. The signal breaks it off. */
export async function openSession(to: ConnectionSettings, signal: AbortSignal): Promise<Session> {
  let attempt: Attempt = { tls: to.sslmode !== 'disable' && !to.host.startsWith('/'), pooled: false, token: randomUUID() }
  for (;;) {
    const client = makeClient(to, attempt)
    const breakOff = (): void => hangUp(client)
    signal.addEventListener('abort', breakOff)
    try {
      signal.throwIfAborted()
      await client.connect()
      if (!attempt.pooled && !(await mannersTaken(client, attempt.token))) attempt = { ...attempt, pooled: true }
      return asSession(client, to, attempt.pooled)
    } catch (error) {
      hangUp(client)
      const next = otherAttempt(error, attempt, to)
      if (next === undefined) throw new Error(causeOf(error, to), { cause: error })
      attempt = next
    } finally {
      signal.removeEventListener('abort', breakOff)
    }
  }
}

/** libpq's `prefer` goes on without TLS where TLS, or the login over it, fails; nothing else does. */
function otherAttempt(error: unknown, attempt: Attempt, to: ConnectionSettings): Attempt | undefined {
  const words = error instanceof Error ? error.message : ''
  const code = error instanceof pg.DatabaseError ? error.code : undefined
  if (!attempt.pooled && (code === '08P01' || words.includes('unsupported startup parameter'))) return { ...attempt, pooled: true }
  const tlsFailed = words.includes('SSL') || words.includes('TLS') || (code === '28000' && words.includes('pg_hba.conf'))
  if (attempt.tls && to.sslmode === 'prefer' && tlsFailed) return { ...attempt, tls: false }
  return undefined
}

function makeClient(to: ConnectionSettings, { tls, pooled, token }: Attempt): pg.Client {
  const client = new pg.Client({
    host: to.host,
    port: to.port,
    user: to.user,
    password: to.password,
    database: to.database,
    application_name: 'watchpost',
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    ssl: tls ? tlsOptions(to) : false,
    ...(pooled
      ? {}
      : {
          options: Object.entries({ ...MANNERS, [TOKEN]: token })
            .map(([name, value]) => `-c ${name}=${value}`)
            .join(' '),
        }),
  })
  // Without a listener a server that goes away would end our process.
  client.on('error', () => undefined)
  return client
}

/** libpq's meaning of sslmode: `prefer` and `require` encrypt without asking who answers. */
function tlsOptions({ sslmode }: ConnectionSettings): ConnectionOptions {
  if (sslmode === 'verify-full') return { rejectUnauthorized: true }
  if (sslmode === 'verify-ca') return { rejectUnauthorized: true, checkServerIdentity: () => undefined }
  return { rejectUnauthorized: false }
}

/** A pooler may take the manners and drop them. */
async function mannersTaken(client: pg.Client, token: string): Promise<boolean> {
  const { rows } = await run(client, withMarker(`select current_setting('${TOKEN}', true)`, 'manners'), CONNECT_MS)
  return rows[0]?.[0] === token
}

function asSession(client: pg.Client, to: ConnectionSettings, pooled: boolean): Session {
  let ended: string | undefined
  const end = (cause: unknown): void => {
    ended ??= causeOf(cause, to)
  }
  client.on('error', end)
  client.on('end', () => end(new Error('the connection was closed')))
  /** One at a time, so that nobody's patience runs out while another is answered. */
  let line: Promise<unknown> = Promise.resolve()
  const plans = createPlanned(pooled)
  let answers = 0
  /** The statement timeout that the session has, seconds, and whether it plans for what is given; undefined when that is not sure. */
  let inForce: Manner | undefined = { timeout: TIMEOUT, custom: false }
  const said = async (text: string, patience: number, planned?: Parameters<typeof run>[3]): Promise<Rows> => {
    const answer = await run(client, text, patience, planned)
    answers++
    return answer
  }
  /** What comes with parameters comes alone, so its manners go before it. */
  const settle = async (manner: Manner, patience: number): Promise<void> => {
    const changed = [
      ...(manner.timeout === inForce?.timeout ? [] : [`set statement_timeout = ${manner.timeout * 1000}`]),
      ...(manner.custom === inForce?.custom ? [] : [`set plan_cache_mode = ${manner.custom ? 'force_custom_plan' : String(MANNERS['plan_cache_mode'])}`]),
    ]
    if (changed.length > 0) await said(changed.map((one) => withMarker(one, 'manners')).join('; '), patience)
    inForce = manner
  }
  const ask = async (text: string, timeout: number, { memory, oids, marks }: Apart): Promise<Rows> => {
    if (ended !== undefined) throw new Error(ended)
    const patience = timeout * 1000 + GRACE_MS
    const unplanned = (): Promise<Rows> => {
      const array = oids ?? marks
      const written = array === undefined ? text : text.replaceAll('$1', () => `'{${array.join(',')}}'`)
      return said(preamble(!pooled && timeout === inForce?.timeout ? undefined : timeout, pooled, memory) + written, patience)
    }
    try {
      if (marks !== undefined && plans.keeps()) {
        await settle({ timeout, custom: true }, patience)
        return await said(text, patience, { values: [int8Array(marks)] })
      }
      const name = memory === undefined ? plans.nameOf(text) : undefined
      if (name === undefined) return await unplanned()
      await settle({ timeout, custom: false }, patience)
      return await said(text, patience, { name, ...(oids && { values: [`{${oids.join(',')}}`] }) }).catch((error: unknown) => {
        if (!plans.isLost(text, error)) throw error
        // Perhaps it is not the session whose timeout we set.
        inForce = undefined
        return unplanned()
      })
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || error.code?.startsWith('57P') === true) {
        end(error)
        hangUp(client)
      }
      throw error
    }
  }
  return {
    pooled,
    ended: () => ended,
    answers: () => answers,
    worked: () => {
      const { processID, stream } = streamOf(client)
      return processID === undefined || stream.localPort === undefined || ended !== undefined ? undefined : backendCpu(processID, stream.localPort)
    },
    certificate: () => {
      const { stream } = streamOf(client)
      return stream instanceof TLSSocket ? stream.getPeerX509Certificate() : undefined
    },
    close: async () => {
      ended ??= 'closed'
      // A server that is stuck does not answer our goodbye either.
      await Promise.race([client.end().catch(() => undefined), patience(1_000)])
      hangUp(client)
    },
    query: (sql, timeout, what, apart = {}) => {
      const turn = line.then(() => ask(withMarker(sql, what), timeout, apart))
      line = turn.catch(() => undefined)
      return turn
    },
  }
}

/** Behind the first word: from 18 on pg_stat_statements leaves out comments that stand before it. */
const withMarker = (sql: string, what = ''): string => sql.trim().replace(/^\w+/, (word) => `${word} /* ${`watchpost ${what}`.trim()} */`)

/**
 * Settings for one statement alone: statements sent together are one transaction, so LOCAL ends with them and nothing is left in a
 * session that a pooler may hand to others. `timeout`: seconds, where it is another than the session's.
 */
function preamble(timeout: number | undefined, pooled: boolean, memory?: string): string {
  const roomy = memory === undefined ? '' : `set local work_mem = '${memory}'; `
  const limit = timeout === undefined ? {} : { statement_timeout: String(timeout * 1000) }
  const { default_transaction_read_only: _, ...rest } = MANNERS
  const local = Object.entries(pooled ? { ...rest, ...limit } : limit).map(([name, value]) => `set local ${name} = ${value}; `)
  return `${pooled ? 'set transaction read only; ' : ''}${local.join('')}${roomy}`
}

/** The simple protocol, unless the statement has parameters, or a name under which the server keeps its plan. */
async function run(
  client: pg.Client,
  text: string,
  patienceMs: number,
  apart?: { readonly name?: string; readonly values?: (string | Buffer)[] },
): Promise<Rows> {
  // I/O takes real time, whatever clock the rest goes by.
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      hangUp(client)
      reject(new Error(`the server did not answer within ${Math.round(patienceMs / 1000)} s; the connection was given up`))
    }, patienceMs)
  })
  const query = client.query<(string | null)[]>({ text, rowMode: 'array', types: AS_TEXT, ...apart })
  query.catch(() => undefined)
  try {
    const answer: unknown = await Promise.race([query, late])
    // several statements give several results; ours is the last
    const result = (Array.isArray(answer) ? answer.at(-1) : answer) as pg.QueryArrayResult<(string | null)[]>
    return { names: result.fields.map(({ name }) => name), rows: result.rows }
  } finally {
    clearTimeout(timer)
  }
}

const patience = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref())

/** The socket, and the number of the server's process, which pg shows to nobody. */
function streamOf(client: pg.Client): { readonly stream: Socket; readonly processID: number | undefined } {
  const { connection, processID } = client as unknown as { readonly connection: { readonly stream: Socket }; readonly processID?: number }
  return { stream: connection.stream, processID }
}

/** Closes the socket without a word. pg has no public way to do so. */
function hangUp(client: pg.Client): void {
  streamOf(client).stream.destroy()
}
