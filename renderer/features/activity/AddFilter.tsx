/** A filter in two choices, without the mouse: a dimension, then one of the values that made the load of the window. */
import { Menu } from '@mantine/core'
import { ChevronLeft, Filter, Minus, Plus } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Dimension } from '../../../shared/model/activity.ts'
import { useCommands, type Command } from '../../app/commands.ts'
import { DIMENSION_NAMES, valueName } from '../../app/dimensions.ts'
import { useScope } from '../../app/use-scope.ts'
import type { TopReply } from '../../data/api.ts'
import { LISTS } from './use-activity.ts'

export function AddFilter({ top, many }: { readonly top: TopReply | undefined; readonly many: boolean }) {
  const { include, exclude } = useScope()
  const [open, setOpen] = useState(false)
  const [dimension, setDimension] = useState<Dimension | null>(null)
  const [without, setWithout] = useState(false)
  const show = (to: boolean) => {
    setDimension(null)
    setWithout(false)
    setOpen(to)
  }
  useCommands(
    useMemo(
      (): readonly Command[] => [
        {
          id: 'filter.add',
          title: 'Add a filter…',
          group: 'This page',
          keys: 'f',
          words: 'include exclude dimension only',
          run: () => {
            setOpen(true)
          },
        },
      ],
      [],
    ),
  )
  const box = useRef<HTMLDivElement>(null)
  // The item that had the focus is gone with its step; the arrows go on from the first of the next.
  useEffect(() => {
    if (!open) return
    const items = box.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? []
    ;(items[dimension === null ? 0 : 2] ?? items[0])?.focus()
  }, [open, dimension])
  const rows = dimension === null ? [] : (top?.lists[dimension]?.rows ?? [])
  return (
    <Menu position="bottom-end" opened={open} onChange={show} width={320} closeOnItemClick={false}>
      <Menu.Target>
        <button type="button" className="button small" title="F">
          <Filter size={14} aria-hidden="true" /> Filter
        </button>
      </Menu.Target>
      <Menu.Dropdown ref={box} mah={400} style={{ overflow: 'auto' }}>
        {dimension === null ? (
          <>
            <Menu.Label>Filter by</Menu.Label>
            {LISTS.filter((one) => one !== 'pg_instance' || many).map((one) => (
              <Menu.Item
                key={one}
                rightSection={<span className="note">{top?.lists[one]?.rows.length ?? 0}</span>}
                onClick={() => {
                  setDimension(one)
                }}
              >
                {DIMENSION_NAMES[one]}
              </Menu.Item>
            ))}
          </>
        ) : (
          <>
            <Menu.Label>{DIMENSION_NAMES[dimension]}, by its load in the window</Menu.Label>
            <Menu.Item
              leftSection={<ChevronLeft size={14} />}
              onClick={() => {
                setDimension(null)
              }}
            >
              Another dimension
            </Menu.Item>
            <Menu.Item
              leftSection={without ? <Plus size={14} /> : <Minus size={14} />}
              onClick={() => {
                setWithout(!without)
              }}
            >
              {without ? 'Keep only it instead' : 'Leave it out instead'}
            </Menu.Item>
            <Menu.Divider />
            {rows.length === 0 ? <Menu.Label>Nothing made load in the window</Menu.Label> : null}
            {rows.map(({ value, label, share }) => (
              <Menu.Item
                key={value ?? '\0'}
                rightSection={<span className="note">{(share * 100).toFixed(0)} %</span>}
                onClick={() => {
                  ;(without ? exclude : include)(dimension, value)
                  show(false)
                }}
              >
                <span className="cut" style={{ display: 'block', maxWidth: 220 }}>
                  {without ? '≠ ' : ''}
                  {label === '' ? valueName(dimension, value) : label.replace(/\s+/g, ' ')}
                </span>
              </Menu.Item>
            ))}
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
