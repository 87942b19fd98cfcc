/** One launch at a time installs and builds. The lock names the launcher and its child: it is left behind when both are gone. */
'use strict'
const fs = require('node:fs')
const path = require('node:path')
const { ROOT, present, say } = require('./child.cjs')

const LOCK = path.join(ROOT, 'out', '.launch-lock')
/** The numbers in an older lock may belong to other processes by now. */
const LIFE = 20 * 60_000
/** A lock without owners is being written; if it stays so, its writer was killed. */
const EMPTY_LIFE = 5_000

let holding = false

const write = () => fs.writeFileSync(LOCK, JSON.stringify([process.pid, present.child ? present.child.pid : process.pid]))

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function isLeft(text) {
  const age = Date.now() - fs.statSync(LOCK).mtimeMs
  if (text === '') return age > EMPTY_LIFE
  return age > LIFE || !JSON.parse(text).some(isAlive)
}

function take() {
  fs.mkdirSync(path.dirname(LOCK), { recursive: true })
  try {
    fs.closeSync(fs.openSync(LOCK, 'wx'))
    holding = true
    write()
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  }
  return holding
}

function clear() {
  const aside = `${LOCK}.${process.pid}`
  try {
    const text = fs.readFileSync(LOCK, 'utf8')
    if (!isLeft(text)) return
    fs.renameSync(LOCK, aside)
    // Another launch may have cleared and taken it between reading and renaming: theirs goes back.
    if (fs.readFileSync(aside, 'utf8') === text) fs.rmSync(aside)
    else if (!fs.existsSync(LOCK)) fs.renameSync(aside, LOCK)
  } catch (error) {
    if (error.code !== 'ENOENT' && !(error instanceof SyntaxError)) throw error
  }
}

function release() {
  if (holding) fs.rmSync(LOCK, { force: true })
  holding = false
}

/** Runs `job` alone among all launches of this checkout. */
async function locked(job) {
  clear()
  if (!take()) say('Another launch is installing or building; waiting for it.')
  while (!holding) {
    await new Promise((resolve) => setTimeout(resolve, 250))
    clear()
    take()
  }
  present.began = write
  process.on('exit', release)
  try {
    await job()
  } finally {
    present.began = () => {}
    release()
  }
}

module.exports = { locked }
