import { Modal } from '@mantine/core'
import { useCommandList, type Command } from './commands.ts'
import { keysText } from './keys.ts'

const GROUPS: readonly Command['group'][] = ['This page', 'Go to', 'Time', 'Actions', 'Settings', 'Help']

/** All keys of the present page, made from the commands themselves. */
export function KeysHelp({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const commands = useCommandList().filter((command) => command.keys !== undefined)
  return (
    <Modal opened={open} onClose={onClose} title="Keyboard shortcuts" size={720}>
      <div className="keys-help">
        {GROUPS.map((group) => {
          const rows = commands.filter((command) => command.group === group)
          return rows.length === 0 ? null : (
            <section key={group}>
              <h3>{group}</h3>
              {rows.map((command) => (
                <div key={command.id} className="row">
                  <span className="grow">{command.title}</span>
                  <kbd>{keysText(command.keys ?? '')}</kbd>
                </div>
              ))}
            </section>
          )
        })}
        <section>
          <h3>In a chart</h3>
          {CHART_KEYS.map(([what, keys]) => (
            <div key={what} className="row">
              <span className="grow">{what}</span>
              <kbd>{keys}</kbd>
            </div>
          ))}
        </section>
      </div>
    </Modal>
  )
}

const CHART_KEYS = [
  ['One bar on, ten bars on', '← →  Alt ← →'],
  ['First, last bar', 'Home End'],
  ['Bands of the bar', '↑ ↓'],
  ['Begin, end the window', 'Space'],
  ['Widen the window', 'Shift ← →'],
  ['Zoom to the window', 'Enter'],
  ['Say what is seen', 'S'],
] as const
