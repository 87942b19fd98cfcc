import { expect, test } from 'vitest'
import { encodeBlock, type Layout } from '../../../electron/store/columns.ts'
import { decodeBlock } from '../../../electron/store/columns-read.ts'
import type { Frame } from '../../../electron/store/frame.ts'
import { T } from './made.ts'
import { random } from './random.ts'

const layout: Layout = {
  keyed: true,
  columns: [
    { name: 'calls', scale: 1 },
    { name: 'state', scale: null },
    { name: 'time', scale: 1000 },
    { name: 'ratio', scale: 0 },
  ],
}

const frame: Frame = {
  begin: Float64Array.of(T - 5, T + 0.5),
  end: Float64Array.of(T + 3, T + 59_999),
  first: Uint32Array.of(0, 3, 40),
  flags: Uint8Array.of(0, 5),
  object: Float64Array.from({ length: 40 }, (_, i) => i * 2),
  columns: new Map([
    ['calls', { kind: 'number', values: Float64Array.from({ length: 40 }, (_, i) => i * 1000) }],
    ['state', { kind: 'label', codes: Uint32Array.from({ length: 40 }, (_, i) => i % 3), values: ['äöü "quoted"\n\u0000', null, '\ud800 alone'] }],
    ['time', { kind: 'number', values: Float64Array.from({ length: 40 }, (_, i) => (i === 7 ? NaN : i / 1000)) }],
    ['ratio', { kind: 'number', values: Float64Array.from({ length: 40 }, (_, i) => i / 3) }],
  ]),
}

const block = encodeBlock(frame, layout, 9, T, 3)
const decode = (bytes: Buffer, wanted?: ReadonlySet<string>): Frame =>
  decodeBlock(bytes, (number) => (number === 9 ? layout : { keyed: false, columns: [] }), T, wanted)
const plain = ({ columns, object, ...rest }: Frame): unknown => ({
  ...Object.fromEntries(Object.entries(rest).map(([name, values]) => [name, Array.from(values)])),
  object: object && Array.from(object),
  columns: Array.from(columns, ([name, column]) => [name, column.kind === 'label' ? [Array.from(column.codes), column.values] : Array.from(column.values)]),
})

test('a frame comes back from its block', () => {
  expect(plain(decode(block))).toEqual(plain(frame))
})

test('only the wanted columns are decoded, whatever lies before them', () => {
  expect(Array.from(decode(block, new Set(['ratio'])).columns.keys())).toEqual(['ratio'])
  expect(decode(block, new Set(['ratio'])).columns.get('ratio')).toEqual(frame.columns.get('ratio'))
  expect(decode(block, new Set()).end).toEqual(frame.end)
})

test('a block with any byte changed, or cut anywhere, is recognised and throws', () => {
  const { whole } = random(1)
  for (let at = 0; at < block.length; at++) {
    const damaged = Buffer.from(block)
    damaged[at] = (damaged[at] ?? 0) ^ (1 + whole(255))
    expect(() => decode(damaged), `byte ${String(at)}`).toThrow()
    expect(() => decode(block.subarray(0, at)), `cut at ${String(at)}`).toThrow()
  }
})
