import * as path from 'node:path'

/** Switches of Electron and Chromium themselves, which stand among ours: debugging, graphics, keyring, language, and what a second instance is given. */
const RUNTIME =
  /^--(inspect|remote-debugging-|no-sandbox$|disable-|enable-|force-|use-|in-process-|ozone-|password-store|lang=|original-process-start-time|allow-file-access-from-files$)/

/**
 * The flags that are ours. A checkout is started as `electron [switches] FOLDER [flags]`, a packaged application has no folder.
 * @param folder of the application, when it is not packaged
 */
export function ownFlags(argv: readonly string[], folder: string | undefined): string[] {
  const start = folder === undefined ? 0 : argv.findIndex((word, at) => at > 0 && !word.startsWith('-') && path.resolve(word) === path.resolve(folder))
  return argv.slice(Math.max(start, 0) + 1).filter((word) => !RUNTIME.test(word))
}
