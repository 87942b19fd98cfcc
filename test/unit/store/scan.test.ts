import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Envelope } from '../../../shared/model/sample.ts'
import { flat, MINUTE, openStore, T, tempFolder } from './made.ts'
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
