import type { Remembered } from './memory.ts'

export interface CloseFacts {
  readonly platform: NodeJS.Platform
  readonly quitting: boolean
  readonly choice: Remembered['close']
  /** Whether there is a tray to come back from; plain GNOME has none. */
  readonly tray: boolean
}

/**
 * What closing the window does. `ask` once; a window that could not be found again is minimized in place of hidden. On macOS closing a window never quits.
 */
export function onClose({ platform, quitting, choice, tray }: CloseFacts): 'close' | 'ask' | 'quit' | 'hide' | 'minimize' {
  if (quitting) return 'close'
  if (platform === 'darwin') return 'hide'
  if (choice === '') return 'ask'
  if (choice === 'quit') return 'quit'
  return tray ? 'hide' : 'minimize'
}

export const CLOSE_QUESTION = {
  type: 'question' as const,
  message: 'Keep collecting in the background?',
  detail:
    'Watchpost can go on collecting while its window is closed. If it quits, the charts will show a gap. Your answer is remembered; the menu View changes it.',
  buttons: ['Keep running', 'Quit'],
  defaultId: 0,
  cancelId: 0,
}
/** macOS only: there quitting is always said on purpose, but what it means for the charts is not plain. */
export const QUIT_QUESTION = {
  type: 'question' as const,
  message: 'Quit Watchpost?',
  detail: 'Collection stops; the charts will show a gap.',
  buttons: ['Quit', 'Cancel'],
  defaultId: 0,
  cancelId: 1,
  checkboxLabel: 'Do not ask again',
}

/** The answer behind a button of the question. */
export const choiceOf = (button: number): 'keep' | 'quit' => (button === 1 ? 'quit' : 'keep')
