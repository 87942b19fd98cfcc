/** `node --import …/register.ts main.mjs` runs the bundle of Electron's main process under Node, with a double of what Electron gives it. */
import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import { join } from 'node:path'

const DOUBLE = pathToFileURL(join(import.meta.dirname, 'electron.ts')).href

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: DOUBLE, format: 'module-typescript', shortCircuit: true } : next(specifier, context),
})
