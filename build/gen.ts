/**
 * Writes every generated file: the lists of the families and the types of both interfaces.
 * `node build/gen.ts` writes what changed, `node build/gen.ts --check` names what is stale and fails.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { format, resolveConfig } from 'prettier'
import type { AnyRoute } from '../electron/kernel/route.ts'
import { apiModule } from './api-types.ts'
import { lists } from './lists.ts'

const ROOT = join(import.meta.dirname, '..')
const style = await resolveConfig(import.meta.filename, { config: join(import.meta.dirname, 'prettier.json') })
const check = process.argv.includes('--check')
const stale: string[] = []

async function put(file: string, text: string): Promise<void> {
  const path = join(ROOT, file)
  const wanted = await format(`// Written by build/gen.ts. Do not edit.\n${text}`, { parser: 'typescript', ...style })
  if (existsSync(path) && readFileSync(path, 'utf8') === wanted) return
  stale.push(relative(ROOT, path))
  if (check) return
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, wanted)
}

for (const { file, text } of lists(ROOT)) await put(file, text)

// Read after the lists are written, because they are what the tables are made of.
for (const name of ['agent', 'platform'] as const) {
  const { routes } = (await import(`../electron/${name}/routes/_all.generated.ts`)) as { readonly routes: readonly AnyRoute[] }
  await put(`shared/api/${name}.generated.ts`, apiModule(name, routes))
}

for (const file of stale) process.stderr.write(check ? `stale: ${file}\n` : `written: ${file}\n`)
if (check && stale.length > 0) {
  process.stderr.write('Run `npm run gen` and commit what it writes.\n')
  process.exitCode = 1
}
