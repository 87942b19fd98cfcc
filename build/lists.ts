/**
 * The families: folders in which one more file of the same form is all it takes. Beside each lies `_all.generated.ts`, one import a file,
 * sorted, so that every runner, bundler and checker sees ordinary imports, and the union of all ids is a type.
 */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

interface Family {
  readonly folder: string
  /** Name of the exported list. */
  readonly list: string
  /** Each file exports an array of entries rather than one entry. */
  readonly many?: true
  /** File within a subfolder per entry. */
  readonly file?: string
  /** Type of the entries, for a family without files. */
  readonly type?: readonly [name: string, from: string]
}

const FAMILIES: readonly Family[] = [
  { folder: 'electron/catalog/probes', list: 'probes', type: ['Probe', '../define.ts'] },
  { folder: 'electron/catalog/reports', list: 'reports', type: ['ReportForm', '../define.ts'] },
  { folder: 'electron/catalog/checks', list: 'checks', type: ['Check', '../define.ts'] },
  { folder: 'electron/catalog/rules', list: 'rules', type: ['RuleForm', '../rule.ts'] },
  { folder: 'electron/agent/routes', list: 'routes', many: true, type: ['AnyRoute', '../../kernel/route.ts'] },
  { folder: 'electron/platform/routes', list: 'routes', many: true, type: ['AnyRoute', '../../kernel/route.ts'] },
  { folder: 'electron/store/migrations', list: 'migrations' },
  { folder: 'renderer/features', list: 'screens', file: 'screen.tsx' },
]

const LIST = '_all.generated.ts'

/** Sorted by code unit, so that the order is the same on every machine. */
function filesOf(root: string, family: Family): readonly string[] {
  const folder = join(root, family.folder)
  if (!existsSync(folder)) return []
  const entries = readdirSync(folder, { withFileTypes: true })
  const own = family.file
  if (own !== undefined)
    return entries
      .filter((e) => e.isDirectory() && existsSync(join(folder, e.name, own)))
      .map((e) => `${e.name}/${own}`)
      .sort()
  return entries
    .filter((e) => e.isFile() && /\.tsx?$/.test(e.name) && e.name !== LIST)
    .map((e) => e.name)
    .sort()
}

/** `wal-receiver.ts` and `wal-receiver/screen.tsx` give walReceiver, `001-first.ts` gives n001First. */
function nameOf(file: string): string {
  const name = file.replace(/\/.*$|\.tsx?$/g, '').replace(/[-_.](\w)/g, (_, letter: string) => letter.toUpperCase())
  return /^\d/.test(name) ? `n${name}` : name
}

function listOf(family: Family, files: readonly string[]): string | undefined {
  if (files.length > 0) {
    const imports = files.map((file) => `import ${nameOf(file)} from './${file}'`)
    return `${imports.join('\n')}\n\nexport const ${family.list} = [${files.map((file) => (family.many ? '...' : '') + nameOf(file)).join(', ')}] as const\n`
  }
  if (family.type === undefined) return undefined
  const [name, from] = family.type
  return `import type { ${name} } from '${from}'\n\nexport const ${family.list}: readonly ${name}[] = []\n`
}

/** The list file of every family; a family without files and without a known type has none. */
export function lists(root: string): readonly { readonly file: string; readonly text: string }[] {
  return FAMILIES.flatMap((family) => {
    const text = listOf(family, filesOf(root, family))
    return text === undefined ? [] : [{ file: `${family.folder}/${LIST}`, text }]
  })
}
