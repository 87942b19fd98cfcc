import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Probe } from '../../../electron/catalog/define.ts'
import { probes } from '../../../electron/catalog/probes/_all.generated.ts'
import { openHistory } from '../../../electron/store/open.ts'
import type { Cell } from '../../../shared/model/sample.ts'
import { batch, block, clock, flat, heard, T, tempFolder } from './made.ts'

test.each(probes.map((probe): [string, Probe] => [probe.id, probe]))('every column of the probe %s is kept and given back', (id, probe) => {
  const { log, lines } = heard()
  const history = openHistory(join(tempFolder(), 'history.db'), clock, { log })
  onTestFinished(() => history.close())
  const isNumber = (name: string): boolean => ['counter', 'gauge'].includes(probe.columns[name]?.kind ?? '')
  const names = Object.keys(probe.columns)
  const row = (n: number): Record<string, Cell> => Object.fromEntries(names.map((name, i) => [name, isNumber(name) ? i + n : `${name} ${String(n)}`]))
  const rows = probe.shape === 'rows' && !names.some((name) => probe.columns[name]?.kind === 'key') ? [row(1)] : [row(1), row(2)]
  const columns = Object.fromEntries(names.map((name) => [name, rows.map((one) => one[name] ?? null)]))
  history.append('a', [{ seq: 1, batch: batch([block(id, T, columns)]) }], T)
  const wanted = probe.shape === 'samples' ? names : names.filter(isNumber)
  expect(flat(history, id, [1], T, T + 1, wanted)).toMatchObject([{ rows }])
  expect(lines).toEqual([])
})
