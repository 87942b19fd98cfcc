import type { MenuItemConstructorOptions as Item } from 'electron'
import type { Theme } from '../../shared/ipc.ts'
import type { Life } from './life.ts'
import { trayLine } from './tray-state.ts'

export interface MenuActions {
  /** Runs one of the window's commands, by its id. */
  readonly command: (id: string) => void
  readonly open: () => void
  readonly quit: () => void
  readonly setTheme: (theme: Theme) => void
  readonly setClose: (choice: 'keep' | 'quit') => void
}

export interface MenuFacts {
  readonly platform: NodeJS.Platform
  readonly packaged: boolean
  readonly theme: Theme
  readonly keepsRunning: boolean
}

const LINE: Item = { type: 'separator' }

/** The screens as the window lists them, by section; a test holds them against it, since nothing here may know the window's code. */
const SECTIONS: readonly (readonly string[])[] = [
  ['Activity', 'Compare', 'Queries', 'Reports'],
  ['Instances', 'Problems', 'Rules', 'Silences'],
  ['Agents', 'Connections', 'Settings', 'Get started'],
  ['Audit', 'Roles', 'Token', 'Users'],
]

/** The window's command that shows a screen. */
const goTo = (title: string): string => (title === 'Get started' ? 'go./welcome' : `go./${title.toLowerCase()}`)

/** The menu bar in the order of the system. The window handles its own keys: an item that is one of its commands has no shortcut here, or both would act. */
export function menuOf({ platform, packaged, theme, keepsRunning }: MenuFacts, actions: MenuActions): Item[] {
  const mac = platform === 'darwin'
  const command = (label: string, id: string): Item => ({ label, click: () => actions.command(id) })
  const themeItem = (label: string, value: Theme): Item => ({ label, type: 'radio', checked: theme === value, click: () => actions.setTheme(value) })
  const quit: Item = { label: 'Quit Watchpost', accelerator: mac ? 'Cmd+Q' : 'Ctrl+Q', click: actions.quit }
  return [
    ...(mac
      ? [
          {
            label: 'Watchpost',
            submenu: [{ role: 'about' as const }, LINE, { role: 'hide' as const }, { role: 'hideOthers' as const }, { role: 'unhide' as const }, LINE, quit],
          },
        ]
      : []),
    { label: 'File', submenu: [command('Connections', 'go./connections'), LINE, { role: 'close', label: 'Close window' }, ...(mac ? [] : [quit])] },
    {
      label: 'Edit',
      submenu: [
        command('Undo the last change of scope', 'back'),
        command('Redo it', 'forward'),
        LINE,
        { role: 'cut' },
        { role: 'copy' },
        { role: 'paste' },
        { role: 'selectAll' },
      ],
    },
    {
      label: 'View',
      submenu: [
        command('Refresh', 'refresh'),
        LINE,
        { role: 'resetZoom', label: 'Usual text size' },
        { role: 'zoomIn', label: 'Larger text' },
        { role: 'zoomOut', label: 'Smaller text' },
        { role: 'togglefullscreen' },
        LINE,
        themeItem('Theme of the system', 'system'),
        themeItem('Light', 'light'),
        themeItem('Dark', 'dark'),
        ...(mac
          ? []
          : [
              LINE,
              {
                label: 'Keep collecting when the window is closed',
                type: 'checkbox' as const,
                checked: keepsRunning,
                click: ({ checked }: { checked: boolean }) => actions.setClose(checked ? 'keep' : 'quit'),
              },
            ]),
        ...(packaged ? [] : [LINE, { role: 'toggleDevTools' as const }]),
      ],
    },
    {
      label: 'Time',
      submenu: [
        command('Choose the range', 'range'),
        command('Live on or off', 'live'),
        LINE,
        command('Earlier', 'earlier'),
        command('Later', 'later'),
        LINE,
        command('Copy the range', 'range.copy'),
        command('Paste a range', 'range.paste'),
        command('Local time or UTC', 'zone'),
      ],
    },
    { label: 'Go', submenu: SECTIONS.flatMap((titles, i) => [...(i === 0 ? [] : [LINE]), ...titles.map((title) => command(title, goTo(title)))]) },
    { role: 'windowMenu' },
    { role: 'help', submenu: [command('Keyboard shortcuts', 'help'), ...(mac ? [] : [{ role: 'about' as const }])] },
  ]
}

/** The tray's menu: what it does by default first, then how things are. It is set anew on each change, since some Linux desktops copy it. */
export function trayMenuOf(life: Life, actions: Pick<MenuActions, 'open' | 'quit'>): Item[] {
  return [{ label: 'Open Watchpost', click: actions.open }, LINE, { label: trayLine(life), enabled: false }, LINE, { label: 'Quit', click: actions.quit }]
}
