/** Everything that is said about the sources without running them. `--fix` mends what can be mended first. Prints only what is wrong. */
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const tool = (file: string, ...args: string[]): readonly string[] => [join('node_modules', file), ...args]
const LINT = tool('eslint/bin/eslint.js', '--config', 'build/eslint.config.js', '--concurrency', '2', '.')
const FORMAT = tool('prettier/bin/prettier.cjs', '--config', 'build/prettier.json', '--ignore-path', 'build/prettier.ignore', '--log-level', 'warn', '.')

const CHECKS: Readonly<Record<string, readonly string[]>> = {
  lint: [...LINT, '--max-warnings', '0'],
  types: tool('typescript/bin/tsc', '--build'),
  dead: tool('knip/bin/knip.js', '--config', 'build/knip.json', '--no-progress'),
  layers: tool(
    'dependency-cruiser/bin/dependency-cruiser.mjs',
    '--config',
    'build/layers.cjs',
    'shared',
    'electron',
    'renderer',
    'build',
    'test/unit',
    'test/flow',
    'test/pg',
  ),
  format: [...FORMAT, '--check'],
  generated: ['build/gen.ts', '--check'],
}

const FIXES: Readonly<Record<string, readonly string[]>> = {
  generated: ['build/gen.ts'],
  lint: [...LINT, '--fix'],
  format: [...FORMAT, '--write'],
}

interface Outcome {
  readonly code: number
  readonly words: string
}

function run(args: readonly string[]): Promise<Outcome> {
  const { promise, resolve } = Promise.withResolvers<Outcome>()
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, FORCE_COLOR: process.stdout.isTTY ? '1' : '0' },
  })
  const words: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => words.push(text))
  child.on('close', (code) => resolve({ code: code ?? 1, words: words.join('') }))
  return promise
}

async function report([name, args]: readonly [string, readonly string[]]): Promise<void> {
  const start = performance.now()
  const { code, words } = await run(args)
  process.stdout.write(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${((performance.now() - start) / 1000).toFixed(1)} s)\n${code === 0 ? '' : `${words}\n`}`)
  if (code !== 0) process.exitCode = 1
}

if (process.argv.includes('--fix')) for (const [, args] of Object.entries(FIXES)) await run(args)
// The slow ones come first; as many run at once as there are processors.
const left = Object.entries(CHECKS)
const work = async (): Promise<void> => {
  for (let next = left.shift(); next; next = left.shift()) await report(next)
}
await Promise.all(Array.from({ length: availableParallelism() }, work))
