import tls from 'node:tls'
import { expect, test } from 'vitest'
import { httpsClient } from '../../electron/kernel/client.ts'
import { block, MINUTE, NOON, packed, REF, running, session, stamp, type Running } from '../unit/platform/running.ts'

const AGENTS = 8
const UPLOADS = 30
const STATEMENTS = 40
/** Minutes between two uploads, so that there are complete hours to compact. */
const STEP = 6

/** What an agent sends of one minute: so many calls of each statement as the number of the upload. */
const batchOf = (agent: number, seq: number) => {
  const end = NOON - (UPLOADS - seq) * STEP * MINUTE
  const statements = Array.from({ length: STATEMENTS }, (_, n) => ({
    ...{ userid: '10', dbid: '5', queryid: String(n), toplevel: 'true', database: 'shop', user_name: 'app', query_md5_id: null },
    ...{ calls: seq, rows: seq * 2, total_time: seq * 0.5 },
  }))
  const sessions = Array.from({ length: 20 }, (_, pid) => session({ pid: String(pid) }))
  return {
    seq,
    batch: {
      version: 1 as const,
      instance: { ...REF, connection: `c${String(agent)}`, name: `i${String(agent)}`, server: `server-${String(agent)}` },
      blocks: [block('statements', end, statements), block('sessions', end, sessions)],
      texts: [],
    },
  }
}

/** Asks and sends over HTTPS as agents and people do. */
async function overHttps({ platform }: Running) {
  const certificate = await new Promise<string>((resolve, reject) => {
    const socket = tls.connect({ host: '127.0.0.1', port: platform.port, rejectUnauthorized: false }, () => {
      resolve(socket.getPeerX509Certificate()?.toString() ?? '')
      socket.destroy()
    })
    socket.once('error', reject)
  })
  const client = httpsClient({ trust: { ca: certificate } })
  return {
    close: () => client.close(),
    post: async (path: string, headers: Record<string, string>, body: Buffer | string): Promise<{ readonly status: number; readonly json: unknown }> => {
      const reply = await client.request({ method: 'POST', url: `${platform.url}${path}`, headers, body })
      return { status: reply.status, json: JSON.parse(reply.body.toString()) as unknown }
    },
  }
}

test(
  'while many agents upload and hours are compacted, reports go on, every answer holds whole uploads, and in the end each is there once',
  { timeout: 120_000 },
  async () => {
    const here = await running({ threads: true })
    const { post, close } = await overHttps(here)
    const keys = await Promise.all(
      Array.from(
        { length: AGENTS },
        async (_, n) => (await here.ask('POST', '/ds-api/app/agents', { name: `agent-${String(n)}` })).json as { license_key: string },
      ),
    )
    const range = { from: stamp(NOON - 24 * 60 * MINUTE), to: stamp(NOON + MINUTE), filters: [] }
    const ask = async (report: string, more: object = {}) => {
      const { status, json } = await post(`/ds-api/activity/${report}`, { 'user-token': here.token }, JSON.stringify({ ...range, ...more }))
      expect(status, JSON.stringify(json).slice(0, 300)).toBe(201)
      return json as readonly Readonly<Record<string, unknown>>[]
    }
    let sending = AGENTS
    const send = async (key: string, agent: number): Promise<void> => {
      for (let seq = 1; seq <= UPLOADS; seq++) {
        const reply = await post('/ds-api/app/ingest', { 'api-token': key, 'content-encoding': 'zstd' }, packed([batchOf(agent, seq)]))
        expect([reply.status, reply.json]).toEqual([200, { acknowledged: seq, time: NOON }])
      }
      sending--
    }
    /** Calls up to an upload, of each statement. */
    const upTo = (seq: number): number => (seq * (seq + 1)) / 2
    const whole = new Set(Array.from({ length: UPLOADS + 1 }, (_, seq) => upTo(seq)))
    let answers = 0
    const watch = async (): Promise<void> => {
      let before = 0
      while (sending > 0) {
        const rows = await ask('top-queries', { by: 'calls', limit: 1000 })
        // A statement's calls are those of some uploads in full, and those of an instance's statements are of the same ones.
        for (const row of rows) expect(whole).toContain(row['calls'])
        for (const of of Map.groupBy(rows, (row) => row['pg_instance']).values()) {
          expect(of).toHaveLength(STATEMENTS)
          expect(new Set(of.map((row) => row['calls'])).size).toBe(1)
        }
        const all = rows.reduce((sum, row) => sum + Number(row['calls']), 0)
        expect(all).toBeGreaterThanOrEqual(before)
        before = all
        expect((await ask('session-history')).length % 20).toBe(0)
        await ask('top-consumers', { group_by: 'server' })
        answers++
      }
    }
    const compact = async (): Promise<void> => {
      while (sending > 0) if (!(await here.history.compact(NOON))) await new Promise((resolve) => setTimeout(resolve, 5))
    }
    try {
      await Promise.all([...keys.map(({ license_key: key }, agent) => send(key, agent)), watch(), compact()])
      expect(answers).toBeGreaterThan(0)
      const rows = await ask('top-queries', { by: 'calls', limit: 1000 })
      expect(rows).toHaveLength(AGENTS * STATEMENTS)
      for (const row of rows) expect([row['calls'], row['rows'], row['total_time']]).toEqual([upTo(UPLOADS), upTo(UPLOADS) * 2, upTo(UPLOADS) / 2])
      expect(await ask('session-history')).toHaveLength(AGENTS * UPLOADS * 20)
    } finally {
      await close()
    }
  },
)
