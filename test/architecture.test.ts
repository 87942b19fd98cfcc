/** The conventions that no other tool checks. Each message says what to do. */
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { routes as agentRoutes } from '../electron/agent/routes/_all.generated.ts'
import { checks } from '../electron/catalog/checks/_all.generated.ts'
import type { Probe, ReportForm } from '../electron/catalog/define.ts'
import { probes as listedProbes } from '../electron/catalog/probes/_all.generated.ts'
import { reports as listedReports } from '../electron/catalog/reports/_all.generated.ts'
import type { RuleForm } from '../electron/catalog/rule.ts'
import { rules as listedRules } from '../electron/catalog/rules/_all.generated.ts'
import { compareVersions } from '../electron/collector/due.ts'
import type { AnyRoute } from '../electron/kernel/route.ts'
import { routes as platformRoutes } from '../electron/platform/routes/_all.generated.ts'
import type { Migration } from '../electron/store/migration.ts'
import { migrations as listedMigrations } from '../electron/store/migrations/_all.generated.ts'
import { PROBLEMS } from '../shared/model/problem.ts'

const ROOT = join(import.meta.dirname, '..')
const probes: readonly Probe[] = listedProbes
const reports: readonly ReportForm[] = listedReports
const rules: readonly RuleForm[] = listedRules
const migrations: readonly Migration[] = listedMigrations
const interfaces: readonly (readonly [string, readonly AnyRoute[]])[] = [
  ['agent', agentRoutes],
  ['platform', platformRoutes],
]

const filesIn = (...patterns: readonly string[]): readonly string[] =>
  globSync([...patterns], { cwd: ROOT, exclude: ['**/node_modules/**', '**/*.generated.ts'] }).map((file) => file.replaceAll('\\', '/'))
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')
const idsOf = (folder: string): readonly string[] =>
  filesIn(`${folder}/*.ts`)
    .map((file) => basename(file, '.ts'))
    .sort()
