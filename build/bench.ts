/** `npm run bench -- NAME`: measurements with gates. Ends with 1 when a gate is not met. */
import { existsSync, globSync } from 'node:fs'
import { basename, join } from 'node:path'

const names = globSync('bench-*.ts', { cwd: import.meta.dirname }).map((file) => basename(file, '.ts').slice('bench-'.length))
const [name = '', ...args] = process.argv.slice(2)
const file = join(import.meta.dirname, `bench-${name}.ts`)
if (name === '' || !existsSync(file)) {
  process.stderr.write(`There is no measurement "${name}"; there are: ${names.sort().join(', ')}\n`)
  process.exitCode = 2
} else {
  const { bench } = (await import(file)) as { readonly bench: (args: readonly string[]) => Promise<boolean> }
  process.exitCode = (await bench(args)) ? 0 : 1
}
