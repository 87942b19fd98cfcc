import { spotlight } from '@mantine/spotlight'
import { useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { refreshAll } from '../data/use-poll.ts'
import { screens } from '../features/_all.generated.ts'
import { copyText } from '../ui/copy.ts'
import { now } from '../data/clock.ts'
import type { Command } from './commands.ts'
import { parseRange, PRESETS, resolveRange } from './range.ts'
import { useSession, useView } from './state.ts'
import { useScope } from './use-scope.ts'

/** The commands that every page has. */
export function useShellCommands({ openPicker, openHelp }: { readonly openPicker: () => void; readonly openHelp: () => void }): readonly Command[] {
  const navigate = useNavigate()
  const { search } = useLocation()
  const actions = useScope()
  const { zone, letters, narrow, change } = useView()
  return useMemo((): readonly Command[] => {
    const { scope, setRange, setWindow, shift, zoom, toggleLive } = actions
    const goTo = screens
      .filter((screen) => screen.keys !== '')
      .map((screen): Command => ({
        id: `go.${screen.path}`,
        title: screen.title,
        group: 'Go to',
        keys: `g ${screen.keys}`,
        words: screen.words ?? '',
        run: () => navigate({ pathname: screen.path, search }),
      }))
    const ranges = PRESETS.map((preset): Command => ({
      id: `range.${preset.text}`,
      title: preset.name,
      group: 'Time',
      words: `range ${preset.text}`,
      run: () => {
        const range = parseRange(preset.text, now(), zone)
        if (range !== null) setRange(range)
      },
    }))
    const themes = (['light', 'dark', 'system'] as const).map((theme): Command => ({
      id: `theme.${theme}`,
      title: theme === 'system' ? 'Theme of the system' : `${theme === 'light' ? 'Light' : 'Dark'} theme`,
      group: 'Settings',
      words: 'colour appearance mode',
      run: () => {
        change({ theme })
      },
    }))
    return [
      ...goTo,
      { id: 'range', title: 'Choose the time range', group: 'Time', keys: 'r', words: 'from to period', run: openPicker },
      { id: 'live', title: 'Live on or off', group: 'Time', keys: 'l', words: 'pause resume', run: toggleLive },
      {
        id: 'earlier',
        title: 'Half a range back',
        group: 'Time',
        keys: '[',
        run: () => {
          shift(-0.5)
        },
      },
      {
        id: 'later',
        title: 'Half a range forward',
        group: 'Time',
        keys: ']',
        run: () => {
          shift(0.5)
        },
      },
      {
        id: 'zoom.in',
        title: 'Half the range',
        group: 'Time',
        keys: '+,=',
        run: () => {
          zoom(0.5)
        },
      },
      {
        id: 'zoom.out',
        title: 'Double the range',
        group: 'Time',
        keys: '-',
        run: () => {
          zoom(2)
        },
      },
      {
        id: 'zoom.reset',
        title: 'Back to the last hour',
        group: 'Time',
        keys: '0',
        run: () => {
          setRange({ kind: 'last', span: 3_600_000 })
        },
      },
      ...ranges,
      {
        id: 'range.copy',
        title: 'Copy the time range',
        group: 'Time',
        keys: 't c',
        run: () => {
          const { from, to } = scope.window ?? resolveRange(scope.range, scope.pausedAt ?? now(), 1)
          void copyText(`${new Date(from).toISOString()}/${new Date(to).toISOString()}`, 'Range')
        },
      },
      {
        id: 'range.paste',
        title: 'Paste a time range',
        group: 'Time',
        keys: 't v',
        run: () => {
          void paste().then((text) => {
            const range = parseRange(text, now(), zone)
            if (range !== null) setRange(range)
          })
        },
      },
      { id: 'back', title: 'Undo the last change of scope', group: 'Actions', keys: 'mod+[,alt+arrowleft,mod+z', words: 'back', run: () => navigate(-1) },
      { id: 'forward', title: 'Redo it', group: 'Actions', keys: 'mod+],alt+arrowright,mod+shift+z', words: 'forward', run: () => navigate(1) },
      {
        id: 'link',
        title: 'Copy a link to this view',
        group: 'Actions',
        keys: 'mod+l',
        run: () => {
          void copyText(window.location.href, 'Link')
        },
      },
      { id: 'refresh', title: 'Refresh', group: 'Actions', keys: 'mod+r,f5', words: 'reload', run: refreshAll },
      { id: 'palette', title: 'Search or run', group: 'Help', keys: 'mod+k', keyOnly: true, run: spotlight.open },
      { id: 'help', title: 'Keyboard shortcuts', group: 'Help', keys: '?', words: 'keys help', run: openHelp },
      {
        id: 'sidebar',
        title: narrow ? 'Widen the sidebar' : 'Narrow the sidebar',
        group: 'Settings',
        keys: 'mod+\\',
        run: () => {
          change({ narrow: !narrow })
        },
      },
      ...themes,
      {
        id: 'zone',
        title: zone === 'utc' ? 'Times in local time' : 'Times in UTC',
        group: 'Settings',
        words: 'time zone',
        run: () => {
          change({ zone: zone === 'utc' ? 'local' : 'utc' })
        },
      },
      {
        id: 'letters',
        title: letters ? 'Switch single-letter shortcuts off' : 'Switch single-letter shortcuts on',
        group: 'Settings',
        words: 'keyboard',
        run: () => {
          change({ letters: !letters })
        },
      },
      {
        id: 'sign-out',
        title: 'Sign out',
        group: 'Actions',
        words: 'log out leave',
        run: () => {
          useSession.getState().end()
        },
      },
      {
        id: 'escape.window',
        title: 'Clear the window, then the last filter',
        group: 'Actions',
        keys: 'escape',
        keyOnly: true,
        run: () => escape(actions, setWindow),
      },
    ]
  }, [actions, change, letters, narrow, navigate, openHelp, openPicker, search, zone])
}

/** One layer a press: first the window, then the newest filter. */
function escape({ scope, change }: ReturnType<typeof useScope>, setWindow: (window: null) => void): unknown {
  if (scope.window !== null) {
    setWindow(null)
    return undefined
  }
  const last = scope.where.at(-1)
  if (last === undefined) return false
  change({ where: last.values.length > 1 ? [...scope.where.slice(0, -1), { ...last, values: last.values.slice(0, -1) }] : scope.where.slice(0, -1) })
  return undefined
}

async function paste(): Promise<string> {
  try {
    return await navigator.clipboard.readText()
  } catch {
    return ''
  }
}
