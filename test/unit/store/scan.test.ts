import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ScanBlock } from '../../../electron/store/store.ts'
import type { Envelope } from '../../../shared/model/sample.ts'
import { block, envelope, flat, MINUTE, openStore, T, tempFolder } from './made.ts'
import { AGENTS, comparable, envelopesOf, expected, isNumber, keep, type Model } from './model.ts'
import { probes } from './probes.ts'
import { random } from './random.ts'

const SPAN = 5 * MINUTE

test.each(Array.from({ length: 10 }, (_, i) => i + 1))('what is scanned is what was appended (seed %d)', (seed) => {
  const r = random(seed)
  const file = join(tempFolder(), 'history.db')
  let history = openStore(file)
  const model: Model = { readings: [], marks: new Map() }
  const sent: { agent: string; envelopes: Envelope[] }[] = []
  const seqs = new Map(AGENTS.map((agent) => [agent, 0]))
  for (let call = 0; call < 25; call++) {
    const agent = r.of(AGENTS)
    const repeated = sent.length > 0 && r.chance(0.2) ? r.of(sent) : undefined
    const envelopes = envelopesOf(r, agent, seqs, SPAN)
    const one = repeated ?? { agent, envelopes }
    sent.push(one)
    for (const each of one.envelopes) keep(model, one.agent, each)
    expect(history.append(one.agent, one.envelopes, T + SPAN)).toBe(model.marks.get(one.agent))
    if (r.chance(0.1)) history = openStore(file)
  }
  const ids = new Map(history.instances().map(({ id, agent, connection }) => [agent + connection, id]))
  for (const probe of probes) {
    const columns = Object.keys(probe.columns).filter((name) => probe.shape === 'samples' || isNumber(probe, name))
    for (let ask = 0; ask < 8; ask++) {
      const from = ask === 0 ? 0 : T + r.whole(SPAN)
      const to = ask === 0 ? Infinity : from + r.whole(SPAN)
      expect(comparable(flat(history, probe.id, [...ids.values()].reverse(), from, to, columns)), `${probe.id} ${String(from)}..${String(to)}`).toEqual(
        comparable(expected(model, probe, ids, from, to)),
      )
    }
  }
})

test('two scans at a time whose blocks are only good until the next do not share their memory', async () => {
  const history = openStore(join(tempFolder(), 'history.db'))
  const DAY = 24 * 60 * MINUTE
  for (let at = 0; at < 48; at++)
    history.append('a', [envelope(at + 1, block('background', T + at * 60 * MINUTE, { timed: [at], written: [2 * at] }))], T + 3 * DAY)
  while (await history.compact(T + 10 * DAY)) continue
  const ask = (column: string): Iterator<ScanBlock> =>
    history.scan({ probe: 'background', instances: [1], from: 0, to: Infinity, columns: [column], passing: true })[Symbol.iterator]()
  const [timed, written] = [ask('timed'), ask('written')]
  const seen: [number[], number[]] = [[], []]
  for (;;) {
    const [one, other] = [timed.next(), written.next()]
    if (one.done === true || other.done === true) break
    seen[0].push(...Array.from(one.value.numbers['timed'] ?? []))
    seen[1].push(...Array.from(other.value.numbers['written'] ?? []))
  }
  expect(seen).toEqual([Array.from({ length: 48 }, (_, at) => at), Array.from({ length: 48 }, (_, at) => 2 * at)])
})
