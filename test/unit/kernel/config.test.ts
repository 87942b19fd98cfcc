import * as fs from 'node:fs'
import * as path from 'node:path'
import { expect, test } from 'vitest'
import { readSettings, type Role, type Settings } from '../../../electron/kernel/config.ts'
import { optionNames } from '../../../electron/kernel/options.ts'
import { folder } from './serving.ts'

function settings(argv: string[], env: Record<string, string> = {}, role: Role = 'headless'): Settings {
  const read = readSettings(role, argv, env)
  if (!('dataDir' in read)) throw new Error(JSON.stringify(read))
  return read
}
function mistake(argv: string[], env: Record<string, string> = {}, role: Role = 'headless'): string {
  const read = readSettings(role, argv, env)
  if (!('error' in read)) throw new Error(`accepted: ${JSON.stringify(read)}`)
  return read.error
}
function withFile(content: unknown): string {
  const dir = folder()
  fs.writeFileSync(path.join(dir, 'config.json'), typeof content === 'string' ? content : JSON.stringify(content))
  return dir
}

test('without anything the defaults count', () => {
  expect(settings([], { HOME: '/home/me', XDG_DATA_HOME: '/home/me/data' })).toEqual({
    role: 'headless',
    dataDir: '/home/me/data/watchpost',
    agentPort: undefined,
    platformPort: 8443,
    platformPortGiven: false,
    agentHost: '127.0.0.1',
    platformHost: '127.0.0.1',
    demo: false,
    logLevel: 'info',
  })
})

test('flag over environment over file over default', () => {
  const dir = withFile({ 'agent-port': 1001, 'platform-port': 1002, 'log-level': 'warn', demo: true })
  const env = { WATCHPOST_DATA_DIR: dir, WATCHPOST_PLATFORM_PORT: '2002', WATCHPOST_LOG_LEVEL: 'debug' }
  expect(settings(['--log-level', 'error'], env)).toMatchObject({
    dataDir: dir,
    agentPort: 1001,
    platformPort: 2002,
    platformPortGiven: true,
    logLevel: 'error',
    demo: true,
  })
  expect(settings(['--data-dir', folder()], env)).toMatchObject({ agentPort: undefined, platformPort: 2002, demo: false })
  expect(settings(['--demo=false'], env).demo).toBe(false)
})

test('keys of the file may be written as JSON is written', () => {
  const dir = withFile({ agentPort: 1, platform_port: '2' })
  expect(settings(['--data-dir', dir])).toMatchObject({ agentPort: 1, platformPort: 2 })
})

test('--host opens both interfaces, a host of its own counts more', () => {
  expect(settings(['--host', '0.0.0.0'])).toMatchObject({ agentHost: '0.0.0.0', platformHost: '0.0.0.0' })
  expect(settings(['--host', '::', '--agent-host', '10.0.0.1'])).toMatchObject({ agentHost: '10.0.0.1', platformHost: '::' })
  expect(settings(['--host', '::1'], { WATCHPOST_PLATFORM_HOST: '10.0.0.2' })).toMatchObject({ agentHost: '::1', platformHost: '10.0.0.2' })
})

test('the flags of a stand-alone agent', () => {
  const fingerprint = 'AB'.repeat(32).replace(/..(?=.)/g, '$&:')
  const argv = ['--upload-server', 'platform.example:8443', '--license-key-file', 'k', '--ca-file=c', '--fingerprint', fingerprint]
  expect(settings(argv, {}, 'agent')).toMatchObject({
    uploadServer: { host: 'platform.example', port: 8443 },
    licenseKeyFile: 'k',
    caFile: 'c',
    fingerprint: 'ab'.repeat(32),
  })
  expect(settings(['--upload-server', '[::1]:1'], {}, 'agent').uploadServer).toEqual({ host: '::1', port: 1 })
})

