/** The dimension that colours the chart; each choice tells its largest value, the telling ones first. */
import { Menu } from '@mantine/core'
import { ChevronDown } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { TopReply } from '../../data/api.ts'
import { useCommands, type Command } from '../../app/commands.ts'
import { DIMENSION_NAMES } from '../../app/dimensions.ts'
import { useScope } from '../../app/use-scope.ts'
import { LISTS } from './use-activity.ts'

export function BreakDown({ top, many }: { readonly top: TopReply | undefined; readonly many: boolean }) {
  const { scope, change } = useScope()
  const [open, setOpen] = useState(false)
  useCommands(
    useMemo(
      (): readonly Command[] => [
        {
          id: 'break-down',
          title: 'Break the load down by…',
          group: 'This page',
          keys: 'b',
          words: 'colour dimension',
          run: () => {
            setOpen(true)
          },
        },
      ],
      [],
    ),
  )
  const choices = (['wait_event_type', ...LISTS] as const)
    .filter((d) => d !== 'pg_instance' || many)
    .map((dimension) => ({ dimension, share: top?.lists[dimension]?.rows[0]?.share, name: top?.lists[dimension]?.rows[0]?.label ?? '' }))
  return (
    <Menu position="bottom-end" opened={open} onChange={setOpen} width={320}>
      <Menu.Target>
        <button type="button" className="button small" title="B">
          By {DIMENSION_NAMES[scope.by].toLowerCase()}
          <ChevronDown size={14} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Break the load down by (with its largest value)</Menu.Label>
        {choices
          .sort((a, b) => (b.dimension === 'wait_event_type' ? 1 : 0) - (a.dimension === 'wait_event_type' ? 1 : 0) || (b.share ?? 0) - (a.share ?? 0))
          .map(({ dimension, share, name }) => (
            <Menu.Item
              key={dimension}
              onClick={() => {
                change({ by: dimension })
              }}
              rightSection={
                share === undefined ? null : (
                  <span className="note cut" style={{ maxWidth: 160, display: 'block' }}>
                    {(share * 100).toFixed(0)} % {name}
                  </span>
                )
              }
            >
              {DIMENSION_NAMES[dimension]}
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  )
}
