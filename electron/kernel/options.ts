import * as z from 'zod'

/** How the product is started. */
export type Role = 'headless' | 'agent' | 'platform'

/** One setting: a flag `--name`, a variable `WATCHPOST_NAME`, a key `name` of the settings file. */
export interface Option {
  /** What stands after the flag; none: a switch. */
  readonly hint?: string
  readonly doc: string
  /** From text, as flags and the environment give it. Its message follows the name: "must be …". */
  readonly value: z.ZodType
  readonly roles: readonly Role[]
  /** Not possible in the settings file, which is found through it or read too late for it. */
  readonly startOnly?: true
}

const ALL: readonly Role[] = ['headless', 'agent', 'platform']
const AGENT: readonly Role[] = ['headless', 'agent']
const PLATFORM: readonly Role[] = ['headless', 'platform']

const text = z.string().trim().min(1, 'must not be empty')
const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port: a whole number between 1 and 65535, or 0 for any free one')
  .transform(Number)
  .refine((one) => one <= 65_535, 'must be a port: a whole number between 1 and 65535, or 0 for any free one')
const host = text.regex(/^[\w.:%-]+$/, 'must be a host name or an address')
const yes = z.stringbool({ error: 'must be true or false' })

const HOST_PORT = 'must be HOST:PORT, for example watchpost.example.org:8443'
const hostPort = text
  .regex(/^(\[[\da-f:.]+\]|[\w.-]+):\d{1,5}$/i, HOST_PORT)
  .transform((one) => ({ host: one.slice(0, one.lastIndexOf(':')).replace(/^\[|\]$/g, ''), port: Number(one.slice(one.lastIndexOf(':') + 1)) }))
  .refine((one) => one.port >= 1 && one.port <= 65_535, HOST_PORT)
const fingerprint = text
  .transform((one) => one.replaceAll(':', '').toLowerCase())
  .pipe(z.string().regex(/^[\da-f]{64}$/, 'must be the SHA-256 fingerprint of a certificate: 64 hex digits'))
const level = z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], { error: 'must be one of trace, debug, info, warn, error, silent' })

/** Every setting there is. The help text, the flags, the variables and the file's keys are all read from here. */
export const OPTIONS = {
  'data-dir': { hint: 'DIR', doc: "everything that is kept (default: the system's place for application data)", value: text, roles: ALL, startOnly: true },
  'agent-port': { hint: 'N', doc: "port of the agent's interface (default: the stored one, at first 8282)", value: port, roles: AGENT },
  'platform-port': { hint: 'N', doc: "port of the platform's interface and of the user interface (default: 8443)", value: port, roles: PLATFORM },
  host: { hint: 'ADDRESS', doc: 'address to listen on, for both interfaces (default: 127.0.0.1, this machine only)', value: host, roles: ALL },
  'agent-host': { hint: 'ADDRESS', doc: "the same for the agent's interface alone", value: host, roles: AGENT },
  'platform-host': { hint: 'ADDRESS', doc: "the same for the platform's interface alone", value: host, roles: PLATFORM },
  demo: { doc: 'start a demo database with a lively workload and monitor it', value: yes, roles: ['headless'] },
  headless: { doc: 'agent, platform and user interface in one process, without a window', value: yes, roles: ['headless'], startOnly: true },
  'upload-server': { hint: 'HOST:PORT', doc: 'the platform that gets what the agent collects', value: hostPort, roles: ['agent'] },
  'license-key-file': { hint: 'FILE', doc: 'file with the license key that the platform issued for the agent', value: text, roles: ['agent'] },
  'ca-file': { hint: 'FILE', doc: 'certificates (PEM) by which the platform is trusted', value: text, roles: ['agent'] },
  fingerprint: { hint: 'SHA256', doc: "the fingerprint of the platform's certificate, in place of --ca-file", value: fingerprint, roles: ['agent'] },
  'log-level': { hint: 'LEVEL', doc: 'trace, debug, info, warn, error or silent (default: info)', value: level, roles: ALL },
} as const satisfies Record<string, Option>

export type OptionName = keyof typeof OPTIONS
export type Given = { readonly [Name in OptionName]?: z.output<(typeof OPTIONS)[Name]['value']> }

export const optionOf = (name: OptionName): Option => OPTIONS[name]
export const isOption = (name: string): name is OptionName => Object.hasOwn(OPTIONS, name)
// the keys of an object literal are exactly its type's keys
export const optionNames = Object.keys(OPTIONS) as OptionName[]
export const variableOf = (name: OptionName): string => `WATCHPOST_${name.toUpperCase().replaceAll('-', '_')}`

/** `--help`, from the table above. */
export function helpOf(role: Role): string {
  const lines = optionNames
    .map((name) => ({ name, ...optionOf(name) }))
    .filter(({ roles }) => roles.includes(role))
    .map(({ name, hint, doc }) => `  ${`--${name}${hint === undefined ? '' : ` ${hint}`}`.padEnd(28)}${doc}`)
  return [
    `Usage: watchpost${role === 'headless' ? '' : ` ${role}`} [options]`,
    '',
    ...lines,
    `  ${'--help'.padEnd(28)}show this and end`,
    `  ${'--version'.padEnd(28)}show the version and end`,
    '',
    'Each option can also be given as an environment variable (--log-level as WATCHPOST_LOG_LEVEL) and, but for --data-dir and --headless,',
    'as a key of config.json in the data folder ("log-level"). A flag counts more than a variable, a variable more than the file.',
  ].join('\n')
}
