/** What crosses between the processes of the desktop application: window and shell, shell and core. */

export interface AppInfo {
  readonly version: string
  readonly platform: string
  /** Said to the user where secrets are not behind the system's keychain; '' where they are. */
  readonly warning: string
}

export interface Notice {
  readonly title: string
  readonly body: string
  /** Screen to open when it is clicked: a path of the user interface, as `/activity?from=…`. */
  readonly path: string
}

export interface SavedFile {
  readonly name: string
  readonly text: string
}

export type Theme = 'light' | 'dark' | 'system'

/** What the window may ask of the shell, by channel: the question's only argument and its answer. */
export interface Questions {
  /** A one-time ticket that the page trades for a token: the desktop signs in by itself. '' while the core is away. */
  readonly 'sign-in-ticket': { readonly ask: null; readonly answer: string }
  readonly notify: { readonly ask: Notice; readonly answer: null }
  /** Asks where to and writes it; false: the user thought better of it. */
  readonly 'save-file': { readonly ask: SavedFile; readonly answer: boolean }
  readonly 'set-theme': { readonly ask: Theme; readonly answer: null }
  /** Opens http, https and mailto addresses outside; false: refused. */
  readonly 'open-external': { readonly ask: string; readonly answer: boolean }
  readonly 'app-info': { readonly ask: null; readonly answer: AppInfo }
  /** What the page wants to find again at the next start (tabs, panels): the shell keeps it, because the page's own storage ends with its port. */
  readonly 'keep-view': { readonly ask: string; readonly answer: null }
  readonly 'recall-view': { readonly ask: null; readonly answer: string }
}
export type Channel = keyof Questions

/** What the shell tells the window. */
export interface News {
  /** A menu item: the id of one of the window's commands. */
  readonly command: string
  /** A notification or tray item was clicked: the path to show. */
  readonly open: string
}
export type NewsChannel = keyof News

/** `window.watchpost`, there in the desktop only. */
export interface Bridge {
  ask<C extends Channel>(channel: C, argument: Questions[C]['ask']): Promise<Questions[C]['answer']>
  /** Ends with the returned function. */
  on<C extends NewsChannel>(channel: C, listener: (news: News[C]) => void): () => void
}

/** From the shell to the core's process. */
export type ToCore =
  | {
      readonly kind: 'start'
      readonly argv: readonly string[]
      /** 32 bytes in base64, from the keychain; '' when the core keeps its own */ readonly vaultKey: string
    }
  | { readonly kind: 'ticket'; readonly id: number }
  | { readonly kind: 'stop' }

/** From the core's process to the shell. `failed`: it cannot start as it was asked to, and trying again will not help. */
export type FromCore =
  | { readonly kind: 'ready'; readonly url: string; /** sha256 hex of the certificate */ readonly fingerprint: string }
  | { readonly kind: 'ticket'; readonly id: number; readonly ticket: string }
  | { readonly kind: 'notify'; readonly notice: Notice }
  | { readonly kind: 'failed'; readonly cause: string }
