/** What the tests need of the machine beside npm packages: a browser, and Debian's PostgreSQL 15 for its pgbench. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { chromium } from '@playwright/test'

const ROOT = join(import.meta.dirname, '..')
const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome']
const PGBENCH = '/usr/lib/postgresql/15/bin/pgbench'
const CLUSTERS = '/etc/postgresql-common/createcluster.conf'
const MINUTES = 60_000

const say = (sentence: string): boolean => process.stderr.write(`${sentence}\n`)
const isDebianRoot = (): boolean => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/** Output goes to stderr, input is closed: nothing here may ask. Tells whether it succeeded. */
function run(command: string, args: readonly string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(command, args, { cwd: ROOT, env, stdio: ['ignore', process.stderr, process.stderr], timeout: 8 * MINUTES }).status === 0
}

/** A machine that was just made has no package lists; reading them again costs seconds. */
function apt(...packages: readonly string[]): boolean {
  say(`Installing ${packages.join(' and ')} from Debian.`)
  const options = ['-y', '-q', '--no-install-recommends', '-o', 'Dpkg::Options::=--force-confold', '-o', 'DPkg::Lock::Timeout=120']
  return run('apt-get', ['-q', 'update']) && run('apt-get', [...options, 'install', ...packages])
}

/** The browser for the browser tests, or a sentence that says what to do. Playwright finds its own without a path. */
export function findBrowser(): { readonly path: string | undefined } | { readonly missing: string } {
  const known = [process.env['CHROMIUM'], ...BROWSERS].find((file) => file !== undefined && existsSync(file))
  if (known !== undefined) return { path: known }
  if (existsSync(chromium.executablePath())) return { path: undefined }
  if (isDebianRoot() && apt('chromium', 'fonts-liberation') && existsSync('/usr/bin/chromium')) return { path: '/usr/bin/chromium' }
  say('Downloading the browser of Playwright.')
  if (run(process.execPath, [join('node_modules', 'playwright', 'cli.js'), 'install', 'chromium'])) return { path: undefined }
  return { missing: 'There is no Chromium and none can be installed: install Chromium or Chrome, or name its file in CHROMIUM.' }
}

/** Tests that compare with pgbench use Debian's, for want of one in the npm registry. Without it they say what they miss. */
export function findPgbench(): void {
  if (existsSync(PGBENCH)) return
  if (isDebianRoot()) {
    // Without this the package would also make and start a server of its own.
    if (!existsSync(CLUSTERS)) {
      mkdirSync(dirname(CLUSTERS), { recursive: true })
      writeFileSync(CLUSTERS, 'create_main_cluster = false\n')
    }
    if (apt('postgresql-15')) return
  }
  say(`${PGBENCH} is missing and cannot be installed here; the tests that use pgbench will fail.`)
}

/** As root, servers run as the user postgres, who must be able to reach their programs. */
export function warnOfClosedFolders(): void {
  if (process.getuid?.() !== 0 || process.platform !== 'linux') return
  try {
    execFileSync('setpriv', ['--reuid=65534', '--clear-groups', 'ls', ROOT], { stdio: 'ignore' })
  } catch {
    say(`Other users cannot look into ${ROOT}; PostgreSQL, which does not run as root, may not start from there.`)
  }
}
