/** Everything that can be done, by typing. Forgiving: letters in order are enough, and a typed range is offered as one. */
import { Spotlight, type SpotlightActionGroupData } from '@mantine/spotlight'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { now } from '../data/clock.ts'
import { useOverview } from '../data/use-overview.ts'
import { formatSpan } from '../../shared/units.ts'
import { useCommandList, type Command } from './commands.ts'
import { keysText } from './keys.ts'
import { score } from './match.ts'
import { PATHS } from './paths.ts'
import { parseRange, rangeName } from './range.ts'
import { useView } from './state.ts'
import { useScope } from './use-scope.ts'

const GROUPS: readonly Command['group'][] = ['This page', 'Go to', 'Time', 'Actions', 'Settings', 'Help']

export function Palette() {
  const [query, setQuery] = useState('')
  const commands = useCommandList()
  const { data } = useOverview()
  const { change, setRange } = useScope()
  const zone = useView((s) => s.zone)
  const navigate = useNavigate()
  const typed = parseRange(query, now(), zone)
  const extra: Command[] = [
    ...(typed === null
      ? []
      : [
          {
            id: 'range.typed',
            title: `Set the range: ${rangeName(typed) ?? (typed.kind === 'between' ? formatSpan(typed.from, typed.to, now(), zone) : '')}`,
            group: 'Time',
            words: query,
            run: () => {
              setRange(typed)
            },
          } as const,
        ]),
    ...(data?.instances ?? []).map(
      ({ label }) =>
        ({
          id: `instance.${label}`,
          title: `Only ${label}`,
          group: 'This page',
          words: 'instance server',
          run: () => {
            change({ instances: [label] })
          },
        }) as const,
    ),
    ...(/^[0-9a-f]{32}$/i.test(query.trim())
      ? [
          {
            id: 'query.typed',
            title: `Open query ${query.trim().slice(0, 8)}…`,
            group: 'Go to',
            words: query,
            run: () => navigate(`${PATHS.queries}?q=${query.trim().toLowerCase()}`),
          } as const,
        ]
      : []),
  ]
  const found = [...commands, ...extra]
    .filter((command) => command.keyOnly !== true)
    .map((command) => ({ command, points: score(query, `${command.title} ${command.words ?? ''}`) }))
    .filter(({ points }) => points > 0)
    .sort((a, b) => b.points - a.points)
  const groups = GROUPS.map((group): SpotlightActionGroupData => ({
    group,
    actions: found
      .filter(({ command }) => command.group === group)
      .slice(0, query === '' ? 5 : 12)
      .map(({ command }) => ({
        id: command.id,
        label: command.title,
        onClick: () => {
          command.run()
        },
        rightSection: command.keys === undefined ? null : <kbd>{keysText(command.keys)}</kbd>,
      })),
  })).filter(({ actions }) => actions.length > 0)
  return (
    <Spotlight
      actions={groups}
      query={query}
      onQueryChange={setQuery}
      filter={(_, actions) => actions}
      shortcut={null}
      nothingFound="Nothing is called that"
      scrollable
      maxHeight={420}
      searchProps={{ placeholder: 'Search screens, commands and instances, or type a range such as 2h', 'aria-label': 'Search or run' }}
    />
  )
}
