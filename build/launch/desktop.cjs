/** Whether the desktop application can start here. */
'use strict'
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { ROOT, present, run, say } = require('./child.cjs')
const { MODULES, electronBinary, environment, runtime } = require('./runtime.cjs')

const FAILED = path.join(ROOT, 'out', '.no-electron')
const DAY = 24 * 3600_000
/** A download that brings nothing for this long is given up. */
const PATIENCE = 15_000

function sizeOf(folder) {
  if (!fs.existsSync(folder)) return 0
  const sizes = fs.readdirSync(folder, { recursive: true }).map((name) => fs.statSync(path.join(folder, name), { throwIfNoEntry: false }))
  return sizes.reduce((sum, stat) => sum + (stat ? stat.size : 0), 0)
}

/** Downloads Electron's binary as its own install script does. A failure is remembered for a day, so that not every start waits for it. */
async function download() {
  const { version } = JSON.parse(fs.readFileSync(path.join(MODULES, 'electron', 'package.json'), 'utf8'))
  const failed = fs.statSync(FAILED, { throwIfNoEntry: false })
  if (failed && Date.now() - failed.mtimeMs < DAY && fs.readFileSync(FAILED, 'utf8') === version) return
  say('Downloading Electron (some 100 MB, once).')
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'watchpost-electron-'))
  const progress = { size: -1, at: Date.now() }
  const watch = setInterval(() => {
    const size = sizeOf(folder) + sizeOf(path.join(MODULES, 'electron', 'dist'))
    if (size !== progress.size) Object.assign(progress, { size, at: Date.now() })
    else if (Date.now() - progress.at > PATIENCE && present.child) present.child.kill('SIGKILL')
  }, 500)
  const env = environment({ TMPDIR: folder, TEMP: folder, TMP: folder })
  const code = await run(runtime().binary, [path.join(MODULES, 'electron', 'install.js')], { stdio: 'ignore', env })
  clearInterval(watch)
  fs.rmSync(folder, { recursive: true, force: true })
  if (present.stopping) process.exit(code || 1)
  if (!electronBinary()) fs.writeFileSync(FAILED, version)
}

/** Why it cannot, as the beginning of a sentence; undefined when it can. Electron's binary is there then. */
async function whyHeadless() {
  if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) return 'There is no display'
  if (process.platform === 'linux' && process.getuid() === 0) return 'Electron does not run as root'
  if (!electronBinary()) await download()
  return electronBinary() ? undefined : 'Electron cannot be downloaded'
}

module.exports = { whyHeadless }
