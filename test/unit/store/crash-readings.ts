import type { Batch } from '../../../shared/model/sample.ts'

const BEGIN = Date.UTC(2026, 10, 20, 10)

/** The batch of a number: four to a minute, so that minutes are merged, nine such minutes to an hour, so that there are hours to compact, and one object, text and reading of its own. */
export function readingsOf(seq: number): Batch {
  const end = BEGIN + Math.floor(seq / 4) * 400_000 + (seq % 4) * 7000
  const interval = { begin: end - 7000, end, flags: [] }
  const md5 = seq.toString(16).padStart(32, '0')
  return {
    version: 1,
    instance: { connection: 'c', name: 'main', server: 'host', host: 'localhost', port: 5432, tags: '', cpus: null },
    blocks: [
      { probe: 'background', ...interval, rows: 1, columns: { timed: [seq] } },
      { probe: 'sessions', ...interval, rows: seq % 4, columns: { pid: Array<string>(seq % 4).fill(String(seq)) } },
      {
        probe: 'statements',
        ...interval,
        rows: 2,
        columns: { database: ['d', 'd'], queryid: ['shared', String(seq)], query_md5_id: [null, md5], calls: [seq, seq] },
      },
    ],
    texts: [{ md5, text: `select ${String(seq)}` }],
  }
}
