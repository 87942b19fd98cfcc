import { expect, test } from 'vitest'
import type { Envelope } from '../../../shared/model/sample.ts'
import { block, envelope, flat, openStore, T } from './made.ts'

test('uploads that are submitted together are all stored; one that fails is refused alone and leaves nothing', async () => {
  const history = openStore()
  const timed = (seq: number): Envelope => envelope(seq, block('background', T + seq, { timed: [seq] }))
  // Not an envelope: it fails in the middle, after its first block.
  const broken = { seq: 3, batch: { ...timed(3).batch, blocks: [...timed(3).batch.blocks, null] } } as unknown as Envelope
  const results = await Promise.allSettled([
    history.submit('a', [timed(1)], T),
    history.submit('b', [broken], T),
    history.submit('a', [timed(2)], T),
    history.submit('c', [timed(4)], T),
  ])
  expect(results.map((result) => (result.status === 'fulfilled' ? result.value : 'refused'))).toEqual([1, 'refused', 2, 4])
  expect([history.highWater('a'), history.highWater('b'), history.highWater('c')]).toEqual([2, 0, 4])
  const ids = history.instances().map(({ id }) => id)
  expect(flat(history, 'background', ids, 0, Infinity, ['timed']).flatMap(({ rows }) => rows.map(({ timed }) => timed))).toEqual([1, 2, 4])
})
