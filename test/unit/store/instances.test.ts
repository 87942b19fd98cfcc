import { expect, test } from 'vitest'
import { batch, block, heard, openStore, ref, T } from './made.ts'
import type { WriteHistory } from '../../../electron/store/store.ts'
import type { InstanceRef } from '../../../shared/model/sample.ts'

const send = (history: WriteHistory, agent: string, instance: InstanceRef, end = T): number =>
  history.append(agent, [{ seq: history.highWater(agent) + 1, batch: batch([block('background', end, { timed: [1] })], { instance }) }], T + 1000)

const labels = (history: WriteHistory): [string, string, string][] => history.instances().map(({ agent, connection, label }) => [agent, connection, label])

test('an instance is what an agent calls a connection; everything else of it may change', () => {
  const history = openStore()
  send(history, 'a', ref({ tags: 'env=prod,team=x' }), T - 5)
  send(history, 'a', ref({ name: 'renamed', host: 'elsewhere', port: 6432, tags: 'env=test', cpus: null }), T)
  expect(history.instances()).toEqual([
    {
      id: 1,
      agent: 'a',
      connection: 'c1',
      label: 'host@renamed',
      server: 'host',
      name: 'renamed',
      host: 'elsewhere',
      port: 6432,
      tags: { env: 'test' },
      cpus: null,
      firstSeen: T - 5,
      lastSeen: T,
      watched: true,
    },
  ])
})

test('a batch that comes late does not turn tags and names back', () => {
  const history = openStore()
  send(history, 'a', ref({ tags: 'env=new' }), T)
  send(history, 'a', ref({ tags: 'env=old', name: 'old' }), T - 1000)
  expect(history.instances()).toMatchObject([{ tags: { env: 'new' }, label: 'host@main', firstSeen: T - 1000, lastSeen: T }])
})

test('a label that another agent holds gets a suffix and a warning, and keeps it', () => {
  const { log, lines } = heard()
  const history = openStore(undefined, log)
  send(history, 'a', ref())
  send(history, 'b', ref())
  send(history, 'c', ref())
  send(history, 'b', ref())
  expect(labels(history)).toEqual([
    ['a', 'c1', 'host@main'],
    ['b', 'c1', 'host@main~2'],
    ['c', 'c1', 'host@main~3'],
  ])
  expect(lines).toHaveLength(2)
})

test('a connection that is deleted and added again under its name takes the label', () => {
  const { log, lines } = heard()
  const history = openStore(undefined, log)
  send(history, 'a', ref())
  send(history, 'a', ref({ connection: 'c2' }))
  expect(labels(history)).toEqual([
    ['a', 'c1', 'host@main~2'],
    ['a', 'c2', 'host@main'],
  ])
  send(history, 'a', ref({ connection: 'c2' }))
  expect(labels(history)[1]).toEqual(['a', 'c2', 'host@main'])
  expect(lines).toEqual([])
})

test('connections that exchange their names exchange their labels', () => {
  const history = openStore()
  send(history, 'a', ref({ connection: 'c1', name: 'x' }))
  send(history, 'a', ref({ connection: 'c2', name: 'y' }))
  send(history, 'a', ref({ connection: 'c1', name: 'y' }))
  send(history, 'a', ref({ connection: 'c2', name: 'x' }))
  expect(labels(history)).toEqual([
    ['a', 'c1', 'host@y'],
    ['a', 'c2', 'host@x'],
  ])
})

test('an instance whose connection was disabled is not watched until something is read of it again; an unknown one is not made by it', () => {
  const history = openStore()
  const leave = (connection: string): number =>
    history.append('a', [{ seq: history.highWater('a') + 1, batch: batch([], { instance: ref({ connection, watched: false }) }) }], T + 1000)
  send(history, 'a', ref())
  leave('c1')
  leave('never read')
  expect(history.instances()).toMatchObject([{ connection: 'c1', watched: false, lastSeen: T }])
  send(history, 'a', ref(), T - 1000)
  expect(history.instances()).toMatchObject([{ watched: false }])
  send(history, 'a', ref(), T + 1)
  expect(history.instances()).toMatchObject([{ watched: true }])
})
