import { QUANTITIES, SWITCHES, type Quantity, type Switch } from '../../../shared/model/switches.ts'
import { route } from '../api.ts'
import { digits, Named, Status } from '../fields.ts'

const camel = (name: string): string => name.replace(/(^|-)(\w)/g, (_, _dash, letter: string) => letter.toUpperCase())

const turn = ({ name, says, sets }: Switch, on: boolean) =>
  route({
    id: `${on ? 'enable' : 'disable'}${name === '' ? 'Connection' : camel(name)}`,
    method: 'PATCH',
    path: `/api/connections/:connection_name/${on ? 'enable' : 'disable'}${name === '' ? '' : `-${name}`}`,
    right: 'key',
    doc: `Switches ${name === '' ? 'a connection' : `${says.toLowerCase()} of a connection`} ${on ? 'on' : 'off'}.`,
    params: Named,
    reply: [200, Status],
    fails: ['connection.unknown'],
    handler: async ({ connections }, { params: { connection_name: connection } }) => {
      if (name === 'query-monitoring' && on) await connections.resumeQueries(connection)
      else await connections.change(connection, sets(on))
      return { status: `${says} ${on ? 'enabled' : 'disabled'}!` }
    },
  })

const quantity = ({ name, doc, upTo, says, sets }: Quantity) =>
  route({
    id: `set${camel(name)}`,
    method: 'PATCH',
    path: `/api/connections/:connection_name/${name}/:value`,
    right: 'key',
    doc,
    params: Named.extend({ value: digits(0, upTo) }),
    reply: [200, Status],
    fails: ['connection.unknown'],
    handler: async ({ connections }, { params: { connection_name: connection, value } }) => {
      await connections.change(connection, sets(value))
      return { status: says(value) }
    },
  })

export default [...SWITCHES.flatMap((one) => [turn(one, true), turn(one, false)]), ...QUANTITIES.map(quantity)]
