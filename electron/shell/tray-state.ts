import type { Life } from './life.ts'

/** What the tray shows by shape, never by colour alone: ● collecting, ▲ trouble that is being dealt with, ■ trouble that needs somebody, ◌ not collecting. */
export type TrayState = 'collecting' | 'warning' | 'critical' | 'off'

export function trayStateOf(life: Life): TrayState {
  switch (life.state) {
    case 'running':
      return 'collecting'
    case 'restarting':
      return 'warning'
    case 'failed':
      return 'critical'
    case 'starting':
    case 'stopped':
      return 'off'
  }
}

/** One line for the menu and the tooltip. */
export function trayLine(life: Life): string {
  switch (life.state) {
    case 'running':
      return 'Collecting'
    case 'restarting':
      return `Collection ended by itself; next start in ${Math.round(life.retryMs / 1000)} s`
    case 'failed':
      return `Not collecting: ${life.cause}`
    case 'starting':
      return 'Starting'
    case 'stopped':
      return 'Not collecting'
  }
}
