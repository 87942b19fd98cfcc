import * as fs from 'node:fs'
import * as os from 'node:os'
import * as path from 'node:path'
import { parseArgs } from 'node:util'
import { VERSION } from '../../shared/version.ts'
import { Secret, type LogLevel } from './log.ts'
import { nearest } from './nearest.ts'
import { helpOf, isOption, optionNames, optionOf, variableOf, type Given, type OptionName, type Role } from './options.ts'
import { wordsOf } from './words.ts'

export type { Role } from './options.ts'

export interface Settings {
  readonly role: Role
  /** Absolute. It may not exist yet. */
  readonly dataDir: string
  /** undefined: nobody asked for one; the stored one or 8282 counts. */
  readonly agentPort: number | undefined
  readonly platformPort: number
  /** Whether somebody asked for that port: the desktop takes another one only when nobody did. */
  readonly platformPortGiven: boolean
  readonly agentHost: string
  readonly platformHost: string
  readonly demo: boolean
  readonly uploadServer?: { readonly host: string; readonly port: number }
  readonly licenseKeyFile?: string
  readonly caFile?: string
  /** sha256 hex of a certificate, lower case, no colons. */
  readonly fingerprint?: string
  readonly logLevel: LogLevel
  /** The vault's key, 32 bytes in base64, where no file shall hold it. A variable only: flags are seen by every user of the machine. */
  readonly vaultKey?: Secret
}

export type Environment = Readonly<Record<string, string | undefined>>
/** The process's environment: read through here and nowhere else. */
export const environment: Environment = process.env

const PLATFORM_PORT = 8443
const LOOPBACK = '127.0.0.1'
const VAULT_KEY = 'WATCHPOST_VAULT_KEY'

/** Something that cannot be used as it was given. */
class Unusable extends Error {}

/**
 * The settings of a start: flag over environment over `config.json` over default.
 * Unknown variables are let pass, since orchestrators make such names by themselves (WATCHPOST_SERVICE_HOST); unknown flags and keys are errors.
 */
export function readSettings(
  role: Role,
  argv: readonly string[],
  env: Environment = environment,
): Settings | { readonly help: string } | { readonly version: string } | { readonly error: string } {
  try {
    const flags = readFlags(role, argv)
    if (flags === 'help') return { help: helpOf(role) }
    if (flags === 'version') return { version: VERSION }
    const variables = readVariables(env)
    const dataDir = path.resolve(flags['data-dir'] ?? variables['data-dir'] ?? defaultFolder(env))
    return settle(role, dataDir, { ...readFile(path.join(dataDir, 'config.json')), ...variables, ...flags }, env)
  } catch (error) {
    if (error instanceof Unusable) return { error: error.message }
    throw error
  }
}

function settle(role: Role, dataDir: string, given: Given, env: Environment): Settings {
  const vaultKey = env[VAULT_KEY] ?? ''
  if (vaultKey !== '' && Buffer.from(vaultKey, 'base64').length !== 32) throw new Unusable(`${VAULT_KEY} must be 32 bytes in base64`)
  return {
    role,
    dataDir,
    agentPort: given['agent-port'],
    platformPort: given['platform-port'] ?? PLATFORM_PORT,
    platformPortGiven: given['platform-port'] !== undefined,
    agentHost: given['agent-host'] ?? given.host ?? LOOPBACK,
    platformHost: given['platform-host'] ?? given.host ?? LOOPBACK,
    demo: given.demo ?? false,
    logLevel: given['log-level'] ?? 'info',
    ...(given['upload-server'] === undefined ? {} : { uploadServer: given['upload-server'] }),
    ...(given['license-key-file'] === undefined ? {} : { licenseKeyFile: given['license-key-file'] }),
    ...(given['ca-file'] === undefined ? {} : { caFile: given['ca-file'] }),
    ...(given.fingerprint === undefined ? {} : { fingerprint: given.fingerprint }),
    ...(vaultKey === '' ? {} : { vaultKey: new Secret(vaultKey) }),
  }
}

function readFlags(role: Role, argv: readonly string[]): Given | 'help' | 'version' {
  const mine = optionNames.filter((name) => optionOf(name).roles.includes(role))
  const withValue = mine.filter((name) => optionOf(name).hint !== undefined)
  const options = Object.fromEntries(withValue.map((name) => [name, { type: 'string' as const }]))
  const { tokens } = parseArgs({ args: [...argv], options, strict: false, tokens: true })
  const given: Record<string, unknown> = {}
  for (const token of tokens) {
    if (token.kind === 'positional') throw new Unusable(`"${token.value}" is not understood; options start with --, --help lists them`)
    if (token.kind !== 'option') continue
    if (token.name === 'help' || token.name === 'h') return 'help'
    if (token.name === 'version' || token.name === 'v') return 'version'
    const name = mine.find((one) => one === token.name)
    if (name === undefined) throw new Unusable(unknown('option', token.rawName, [...mine, 'help', 'version'], '--'))
    const bare = withValue.includes(name) ? undefined : 'true'
    given[name] = readValue(name, token.value ?? bare, `--${name}`)
  }
  return given
}

function readVariables(env: Environment): Given {
  // An empty variable is one that was not set: that is how scripts pass on what they were not given.
  const set = optionNames.map((name) => ({ name, variable: variableOf(name) })).filter(({ variable }) => (env[variable] ?? '') !== '')
  return Object.fromEntries(set.map(({ name, variable }) => [name, readValue(name, env[variable], variable)]))
}

function readFile(file: string): Given {
  if (!fs.existsSync(file)) return {}
  let content: unknown
  try {
    content = JSON.parse(fs.readFileSync(file, 'utf8'))
  } catch (error) {
    throw new Unusable(`The settings file ${file} cannot be read: ${wordsOf(error)}`)
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content)) throw new Unusable(`The settings file ${file} must hold one JSON object`)
  const known = optionNames.filter((name) => optionOf(name).startOnly !== true)
  return Object.fromEntries(
    Object.entries(content).map(([key, value]) => {
      // agent_port and agentPort are what people write in JSON
      const name = key.replaceAll('_', '-').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
      if (!isOption(name) || !known.includes(name)) throw new Unusable(`${unknown('setting', key, known, '')} (in ${file})`)
      return [name, readValue(name, ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined, `"${key}" in ${file}`)]
    }),
  )
}

function readValue(name: OptionName, text: string | undefined, place: string): unknown {
  if (text === undefined) throw new Unusable(`${place} needs a value: ${optionOf(name).hint ?? 'true or false'}`)
  const result = optionOf(name).value.safeParse(text)
  if (result.success) return result.data
  throw new Unusable(`${place} ${result.error.issues[0]?.message ?? 'is not valid'}, not "${text.slice(0, 100)}"`)
}

function unknown(what: string, word: string, known: readonly string[], prefix: string): string {
  const near = nearest(word.replace(/^-+/, ''), known)
  return `There is no ${what} ${word}${near === undefined ? '; --help lists what there is' : `; did you mean ${prefix}${near}?`}`
}

/** Where the operating system keeps application data. */
function defaultFolder(env: Environment): string {
  const home = os.homedir()
  switch (process.platform) {
    case 'win32':
      return path.join(env['LOCALAPPDATA'] ?? path.join(home, 'AppData', 'Local'), 'Watchpost')
    case 'darwin':
      return path.join(home, 'Library', 'Application Support', 'Watchpost')
    default:
      return path.join(env['XDG_DATA_HOME'] ?? path.join(home, '.local', 'share'), 'watchpost')
  }
}
