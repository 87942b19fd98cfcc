/** The two stores of the screen: who is signed in, and how things are shown. Scope lives in the address, numbers in the query cache. */
import { create } from 'zustand'
import { keepStorage } from './bridge.ts'
import type { Zone } from '../../shared/units.ts'

interface Session {
  /** Null: nobody is signed in. */
  readonly token: string | null
  /** The token was refused: what is on the screen stays readable behind the sign-in sheet. */
  readonly dead: boolean
  readonly sheet: boolean
  /** Signed out on purpose: the desktop does not sign in again by itself. */
  readonly left: boolean
  readonly begin: (token: string) => void
  /** The platform refused a token. An answer to an older token does not end a newer session. */
  readonly refuse: (token: string) => void
  readonly end: () => void
  readonly showSheet: (open: boolean) => void
}

const TOKEN = 'watchpost.token'

/** A private window may refuse storage; then a reload signs out, nothing else. */
function remember(storage: () => Storage, key: string, value: string | null): void {
  try {
    if (value === null) storage().removeItem(key)
    else storage().setItem(key, value)
    if (storage === browser) keepStorage()
  } catch {
    /* storage is switched off */
  }
}
function recall(storage: () => Storage, key: string): string | null {
  try {
    return storage().getItem(key)
  } catch {
    return null
  }
}
const tab = () => window.sessionStorage
const browser = () => window.localStorage

export const useSession = create<Session>()((set, get) => ({
  token: recall(tab, TOKEN),
  dead: false,
  sheet: false,
  left: false,
  begin: (token) => {
    remember(tab, TOKEN, token)
    set({ token, dead: false, sheet: false, left: false })
  },
  refuse: (token) => {
    if (get().token !== token || get().dead) return
    remember(tab, TOKEN, null)
    set({ dead: true, sheet: true })
  },
  end: () => {
    remember(tab, TOKEN, null)
    set({ token: null, dead: false, sheet: false, left: true })
  },
  showSheet: (sheet) => {
    set({ sheet })
  },
}))

export type Theme = 'system' | 'light' | 'dark'
interface View {
  readonly theme: Theme
  readonly zone: Zone
  readonly narrow: boolean
  /** Single-letter shortcuts can be switched off. */
  readonly letters: boolean
  readonly change: (patch: Partial<Pick<View, 'theme' | 'zone' | 'narrow' | 'letters'>>) => void
}

const VIEW = 'watchpost.view'

function savedView(): Partial<View> {
  try {
    const saved: unknown = JSON.parse(recall(browser, VIEW) ?? '{}')
    if (typeof saved !== 'object' || saved === null) return {}
    const { theme, zone, narrow, letters }: Partial<Record<string, unknown>> = { ...saved }
    return {
      ...(theme === 'light' || theme === 'dark' || theme === 'system' ? { theme } : {}),
      ...(zone === 'local' || zone === 'utc' ? { zone } : {}),
      ...(typeof narrow === 'boolean' ? { narrow } : {}),
      ...(typeof letters === 'boolean' ? { letters } : {}),
    }
  } catch {
    return {}
  }
}

export const useView = create<View>()((set, get) => ({
  theme: 'system',
  zone: 'local',
  narrow: false,
  letters: true,
  ...savedView(),
  change: (patch) => {
    set(patch)
    const { theme, zone, narrow, letters } = get()
    remember(browser, VIEW, JSON.stringify({ theme, zone, narrow, letters }))
  },
}))

/** The address last looked at, so that the next start begins there. */
export const lastPlace = {
  save: (place: string) => {
    remember(browser, 'watchpost.place', place)
  },
  read: () => recall(browser, 'watchpost.place'),
}
