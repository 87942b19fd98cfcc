/** The databases that are watched, by the agent and by the platform itself: how each is, what is collected of it, and switches that work. */
import { Plug } from 'lucide-react'
import { useMemo, useState } from 'react'
import { formatAge } from '../../../shared/units.ts'
import { useCommands, type Command } from '../../app/commands.ts'
import { PATHS } from '../../app/paths.ts'
import { defineScreen } from '../../app/screen.ts'
import { useScope } from '../../app/use-scope.ts'
import { useAgent } from '../../data/use-agent.ts'
import { useNow } from '../../data/use-now.ts'
import { usePool } from '../../data/use-pool.ts'
import type { Asked } from './columns.tsx'
import { List } from './List.tsx'
import { WAYS_OF_PLATFORM, waysOfAgent } from './ways.ts'

function ConnectionsScreen() {
  const { agent, client, list, declared, reload } = useAgent(useScope().own('agent'))
  const pool = usePool()
  const time = useNow(1000)
  const [asked, setAsked] = useState<Asked>(null)
  const [askedOfPool, setAskedOfPool] = useState<Asked>(null)
  const ways = useMemo(() => waysOfAgent(client), [client])
  useCommands(
    useMemo(
      (): readonly Command[] => [
        {
          id: 'connection.add',
          title: 'Add a connection',
          group: 'This page',
          keys: 'n',
          words: 'database server monitor',
          run: () => {
            setAsked({ what: 'add' })
          },
        },
        {
          id: 'agentless.add',
          title: 'Add an agentless connection',
          group: 'This page',
          words: 'database server monitor platform pool',
          run: () => {
            setAskedOfPool({ what: 'add' })
          },
        },
      ],
      [],
    ),
  )
  return (
    <>
      <h1 className="spoken">Connections</h1>
      <List
        label="Connections"
        title={agent === undefined || agent.embedded ? 'Connections' : `Connections of ${agent.name}`}
        list={list}
        declared={declared}
        ways={ways}
        reload={reload}
        of={agent?.id ?? ''}
        note={agent === undefined || agent.last_upload === null ? ' · never uploaded' : ` · last upload ${formatAge(time - agent.last_upload)} ago`}
        addTitle="Add a connection"
        empty={{ title: 'No database is watched yet', cause: 'Add one with the user it is to be read with; a role with pg_monitor is enough.' }}
        keeps="What the agent collected before can still be read."
        asked={asked}
        ask={setAsked}
        all={{ enable: () => client.enableConnections(), disable: () => client.disableConnections() }}
      />
      <List
        label="Agentless connections"
        title="Agentless connections"
        list={pool.list}
        declared={pool.declared}
        ways={WAYS_OF_PLATFORM}
        reload={pool.reload}
        of=""
        addTitle="Add an agentless connection"
        empty={{
          title: 'The platform watches no database itself',
          cause: 'It can watch those that it reaches over the network, without an agent beside them; the metrics of their machines then need an extension.',
        }}
        keeps="What the platform collected before can still be read."
        asked={askedOfPool}
        ask={setAskedOfPool}
      />
    </>
  )
}

export default defineScreen({
  path: PATHS.connections,
  title: 'Connections',
  icon: Plug,
  keys: 'm',
  words: 'databases monitored servers agent switches agentless pool',
  section: 'Manage',
  right: 'read',
  Screen: ConnectionsScreen,
})