const repeated = (all: readonly string[]): readonly string[] => all.filter((one, index) => all.indexOf(one) !== index)
const isSentence = (text: string): boolean => /^([A-Z`'"]|[a-z]+_).*[.!?]$/s.test(text)

describe.each(interfaces)('routes of the %s', (_, routes) => {
  test('an id names one operation, and a method and path lead to one', () => {
    expect(repeated(routes.map(({ id }) => id)), 'give each operation its own id').toEqual([])
    // `:name` and `:connection_name` at the same place are the same path.
    expect(repeated(routes.map(({ method, path }) => `${method} ${path.replace(/:\w+/g, ':')}`)), 'two operations answer the same request').toEqual([])
  })

  test('every operation says in a sentence what it does', () => {
    expect(
      routes.filter(({ doc }) => !isSentence(doc)).map(({ id, doc }) => `${id}: ${doc}`),
      'the doc becomes the API page: write a sentence',
    ).toEqual([])
  })

  test('every operation that fails in its own way names a code of the table', () => {
    expect(routes.flatMap(({ id, fails }) => (fails ?? []).filter((code) => !(code in PROBLEMS)).map((code) => `${id}: ${code}`))).toEqual([])
  })
})

const idsOfPublic = (routes: readonly AnyRoute[]): readonly string[] =>
  routes
    .filter(({ right }) => right === 'public')
    .map(({ id }) => id)
    .sort()

test('exactly these operations are open to everybody who reaches the port', () => {
  expect(idsOfPublic(platformRoutes)).toEqual(['about'])
  expect(idsOfPublic(agentRoutes)).toEqual(['getAgentStatus', 'getUploadServer', 'testUpload'])
})

describe.each(probes)('probe $id', (probe) => {
  const columns = Object.entries(probe.columns)

  test('its file carries its name, and it says what it reads', () => {
    expect(idsOf('electron/catalog/probes'), 'the file of a probe is called as its id').toContain(probe.id)
    expect(isSentence(probe.doc), `write a sentence: ${probe.doc}`).toBe(true)
  })

  test('it has a statement for the oldest version it meets, and none that takes whatever there is', () => {
    const versions = Object.keys(probe.sql)
    if (probe.needs === undefined && versions.length > 0)
      expect(Number(versions[0]), 'the first statement is for PostgreSQL 13, the oldest supported, or for the version named by since').toBe(
        Number(probe.since ?? 13),
      )
    expect(versions, 'statements come oldest first').toEqual(versions.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })))
    for (const [version, sql] of Object.entries(probe.sql)) expect(/select\s+(\w+\.)?\*/i.test(sql), `${version}: name the columns instead of *`).toBe(false)
  })

  test('its statements return every column it declares under its name', () => {
    for (const [version, sql] of Object.entries(probe.sql)) {
      const told = columns.filter(([, column]) => column.computed !== true && (column.since === undefined || compareVersions(version, column.since) >= 0))
      const packOf = (name: string): string => Object.entries(probe.packed ?? {}).find(([, parts]) => parts.includes(name))?.[0] ?? name
      for (const name of new Set(told.map(([column]) => packOf(column)))) expect(sql, `${version} lacks ${name}`).toMatch(new RegExp(`\\b${name}\\b`))
    }
  })

  test('every column has a doc, and at least one carries something', () => {
    for (const [name, { doc }] of columns) expect(doc, `${name}: write a sentence`).toMatch(/\S.*[.…]$/)
    expect(
      columns.some(([, { kind }]) => kind !== 'key'),
      'a probe without values reads nothing',
    ).toBe(true)
    if (probe.shape === 'samples')
      expect(
        columns.filter(([, { kind }]) => kind === 'key' || kind === 'counter'),
        'a sample has no past: labels and gauges only',
      ).toEqual([])
  })
})

test('every file of the catalog is a probe, report, check or rule of that name', () => {
  expect(idsOf('electron/catalog/probes')).toEqual(probes.map(({ id }) => id).sort())
  expect(idsOf('electron/catalog/reports')).toEqual(reports.map(({ id }) => id).sort())
  expect(idsOf('electron/catalog/checks')).toEqual(checks.map(({ id }) => id).sort())
  expect(idsOf('electron/catalog/rules')).toEqual(rules.map(({ id }) => id).sort())
})

describe.each(reports)('report $id', (report) => {
  const known = report.reads.map((id) => probes.find((probe) => probe.id === id))

  test('it reads probes that exist', () => {
    expect(report.reads.length).toBeGreaterThan(0)
    expect(known, `one of ${report.reads.join(', ')} is no probe`).not.toContain(undefined)
  })

  test('every column has a doc and one source', () => {
    const sources = [
      'instance',
      'label',
      'from',
      'of',
      'since',
      'percentile',
      'text',
      'seen',
      'time',
      'span',
      'samples',
      'resolution',
      'tag',
      'setting',
    ] as const
    for (const [name, column] of Object.entries(report.columns)) {
      expect(column.doc.trim(), `${name}: say what it is`).not.toBe('')
      expect(
        sources.filter((source) => column[source] !== undefined),
        `${name}: name exactly one source`,
      ).toHaveLength(1)
    }
  })

  test('what it takes from the probes is declared there', () => {
    const columns = new Set(known.flatMap((probe) => Object.keys(probe?.columns ?? {})))
    const taken = Object.values(report.columns).flatMap(({ from, label, since }) => [from, label, since].filter((name) => name !== undefined))
    expect(taken.filter((name) => !columns.has(name))).toEqual([])
  })
})

test('no two reports answer to one name', () => {
  expect(repeated(reports.flatMap(({ id, aliases }) => [id, ...(aliases ?? [])]))).toEqual([])
})

test.each(checks)('what mends the check $id is a script that can be run as it is: statements and comments', ({ mend }) => {
  for (const line of Object.values(mend).flatMap((text) => text.split('\n')))
    expect(/^-- \S/.test(line) || /^[A-Z].*;$/.test(line), `"${line}" is a line of its own that ends with a semicolon, or begins with "-- "`).toBe(true)
})

test('every rule reads what probes have, and says in words what it found', () => {
  for (const { id, doc, message, reads } of rules) {
    expect(isSentence(doc), `${id}: write a sentence: ${doc}`).toBe(true)
    expect(message.trim(), `${id}: say what was measured`).not.toBe('')
    const unknown = Object.entries(reads).flatMap(([probe, columns]) =>
      columns.filter((name) => !Object.hasOwn(probes.find((one) => one.id === probe)?.columns ?? {}, name)),
    )
    expect(unknown, `${id} reads columns that no probe has`).toEqual([])
  }
})

describe('problems', () => {
  const sources = filesIn('electron/**/*.ts').map(read).join('\n')

  test('every code of the table is used, so that it can be documented as something that happens', () => {
    expect(
      Object.keys(PROBLEMS).filter((code) => !sources.includes(`'${code}'`)),
      'remove the line from the table',
    ).toEqual([])
  })

  test('every sentence fits its status: an error, and words for people', () => {
    for (const [code, { status, say }] of Object.entries(PROBLEMS)) {
      expect(status, code).toBeGreaterThanOrEqual(400)
      expect(status, code).toBeLessThan(600)
      expect(say.trim(), code).not.toBe('')
    }
  })
})

describe.each(['config', 'history'] as const)('migrations of %s', (database) => {
  test('steps count from 1 without gaps, in the order of their files', () => {
    const steps = migrations.filter(({ of }) => of === database).map(({ step }) => step)
    expect(steps).toEqual(steps.map((_, index) => index + 1))
    expect(steps.length).toBeGreaterThan(0)
  })
})

describe('files', () => {
  const product = filesIn('{shared,electron,renderer}/**/*.{ts,tsx}')
  const all = [...product, ...filesIn('build/**/*.{ts,cjs,js,mjs}', 'test/**/*.{ts,tsx,mjs}')]
  const lines = (file: string): number => read(file).split('\n').length - 1

  test('none is longer than 300 lines', () => {
    expect(all.length).toBeGreaterThan(50)
    expect(
      all.filter((file) => lines(file) > 300),
      'take a part out that has a name of its own',
    ).toEqual([])
  })

  test('doors hold no logic', () => {
    const doors = filesIn('electron/{main,headless,core-process}.ts')
    expect(doors.length).toBeGreaterThan(0)
    expect(
      doors.filter((file) => lines(file) > 60),
      'move what it does into core.ts or shell/',
    ).toEqual([])
  })

  test('names are kebab-case, those of components PascalCase.tsx, and say what is in them', () => {
    const wrong = product.filter((file) => !/^([a-z0-9]+([-.][a-z0-9]+)*\.tsx?|[A-Z][A-Za-z0-9]*\.tsx)$/.test(basename(file)))
    expect(wrong).toEqual([])
    expect(
      product.filter((file) => /(^|[-/])(index|utils?|helpers?|manager|service|misc)\.tsx?$/.test(file)),
      'name it by what it holds',
    ).toEqual([])
  })

  /** Who alone may do it, by what it looks like. */
  const RESERVED: readonly (readonly [what: string, pattern: RegExp, allowed: readonly string[]])[] = [
    ['console', /\bconsole\./, []],
    ['the clock', /\bDate\.now\b|\bnew Date\(\)/, ['electron/kernel/clock.ts', 'renderer/data/clock.ts']],
    ['the environment', /\bprocess\.env\b/, ['electron/kernel/config.ts']],
  ]
  test.each(RESERVED)('%s is touched in one place', (_, pattern, allowed) => {
    const without = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
    expect(product.filter((file) => !allowed.includes(file) && pattern.test(without(read(file))))).toEqual([])
  })
})
