import { describe, expect, it } from 'vitest'
import { score } from '../../../renderer/app/match.ts'
import { byMinute, hitShare, ratio, sumOf } from '../../../renderer/features/queries/metrics.ts'
import type { QueryMinute } from '../../../renderer/data/api.ts'
import { toCsv, toTsv } from '../../../renderer/ui/delimited.ts'
import { readUri } from '../../../renderer/ui/pg-uri.ts'

describe('a pasted URI', () => {
  it('fills every field it names', () => {
    expect(readUri('postgresql://mon%40corp:p%2Fw@db1.example.com:5433/shop?sslmode=require')).toEqual({
      host: 'db1.example.com',
      name: 'db1',
      port: '5433',
      user: 'mon@corp',
      password: 'p/w',
      database: 'shop',
      sslmode: 'require',
    })
  })
  it('leaves alone what it does not name', () => {
    expect(readUri('postgres://db1')).toEqual({ host: 'db1', name: 'db1' })
    expect(readUri('postgresql://[::1]:5432/')).toEqual({ host: '::1', name: '::1', port: '5432' })
  })
  it.each(['mysql://x', 'db1', 'postgresql://a,b/x', 'postgresql://%zz@h'])('%s is none', (text) => {
    expect(readUri(text)).toBeNull()
  })
})

describe('copied tables', () => {
  it('quote what CSV needs quoted and keep a formula a text', () => {
    expect(
      toCsv([
        ['a,b', 'say "x"'],
        ['=1+1', -1.5],
        [null, 'x\ny'],
      ]),
    ).toBe('"a,b","say ""x"""\r\n\'=1+1,-1.5\r\n,"x\ny"\r\n')
  })
  it('keep one row on one line for a spreadsheet', () => {
    expect(toTsv([['a\tb\nc', 1]])).toBe('a b c\t1')
  })
})

describe('what is typed into the palette', () => {
  const rank = (typed: string, ...texts: string[]) => texts.map((text) => ({ text, points: score(typed, text) })).sort((a, b) => b.points - a.points)[0]?.text
  it('finds beginnings before middles', () => {
    expect(rank('con', 'Second', 'Connections')).toBe('Connections')
  })
  it('forgives one wrong letter', () => {
    expect(score('qurie', 'Queries')).toBeGreaterThan(0)
    expect(score('actvity', 'Activity')).toBeGreaterThan(0)
  })
  it('does not find what is not there', () => {
    expect(score('zzz', 'Activity session history')).toBe(0)
  })
  it('finds everything by nothing', () => {
    expect(score(' ', 'Activity')).toBeGreaterThan(0)
  })
})

describe('statement counters', () => {
  const row = (time: string, calls: number | null, total_time: number | null) => ({ time, calls, total_time }) as unknown as QueryMinute
  it('of one minute are added up, in order of time', () => {
    const minutes = byMinute([row('2026-03-01T08:01:00Z', 3, 30), row('2026-03-01 08:00:00', 1, 10), row('2026-03-01T09:01:00+01:00', 2, null)])
    expect(minutes.map(({ time, sums }) => [new Date(time).toISOString(), sums.calls, sums.total_time])).toEqual([
      ['2026-03-01T08:00:00.000Z', 1, 10],
      ['2026-03-01T08:01:00.000Z', 5, 30],
    ])
  })
  it('that were not collected have no sum, and nothing is divided by zero', () => {
    expect(sumOf([row('', null, null)], 'calls')).toBeNull()
    expect([ratio(1, 0), ratio(null, 2), ratio(1, 2)]).toEqual([null, null, 0.5])
    expect(hitShare({ shared_blks_hit: 0, shared_blks_read: 0 } as unknown as QueryMinute)).toBeNull()
  })
})
