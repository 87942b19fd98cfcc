/** Which binaries run the project: the Node 24 pinned in the lockfile, and Electron. */
'use strict'
const fs = require('node:fs')
const path = require('node:path')
const { ROOT, Refusal, run } = require('./child.cjs')

const MODULES = path.join(ROOT, 'node_modules')
const WINDOWS = process.platform === 'win32'
const PINNED = path.join(MODULES, `node-${WINDOWS ? 'win' : process.platform}-${process.arch}`, 'bin', WINDOWS ? 'node.exe' : 'node')
const ELECTRON = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' }[process.platform] || 'electron'

/** Electron's binary where there is one. */
function electronBinary() {
  const file = path.join(process.env.ELECTRON_OVERRIDE_DIST_PATH || path.join(MODULES, 'electron', 'dist'), ELECTRON)
  return fs.existsSync(file) ? file : undefined
}

/** The pinned Node; where the registry has none (macOS) the one at hand if it is new enough, else the one inside Electron. */
function runtime() {
  if (fs.existsSync(PINNED)) return { binary: PINNED, extra: {} }
  if (Number(process.versions.node.split('.')[0]) >= 24) return { binary: process.execPath, extra: {} }
  const electron = electronBinary()
  if (electron) return { binary: electron, extra: { ELECTRON_RUN_AS_NODE: '1' } }
  throw new Refusal(`Watchpost runs on Node 24 and found Node ${process.versions.node}; install Node 24 from https://nodejs.org and start again.`)
}

/** The environment of every child: the runtime's folder comes first on the path, so that its own children get the same Node. */
function environment(more) {
  const { binary, extra } = runtime()
  const name = Object.keys(process.env).find((key) => key.toUpperCase() === 'PATH') || 'PATH'
  const search = [path.dirname(binary), path.join(MODULES, '.bin'), process.env[name]].filter(Boolean)
  return { ...process.env, ...extra, ...more, [name]: search.join(path.delimiter) }
}

/** Runs a file with the runtime; resolves with its exit code. */
const node = (args, options) => run(runtime().binary, args, { env: environment(), ...options })

module.exports = { MODULES, electronBinary, environment, node, runtime }
