import { expect, test } from 'vitest'
import { knownTags } from '../../../renderer/data/known-tags.ts'
import { filterWords, readFilter } from '../../../renderer/ui/tag-filter.ts'

test('what is typed as tag=value is a filter; without a tag it is none', () => {
  expect(readFilter(' env = prod ')).toEqual({ tag: 'env', value: 'prod' })
  expect(readFilter('note=a=b')).toEqual({ tag: 'note', value: 'a=b' })
  expect(readFilter('env=')).toEqual({ tag: 'env', value: '' })
  expect([readFilter('prod'), readFilter('=prod'), readFilter('')]).toEqual([null, null, null])
})

test('several values of one tag are read as alternatives, in a role as demands', () => {
  const filters = [
    { tag: 'env', value: 'prod' },
    { tag: 'team', value: 'pay' },
    { tag: 'env', value: 'test' },
  ]
  expect(filterWords(filters, 'alternatives')).toBe('env = prod or env = test and team = pay')
  expect(filterWords(filters, 'all')).toBe('env = prod and team = pay and env = test')
  expect(filterWords([], 'alternatives')).toBe('all instances')
})

test('tags to choose from are those that instances carry, own ones before built-in ones, nothing for what is not known', () => {
  const base = { first_seen: 0, last_seen: 0, agent: 'a', cpus: null, watched: true }
  const known = knownTags([
    { ...base, label: 'pay@db2', server: 'db2', name: 'pay', tags: { env: 'prod' }, pg_version: '17.4', type: 'primary' },
    { ...base, label: 'crm@db1', server: 'db1', name: 'crm', tags: { env: 'dev' }, pg_version: null, type: null },
  ])
  expect(known).toEqual([
    { tag: 'env', values: ['dev', 'prod'] },
    { tag: 'pg_instance', values: ['crm@db1', 'pay@db2'] },
    { tag: 'pg_version', values: ['17.4'] },
    { tag: 'server', values: ['db1', 'db2'] },
    { tag: 'type', values: ['primary'] },
  ])
})