test('an unknown flag names the nearest one of the role', () => {
  expect(mistake(['--agent-prot', '1'])).toContain('did you mean --agent-port?')
  expect(mistake(['--datadir', '/x'])).toContain('did you mean --data-dir?')
  expect(mistake(['--versoin'])).toContain('did you mean --version?')
  expect(mistake(['--xyzzy'])).toContain('--help')
  expect(mistake(['--platform-port', '1'], {}, 'agent')).toContain('There is no option --platform-port')
  expect(mistake(['start'])).toContain('"start"')
})

test('an unknown key names the nearest one and the file', () => {
  const dir = withFile({ 'agent-prt': 1 })
  expect(mistake(['--data-dir', dir])).toContain('did you mean agent-port?')
  expect(mistake(['--data-dir', dir])).toContain(path.join(dir, 'config.json'))
  expect(mistake(['--data-dir', withFile({ 'data-dir': '/elsewhere' })])).toContain('There is no setting data-dir')
})

test.each([
  [['--agent-port', '70000'], '--agent-port must be a port'],
  [['--agent-port', '1e3'], '"1e3"'],
  [['--agent-port', '-1'], '"-1"'],
  [['--agent-port'], '--agent-port needs a value: N'],
  [['--agent-port='], '--agent-port must be a port'],
  [['--host', 'a b'], '--host must be a host name'],
  [['--demo=perhaps'], '--demo must be true or false'],
  [['--log-level', 'loud'], '--log-level must be one of trace'],
  [['--data-dir', ''], '--data-dir must not be empty'],
])('%j is refused: %s', (argv, sentence) => {
  expect(mistake(argv)).toContain(sentence)
})

test.each([
  [['--upload-server', 'host'], 'HOST:PORT'],
  [['--upload-server', 'host:0'], 'HOST:PORT'],
  [['--upload-server', 'https://host:1'], 'HOST:PORT'],
  [['--fingerprint', 'abc'], '64 hex digits'],
])('an agent refuses %j: %s', (argv, sentence) => {
  expect(mistake(argv, {}, 'agent')).toContain(sentence)
})

test('bad values are named where they stand', () => {
  expect(mistake([], { WATCHPOST_AGENT_PORT: 'tcp://10.0.0.1:80' })).toContain('WATCHPOST_AGENT_PORT must be a port')
  expect(mistake(['--data-dir', withFile({ 'agent-port': [1] })])).toContain('"agent-port" in')
  expect(mistake(['--data-dir', withFile('{')])).toContain('config.json cannot be read')
  expect(mistake(['--data-dir', withFile('[]')])).toContain('one JSON object')
  expect(mistake([], { WATCHPOST_VAULT_KEY: 'short' })).toContain('WATCHPOST_VAULT_KEY')
})

test('variables that are empty or not ours count as not given', () => {
  expect(settings([], { WATCHPOST_AGENT_PORT: '', WATCHPOST_SERVICE_HOST: '10.0.0.1' }).agentPort).toBeUndefined()
})

test('the key of the vault comes from the environment alone, and is not printed', () => {
  const key = Buffer.alloc(32, 1).toString('base64')
  const read = settings([], { WATCHPOST_VAULT_KEY: key })
  expect(read.vaultKey?.reveal()).toBe(key)
  expect(JSON.stringify(read)).not.toContain(key)
})

test('help lists every flag of the role, whatever else is said', () => {
  const help = readSettings('headless', ['--platform-port', '1', '--help'], {})
  for (const name of optionNames.filter((one) => !['upload-server', 'license-key-file', 'ca-file', 'fingerprint'].includes(one)))
    expect(help).toHaveProperty('help', expect.stringContaining(`--${name}`))
  expect(readSettings('platform', ['-h'], {})).toHaveProperty('help', expect.not.stringContaining('--agent-port'))
})

test('the version is that of the package', () => {
  const manifest: unknown = JSON.parse(fs.readFileSync(path.resolve(import.meta.dirname, '../../../package.json'), 'utf8'))
  expect(readSettings('agent', ['--version'], {})).toEqual({ version: (manifest as { version: string }).version })
})
