import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { wordsOf } from '../kernel/words.ts'
import type { DeadLetters } from './dead-letters.ts'
import { wordsOfAnswer, type Answer, type Exchange } from './exchange.ts'
import type { SpooledBatch } from './segments.ts'
import type { Spool } from './spool.ts'

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

const EMPTY = Buffer.alloc(0)
/** Text of one request, bytes; a single larger batch goes alone. */
const REQUEST = 4 * 1024 * 1024
/** New data waits so long for company (ms). */
const DEBOUNCE = 1000
/** The first and the longest pause after a failure (ms). */
const BACK_OFF = { first: 1000, longest: 60_000 }
/** Without data the platform is asked for the time so often: a new license key comes with its answer, and it sees that the agent lives (ms). */
const IDLE = 60_000

export interface UploadState {
  /** Why batches are kept here, '' when nothing hinders. */
  readonly cause: string
  /** Since when, ms since the epoch. */
  readonly since: number | null
}

/** Carries the spool to the platform: oldest first, at least once, a batch leaves the spool only when it is acknowledged or refused for good. */
export interface Uploader {
  /** Resolves after the first exchange, whatever came of it. */
  start(): Promise<void>
  stop(): Promise<void>
  /** There is new data. A failure is not retried earlier for that. */
  written(): void
  /** The way to the platform was changed: try at once. */
  changed(): void
  state(): UploadState
}

export function createUploader(o: {
  readonly spool: Spool
  readonly deadLetters: DeadLetters
  readonly exchange: Exchange
  readonly clock: Clock
  readonly log: Log
}): Uploader {
  const { spool, deadLetters, exchange, clock, log } = o
  const ended = new AbortController()
  let pause = new AbortController()
  let waitsForData = false
  let dataCame = false
  let running: Promise<void> | undefined
  let hindered: UploadState = { cause: '', since: null }
  /** After a refusal of several batches: so many are sent one by one, to find the one that is meant. */
  let alone = 0

  const note = (cause: string): void => {
    if (cause === hindered.cause) return
    if (cause === '') log.info('uploads go through again')
    else log.warn({ cause }, 'the upload failed; the data is kept and sent later')
    hindered = cause === '' ? { cause, since: null } : { cause, since: hindered.since ?? clock.now() }
  }

  /** Sleeps, until woken: always by stop() and changed(), by written() only if `forData`. */
  const rest = async (ms: number, forData: boolean): Promise<void> => {
    if (ended.signal.aborted || (forData && dataCame)) return
    pause = new AbortController()
    waitsForData = forData
    await clock.sleep(ms, pause.signal)
    waitsForData = false
  }

  const refuse = async (batches: readonly SpooledBatch[], status: number, error: string): Promise<void> => {
    const [only] = batches
    if (only === undefined) return
    if (batches.length > 1) {
      alone = batches.length
      return
    }
    log.error({ seq: only.seq, status, error }, 'the platform refused a batch; it is kept among the dead letters')
    deadLetters.add(only, status, error)
    await spool.done(only.seq, false)
  }

  const settle = async (batches: readonly SpooledBatch[], answer: Answer): Promise<boolean> => {
    if (answer.kind === 'failed') return false
    if (answer.kind === 'refused') {
      await refuse(batches, answer.status, answer.error)
      return true
    }
    const taken = batches.filter(({ seq }) => seq <= answer.through).at(-1)
    if (taken === undefined) return false
    await spool.done(taken.seq, true)
    return true
  }

  /** Sends the oldest batches once. */
  const step = async (): Promise<'idle' | 'sent' | 'failed'> => {
    dataCame = false
    const batches = spool.oldest(alone > 0 ? 0 : REQUEST)
    if (batches.length === 0) return 'idle'
    alone = Math.max(0, alone - 1)
    const answer = await exchange.send(await bodyOf(batches))
    const settled = await settle(batches, answer)
    note(settled ? '' : answer.kind === 'acknowledged' ? 'The platform answered without acknowledging anything' : wordsOfAnswer(answer))
    return settled ? 'sent' : 'failed'
  }

  const greet = async (): Promise<void> => {
    if (!ended.signal.aborted) note(wordsOfAnswer(await exchange.send(EMPTY)))
  }

  const run = async (): Promise<void> => {
    for (let failures = 0; !ended.signal.aborted;) {
      const outcome = await step().catch((error: unknown) => {
        note(wordsOf(error))
        return 'failed' as const
      })
      failures = outcome === 'failed' ? failures + 1 : 0
      if (outcome === 'failed') await rest(pauseAfter(failures), false)
      if (outcome === 'idle') {
        await rest(IDLE, true)
        if (dataCame) await rest(DEBOUNCE, false)
        else await greet()
      }
    }
  }

  return {
    start: async () => {
      const first = greet()
      running = first.then(run)
      await first
    },
    stop: async () => {
      ended.abort()
      pause.abort()
      // What is under way is cut short: it is still in the spool.
      await exchange.close()
      await running
    },
    written: () => {
      dataCame = true
      if (waitsForData) pause.abort()
    },
    changed: () => {
      pause.abort()
    },
    state: () => hindered,
  }
}

/** Doubling from the first pause to the longest, at random between the half of it and the whole. */
export function pauseAfter(failures: number, random: () => number = Math.random): number {
  const whole = Math.min(BACK_OFF.longest, BACK_OFF.first * 2 ** (failures - 1))
  return whole / 2 + (whole / 2) * random()
}

/** The batches' lines as one zstd frame: readers of the protocol need not know of several. */
async function bodyOf(batches: readonly SpooledBatch[]): Promise<Buffer> {
  const lines = await Promise.all(batches.map(({ body }) => decompress(body)))
  return compress(Buffer.concat(lines), { params: { [constants.ZSTD_c_compressionLevel]: 3 } })
}
