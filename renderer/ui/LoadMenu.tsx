/** What can be done with one bar, where it was asked for. */
import { Menu } from '@mantine/core'

export interface BarAction {
  readonly title: string
  readonly run: () => unknown
}

interface Props {
  /** The bar's time. */
  readonly title: string
  /** px from the left and the top of the chart */
  readonly x: number
  readonly y: number
  readonly actions: readonly BarAction[]
  readonly close: () => void
}

export function LoadMenu({ title, x, y, actions, close }: Props) {
  return (
    <Menu
      opened
      position="bottom-start"
      width={280}
      onChange={(open) => {
        if (!open) close()
      }}
    >
      <Menu.Target>
        <span className="over" style={{ left: x, top: y, width: 1, height: 1, bottom: 'auto' }} />
      </Menu.Target>
      <Menu.Dropdown
        aria-label={`Actions for ${title}`}
        onPointerDown={(event) => {
          // The chart under it would take it for the beginning of a window.
          event.stopPropagation()
        }}
        onPointerUp={(event) => {
          event.stopPropagation()
        }}
        onKeyDown={(event) => {
          event.stopPropagation()
        }}
      >
        <Menu.Label>{title}</Menu.Label>
        {actions.map((action) => (
          <Menu.Item
            key={action.title}
            onClick={() => {
              action.run()
              close()
            }}
          >
            {action.title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
