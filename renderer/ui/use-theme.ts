import { useSyncExternalStore } from 'react'
import { useView } from '../app/state.ts'

const system = () => window.matchMedia('(prefers-color-scheme: dark)')

function watch(changed: () => void): () => void {
  const query = system()
  query.addEventListener('change', changed)
  return () => {
    query.removeEventListener('change', changed)
  }
}

/** Light or dark, as it is on the screen now: the choice, else the system's. */
export function useThemeName(): 'light' | 'dark' {
  const dark = useSyncExternalStore(watch, () => system().matches)
  const choice = useView((s) => s.theme)
  return choice === 'system' ? (dark ? 'dark' : 'light') : choice
}
