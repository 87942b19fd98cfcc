import { useEffect } from 'react'
import { commandsNow } from './commands.ts'
import { useView } from './state.ts'

export const isMac = /mac/i.test(navigator.platform)

/** `mod+k`, `shift+p`, `?`: the name of a key press as commands write it. */
function nameOf(event: KeyboardEvent): string {
  const key = event.key === ' ' ? 'space' : event.key.toLowerCase()
  const mod = isMac ? event.metaKey : event.ctrlKey
  const letter = /^[a-z]$/.test(key) || key.length > 1
  return `${mod ? 'mod+' : ''}${event.altKey ? 'alt+' : ''}${event.shiftKey && letter ? 'shift+' : ''}${key}`
}

const inField = (target: EventTarget | null) => target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
const inLayer = () => document.querySelector('[role="dialog"]:not([data-quiet]), [role="listbox"], [role="menu"]') !== null

/** One listener for all keys. A letter waits for nothing: only a first key that begins a pair (`g a`) is held, for a moment. */
export function useKeys(): void {
  useEffect(() => {
    let held = ''
    let timer: ReturnType<typeof setTimeout> | undefined
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return
      const name = nameOf(event)
      const letter = !name.includes('mod+') && name !== 'escape' && !/^f\d+$/.test(name)
      if (inField(event.target) && (letter || name === 'escape')) return
      if (inLayer() && (letter || name === 'escape')) return
      if (letter && !useView.getState().letters) return
      const wanted = held === '' ? name : `${held} ${name}`
      held = ''
      clearTimeout(timer)
      const commands = commandsNow()
      for (const command of commands.filter((c) => c.keys?.split(',').includes(wanted)).reverse()) {
        if (command.run() === false) continue
        event.preventDefault()
        return
      }
      if (!commands.some((c) => c.keys?.startsWith(`${wanted} `))) return
      held = wanted
      timer = setTimeout(() => (held = ''), 1500)
    }
    window.addEventListener('keydown', press)
    return () => {
      window.removeEventListener('keydown', press)
    }
  }, [])
}

const SIGNS: Readonly<Record<string, string>> = isMac
  ? { mod: '⌘', alt: '⌥', shift: '⇧', escape: 'Esc' }
  : { mod: 'Ctrl', alt: 'Alt', shift: 'Shift', escape: 'Esc' }

/** `g a` → `G A`, `mod+k` → `⌘K` or `Ctrl+K`. */
export const keysText = (keys: string): string =>
  (keys.split(',')[0] ?? '')
    .split(' ')
    .map((press) =>
      press
        .split('+')
        .map((part) => SIGNS[part] ?? (part.length === 1 ? part.toUpperCase() : part.charAt(0).toUpperCase() + part.slice(1)))
        .join(isMac ? '' : '+'),
    )
    .join(' ')
