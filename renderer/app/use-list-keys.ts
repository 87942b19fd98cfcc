import { useMemo, type RefObject } from 'react'
import { useCommands, type Command } from './commands.ts'

/** The keys of a list with a panel beside it: `/` leads to its filter, Escape closes the panel. `name` is what its rows are, as `rules`. */
export function useListKeys(name: string, field: RefObject<HTMLInputElement | null>, open: boolean, close: () => void): void {
  useCommands(
    useMemo(
      (): readonly Command[] => [
        { id: `${name}.filter`, title: `Filter the ${name}`, group: 'This page', keys: '/', run: () => field.current?.focus() },
        {
          id: `${name}.leave`,
          title: 'Close the panel',
          group: 'This page',
          keys: 'escape',
          run: () => {
            if (open) close()
            return open
          },
        },
      ],
      [name, field, open, close],
    ),
  )
}
