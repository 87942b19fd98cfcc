/**
 * Starts everything, on any Node >= 20 with the npm that came with it: installs the locked dependencies, builds what is out of date and
 * hands over to the pinned Node 24 by its path. It has no dependencies, because it runs before there are any.
 *
 *   node build/launch.cjs start [flags]        the desktop application, or the headless edition where there can be none
 *   node build/launch.cjs watchpost ROLE …     a stand-alone agent or platform
 *   node build/launch.cjs test [suites]        every test, or the suites named
 *   node build/launch.cjs build                builds even when nothing changed
 *   node build/launch.cjs node FILE …          a tool of the project, with the pinned Node
 */
'use strict'
const fs = require('node:fs')
const path = require('node:path')
const { ROOT, Refusal, run, say } = require('./launch/child.cjs')
const { whyHeadless } = require('./launch/desktop.cjs')
const { prepare } = require('./launch/prepare.cjs')
const { electronBinary, node } = require('./launch/runtime.cjs')
/** An agent alone lives beside a database: its heap for what is short-lived is kept small, a quarter of its memory. */
const AGENT_FLAGS = require('./launch/agent-flags.json')

const HELP = `Usage: npm run watchpost -- ROLE [flags]

  agent      a stand-alone agent: collects from PostgreSQL servers and uploads to a platform
  platform   a stand-alone platform: keeps what agents upload, answers, serves the user interface
  headless   both and the user interface in one process, as npm start -- --headless does
  ctl        commands to one that runs: ctl start-agent
  store      look after the stored history: store check|compact|stats|export

npm run watchpost -- ROLE --help lists the flags of a role.
`

const ROLES = ['agent', 'platform', 'headless', 'ctl', 'store']
const ABOUT = ['--help', '-h', '--version']

function print(text) {
  process.stdout.write(text)
  return 0
}

const role = (args) => node([...(args[0] === 'agent' ? AGENT_FLAGS : []), path.join('out', 'headless', 'index.mjs'), ...args])

/** A setting that the sentence about the address needs: flag over environment. */
function valueOf(name, args) {
  const index = args.findIndex((arg) => arg === `--${name}` || arg.startsWith(`--${name}=`))
  if (index < 0) return process.env[`WATCHPOST_${name.toUpperCase().replace(/-/g, '_')}`]
  return args[index].includes('=') ? args[index].slice(name.length + 3) : args[index + 1]
}

async function start(args) {
  const flags = args.filter((arg) => arg !== '--headless')
  const isHeadless = flags.length < args.length || flags.some((flag) => ABOUT.includes(flag)) || /^(1|true)$/.test(process.env.WATCHPOST_HEADLESS || '')
  await prepare({ build: 'stale' })
  if (!isHeadless) {
    const why = await whyHeadless()
    if (why === undefined) {
      const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env
      return run(electronBinary(), [ROOT, ...flags], { env })
    }
    const host = valueOf('platform-host', flags) || valueOf('host', flags) || '127.0.0.1'
    say(`${why}, so the headless edition starts: open https://${host}:${valueOf('platform-port', flags) || 8443}/ in a browser.`)
  }
  return role(['headless', ...flags])
}

async function watchpost(args) {
  const [first] = args
  if (first === undefined || ABOUT.includes(first))
    return print(first === '--version' ? `${JSON.parse(fs.readFileSync(path.join(ROOT, 'package.json'), 'utf8')).version}\n` : HELP)
  if (!ROLES.includes(first)) throw new Refusal(`"${first}" is no role of Watchpost; there are ${ROLES.join(', ')}.`)
  await prepare({ build: 'stale' })
  return role(args)
}

async function test(args) {
  await prepare({ build: 'stale', servers: true })
  return node([path.join('test', 'run.ts'), ...args])
}

async function build() {
  await prepare({ build: 'always' })
  return 0
}

async function tool(args) {
  await prepare({})
  return node(args)
}

const MODES = { start, watchpost, test, build, node: tool }

async function main([mode, ...args]) {
  if (Number(process.versions.node.split('.')[0]) < 20) throw new Refusal(`Watchpost needs Node 20 or later; this is Node ${process.versions.node}.`)
  const job = MODES[mode]
  if (job === undefined) throw new Refusal(`Say what to launch: ${Object.keys(MODES).join(', ')}.`)
  return job(args)
}

main(process.argv.slice(2)).then(
  (code) => (process.exitCode = code),
  (error) => {
    say(error instanceof Refusal ? error.message : error.stack)
    process.exitCode = 1
  },
)
