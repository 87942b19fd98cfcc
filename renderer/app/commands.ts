/** The one list of commands: keys, palette and the overlay of shortcuts are made from it. The shell and the screens put theirs in while shown. */
import { useEffect, useSyncExternalStore } from 'react'

export interface Command {
  readonly id: string
  readonly title: string
  readonly group: 'Go to' | 'This page' | 'Time' | 'Actions' | 'Settings' | 'Help'
  /** `g a`, `r`, `shift+p`, `mod+k`, `escape`; empty: only in the palette. */
  readonly keys?: string
  readonly words?: string
  /** Not offered in the palette: it makes sense only as a key. */
  readonly keyOnly?: boolean
  /** False: not mine now, ask the next one with the same keys. */
  readonly run: () => unknown
}

let sets: readonly (readonly Command[])[] = []
let all: readonly Command[] = []
const watchers = new Set<() => void>()

function publish(next: readonly (readonly Command[])[]): void {
  sets = next
  all = sets.flat()
  for (const watcher of watchers) watcher()
}

/** Offers commands while the component is shown. What came last is asked first. */
export function useCommands(commands: readonly Command[]): void {
  useEffect(() => {
    publish([...sets, commands])
    return () => {
      publish(sets.filter((set) => set !== commands))
    }
  }, [commands])
}

/** By id, as the desktop's menu calls them. */
export const runCommand = (id: string): void => {
  all.findLast((command) => command.id === id)?.run()
}

export const commandsNow = (): readonly Command[] => all

export const useCommandList = (): readonly Command[] =>
  useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => all,
  )
