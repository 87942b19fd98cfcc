/** What only the desktop has, or its fallback in a browser. */
import type { Bridge } from '../../shared/ipc.ts'
import type { Theme } from './state.ts'

declare global {
  interface Window {
    /** Put there by the desktop's preload; absent in a browser. */
    readonly watchpost?: Bridge
  }
}

const desktop = (): Bridge | undefined => window.watchpost

/** A one-time ticket that signs the desktop's own window in; '' in a browser. */
export const askTicket = async (): Promise<string> => (await desktop()?.ask('sign-in-ticket', null)) ?? ''

/** Asks where to (desktop) or downloads (browser). */
export async function saveFile(name: string, type: string, text: string): Promise<void> {
  const shell = desktop()
  if (shell !== undefined) {
    await shell.ask('save-file', { name, text })
    return
  }
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => {
    URL.revokeObjectURL(url)
  }, 10_000)
}

export const tellTheme = (theme: Theme): void => {
  void desktop()?.ask('set-theme', theme)
}

/** Menu items and clicked notifications. Ends with the returned function. */
export function listen(onCommand: (id: string) => void, onOpen: (path: string) => void): () => void {
  const shell = desktop()
  if (shell === undefined) return () => undefined
  const ends = [shell.on('command', onCommand), shell.on('open', onOpen)]
  return () => {
    for (const end of ends) end()
  }
}

const KEPT = ['watchpost.view', 'watchpost.place'] as const

/** The desktop's page storage ends with its port, so the shell keeps what should be found at the next start. */
export function keepStorage(): void {
  const shell = desktop()
  if (shell === undefined) return
  void shell.ask('keep-view', JSON.stringify(Object.fromEntries(KEPT.map((key) => [key, window.localStorage.getItem(key)]))))
}

/** Puts back what was kept; to be awaited before the first look into the storage. Nothing to do in a browser. */
export async function restoreStorage(): Promise<void> {
  const shell = desktop()
  if (shell === undefined) return
  try {
    const kept: unknown = JSON.parse(await shell.ask('recall-view', null))
    if (typeof kept !== 'object' || kept === null) return
    const values: Partial<Record<string, unknown>> = { ...kept }
    for (const key of KEPT) {
      const value = values[key]
      if (typeof value === 'string') window.localStorage.setItem(key, value)
    }
  } catch {
    /* nothing was kept yet */
  }
}
