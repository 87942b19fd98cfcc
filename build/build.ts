/**
 * Builds everything into out/: the user interface (renderer), and one file for each process: headless (plain Node), main and core
 * (Electron), preload (CommonJS, because the sandbox takes nothing else), each with the workers that its code starts beside it.
 */
import { builtinModules } from 'node:module'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build, type InlineConfig, type Plugin } from 'vite'
import { compressFolder } from './compress.ts'

const ROOT = join(import.meta.dirname, '..')
const NODE = [...builtinModules, ...builtinModules.map((name) => `node:${name}`)]
/** Native code and WASM found by path stay in node_modules; everything else is bundled. */
const KEPT = ['electron', 'better-sqlite3', 'libpg-query', 'pg-native', ...NODE]
/** What CommonJS packages inside a bundle of ES modules go on using. */
const INTRO = 'const __dirname = import.meta.dirname, __filename = import.meta.filename;'

const common = (input: string | Record<string, string>, folder: string, external: readonly string[]): InlineConfig => ({
  configFile: false,
  root: ROOT,
  logLevel: 'warn',
  ssr: { noExternal: true, external: [...external], target: 'node' },
  build: {
    ssr: true,
    outDir: join(ROOT, 'out', folder),
    emptyOutDir: true,
    target: 'node24',
    minify: false,
    sourcemap: true,
    copyPublicDir: false,
    rolldownOptions: { input, external: [...external] },
  },
})

/** Code starts a worker as `new Worker(new URL('./load.ts', import.meta.url))`: from its source there, in a bundle as `load.mjs` beside it. */
const WORKER = /new URL\('\.\/([\w.-]+)\.ts', import\.meta\.url\)/g

function workersOf(file: string): (readonly [name: string, file: string])[] {
  const names = [...readFileSync(join(ROOT, file), 'utf8').matchAll(WORKER)].flatMap(([, name]) => name ?? [])
  return names.map((name) => [name, join(ROOT, dirname(file), `${name}.ts`)] as const)
}

const workers: Readonly<Record<string, string>> = Object.fromEntries(globSync('electron/**/*.ts', { cwd: ROOT }).flatMap(workersOf))

const workerAddresses: Plugin = {
  name: 'worker-addresses',
  enforce: 'pre',
  transform: (code, id) => {
    const moved = id.startsWith(join(ROOT, 'electron')) ? code.replace(WORKER, (whole: string) => whole.replace('.ts', '.mjs')) : code
    return moved === code ? undefined : { code: moved, map: null }
  },
}

function modules(folder: string, file: string, extra: Readonly<Record<string, string>> = {}): InlineConfig {
  const config = { ...common({ index: join(ROOT, file), ...extra }, folder, KEPT), plugins: [workerAddresses] }
  const output = { format: 'es', intro: INTRO, entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' } as const
  return { ...config, build: { ...config.build, rolldownOptions: { ...config.build?.rolldownOptions, output } } }
}

function preload(file: string): InlineConfig {
  const config = common(join(ROOT, file), 'preload', ['electron'])
  const output = { format: 'cjs', entryFileNames: 'index.cjs', codeSplitting: false } as const
  return { ...config, build: { ...config.build, rolldownOptions: { ...config.build?.rolldownOptions, output } } }
}

try {
  await build({ configFile: join(import.meta.dirname, 'vite.config.ts'), logLevel: 'warn' })
  compressFolder(join(ROOT, 'out/renderer'))
  await build(modules('headless', 'electron/headless.ts', workers))
  await build(modules('core', 'electron/core-process.ts', workers))
  await build(modules('main', 'electron/main.ts'))
  await build(preload('electron/shell/preload.ts'))
} catch (error) {
  // Vite's own words name file and line; the stack is Vite's.
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
