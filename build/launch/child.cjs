/** Children of the launcher, one at a time. The launcher never ends before its child and ends with its exit code. */
'use strict'
const { spawn } = require('node:child_process')
const os = require('node:os')
const path = require('node:path')

const ROOT = path.join(__dirname, '..', '..')

/** A reason not to go on, for the user: printed without a stack. */
class Refusal extends Error {}

const present = { child: undefined, stopping: false, began: () => {} }

// In a terminal the whole group gets the signal; one that reaches only the launcher is handed on. A child takes a second signal for the first.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'])
  process.on(signal, () => {
    present.stopping = true
    if (present.child) present.child.kill(signal)
    else process.exit(128 + os.constants.signals[signal])
  })

// A signal to npm alone ends npm and its shell and reaches nobody else; what they started shall not stay behind. The timer keeps nothing alive.
const parent = process.ppid
function followParent() {
  if (process.ppid === parent || present.stopping) return
  present.stopping = true
  if (present.child) present.child.kill('SIGTERM')
}
if (process.env.npm_lifecycle_event) setInterval(followParent, 1000).unref()

/** Resolves with the child's exit code (128 + n when a signal ended it). */
function run(command, args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: 'inherit', ...options })
    present.child = child
    child.once('error', (error) => reject(new Refusal(`${command} cannot be started: ${error.message}`)))
    child.once('exit', (code, signal) => {
      present.child = undefined
      resolve(code === null ? 128 + os.constants.signals[signal] : code)
    })
    present.began()
  })
}

/** Waits for a preparation; its failure ends the launch. */
async function must(what, running) {
  const code = await running
  if (present.stopping) process.exit(code || 1)
  if (code !== 0) throw new Refusal(`${what} failed (exit code ${code}); what it said is above.`)
}

const say = (sentence) => process.stderr.write(`${sentence}\n`)

/** stdout belongs to what is started: whatever a preparation prints goes to stderr. */
const QUIET = { stdio: ['ignore', process.stderr, process.stderr] }

module.exports = { ROOT, QUIET, Refusal, present, run, must, say }
