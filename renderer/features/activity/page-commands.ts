import type { Command } from '../../app/commands.ts'
import type { Span } from '../../app/scope.ts'

interface Doings {
  readonly peaks: readonly Span[]
  readonly window: Span | null
  readonly setWindow: (window: Span | null) => void
  readonly zoom: (window: Span) => void
  readonly toggleTable: () => void
  readonly compare: () => unknown
}

export function pageCommands({ peaks, window, setWindow, zoom, toggleTable, compare }: Doings): readonly Command[] {
  const jump = (forward: boolean) => {
    const here = window?.from ?? (forward ? -Infinity : Infinity)
    const ahead = forward ? peaks.find((peak) => peak.from > here) : peaks.findLast((peak) => peak.from < here)
    setWindow(ahead ?? (forward ? peaks[0] : peaks.at(-1)) ?? null)
  }
  return [
    { id: 'table', title: 'Chart or table', group: 'This page', keys: 'v', words: 'numbers data', run: toggleTable },
    { id: 'compare', title: 'Compare with the time before', group: 'This page', keys: 'd', words: 'difference what changed', run: compare },
    {
      id: 'peak.next',
      title: 'Select the next peak',
      group: 'This page',
      keys: 'p',
      words: 'maximum highest',
      run: () => {
        jump(true)
      },
    },
    {
      id: 'peak.previous',
      title: 'Select the previous peak',
      group: 'This page',
      keys: 'shift+p',
      run: () => {
        jump(false)
      },
    },
    ...(window === null
      ? []
      : [
          {
            id: 'zoom.window',
            title: 'Zoom to the window',
            group: 'This page',
            keys: 'enter',
            run: () => {
              zoom(window)
            },
          } as const,
        ]),
  ]
}
