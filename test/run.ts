/**
 * Runs the suites (`unit`, `flow`, `pg`, `browser`; all of them when none is named) and ends with `N passed, N failed` over all.
 * A suite that crashed or ran nothing counts as a failure, so that silence is never success.
 */
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import * as z from 'zod'
import { findBrowser, findPgbench, warnOfClosedFolders } from './run-machine.ts'

const ROOT = join(import.meta.dirname, '..')
const RESULTS = join(ROOT, 'out', 'test')
/** No suite may hang: one that takes longer is ended, and has failed. */
const LONGEST = 12 * 60_000
const SUITES = ['unit', 'flow', 'pg', 'browser']

interface Count {
  readonly passed: number
  readonly failed: number
}
/** Names of what failed, told once more at the very end: of a long log often only that is kept. */
const failures: string[] = []

function run(args: readonly string[], extra: Readonly<Record<string, string>>): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...extra } })
  // Asked first, so that it can end the servers it started.
  const timers = [setTimeout(() => child.kill('SIGTERM'), LONGEST), setTimeout(() => child.kill('SIGKILL'), LONGEST + 20_000)]
  child.on('close', (code) => {
    timers.forEach(clearTimeout)
    resolve(code ?? 1)
  })
  return promise
}

/** What a runner wrote, or undefined when it ended before writing. */
function results<T extends z.ZodType>(file: string, schema: T): z.output<T> | undefined {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}

const Vitest = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), name: z.string(), assertionResults: z.array(z.object({ status: z.string(), fullName: z.string() })) })),
})

async function runVitest(suite: string): Promise<Count> {
  const file = join(RESULTS, `${suite}.json`)
  const tool = join('node_modules', 'vitest', 'vitest.mjs')
  const code = await run(
    [tool, 'run', '--config', 'test/vitest.config.ts', '--project', suite, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    {},
  )
  const told = results(file, Vitest)
  // A file that cannot be loaded has no failed test in it, but is one.
  let broken = 0
  for (const { status, name, assertionResults } of told?.testResults ?? []) {
    const failed = assertionResults.filter((test) => test.status === 'failed').map(({ fullName }) => fullName)
    if (status === 'failed' && failed.length === 0) broken++
    if (status === 'failed') failures.push(...(failed.length === 0 ? ['could not be run'] : failed).map((what) => `${relative(ROOT, name)}: ${what}`))
  }
  return countOf(suite, code, told && { passed: told.numPassedTests, failed: told.numFailedTests + broken })
}

const Suite = z.object({
  title: z.string(),
  specs: z.array(z.object({ title: z.string(), ok: z.boolean() })),
  get suites() {
    return z.array(Suite).optional()
  },
})
const failedIn = ({ title, specs, suites = [] }: z.output<typeof Suite>): string[] => [
  ...specs.filter(({ ok }) => !ok).map((spec) => `${title}: ${spec.title}`),
  ...suites.flatMap(failedIn),
]
const Playwright = z.object({
  suites: z.array(Suite),
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  errors: z.array(z.unknown()),
})

async function runBrowser(): Promise<Count> {
  const browser = findBrowser()
  if ('missing' in browser) {
    process.stderr.write(`${browser.missing}\n`)
    return { passed: 0, failed: 1 }
  }
  const file = join(RESULTS, 'browser.json')
  const environment = { PLAYWRIGHT_JSON_OUTPUT_FILE: file, ...(browser.path === undefined ? {} : { CHROMIUM: browser.path }) }
  const code = await run(
    [join('node_modules', '@playwright', 'test', 'cli.js'), 'test', '--config', 'test/playwright.config.ts', '--reporter=list,json'],
    environment,
  )
  const told = results(file, Playwright)
  failures.push(...(told?.suites ?? []).flatMap(failedIn))
  return countOf('browser', code, told && { passed: told.stats.expected, failed: told.stats.unexpected + told.stats.flaky + told.errors.length })
}

function countOf(suite: string, code: number, count: Count | undefined): Count {
  if (count === undefined) process.stderr.write(`The suite ${suite} ended (exit code ${code}) without results.\n`)
  const { passed, failed } = count ?? { passed: 0, failed: 1 }
  if (passed + failed === 0) process.stderr.write(`The suite ${suite} ran nothing.\n`)
  return { passed, failed: failed === 0 && (code !== 0 || passed === 0) ? 1 : failed }
}

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !SUITES.includes(name))
if (unknown.length > 0) {
  process.stderr.write(`There is no suite ${unknown.join(', ')}; there are ${SUITES.join(', ')}.\n`)
  process.exit(1)
}

rmSync(RESULTS, { recursive: true, force: true })
mkdirSync(RESULTS, { recursive: true })
warnOfClosedFolders()
if (asked.length === 0 || asked.some((name) => name === 'pg' || name === 'flow')) findPgbench()

const counts: Record<string, Count> = {}
for (const suite of SUITES) if (asked.length === 0 || asked.includes(suite)) counts[suite] = suite === 'browser' ? await runBrowser() : await runVitest(suite)

for (const failure of failures) process.stdout.write(`failed: ${failure}\n`)
for (const [suite, { passed, failed }] of Object.entries(counts)) process.stdout.write(`${suite}: ${passed} passed, ${failed} failed\n`)
const sum = (part: keyof Count): number => Object.values(counts).reduce((total, count) => total + count[part], 0)
process.stdout.write(`${sum('passed')} passed, ${sum('failed')} failed\n`)
process.exitCode = sum('failed') === 0 ? 0 : 1
