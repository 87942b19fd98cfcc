import { constants } from 'node:fs'
import { access, readFile, readlink } from 'node:fs/promises'
import * as path from 'node:path'
import { wordsOf } from '../../kernel/words.ts'
import { compareVersions } from '../due.ts'
import type { Facts } from '../facts.ts'
import type { Session } from '../target.ts'
import { readCsv } from './csv.ts'
import type { LogFormat, LogFormatName } from './entry.ts'
import { readJson } from './json.ts'
import { stderrFormat } from './stderr.ts'

/** The log of a server that runs on this machine. */
export interface LogPlace {
  readonly name: LogFormatName
  readonly file: string
  /** What the names of the log's files look like, as a regular expression, when the server makes new ones; undefined when it writes one only. */
  readonly siblings: string | undefined
  readonly format: LogFormat
  readonly formatOf: (name: LogFormatName) => LogFormat
  /** log_timezone */
  readonly timezone: string
}

/** Why the log cannot be read, and what mends that. */
export interface NoLog {
  readonly why: string
  readonly mend: string
}

const TIMEOUT = 5
/** The best first. */
const FORMATS: readonly LogFormatName[] = ['jsonlog', 'csvlog', 'stderr']
const ENDING: Readonly<Record<LogFormatName, string>> = { jsonlog: '.json', csvlog: '.csv', stderr: '' }

const SETTINGS = [
  ...['data_directory', 'log_directory', 'log_filename', 'log_destination', 'logging_collector', 'log_line_prefix'],
  ...['log_timezone', 'lc_messages', 'cluster_name'],
] as const

const ASKED = `
  select pg_backend_pid()::text as pid, has_function_privilege('pg_current_logfile(text)', 'execute')::text as allowed,
    ${SETTINGS.map((name) => `current_setting('${name}') as ${name}`).join(', ')}`

async function ask(session: Session, sql: string): Promise<ReadonlyMap<string, string | null>> {
  const { names, rows } = await session.query(sql, TIMEOUT)
  return new Map(names.map((name, i) => [name, rows[0]?.[i] ?? null]))
}

/** The present file of each format: asked of the server, which lets members of pg_monitor know from version 16 on, or else in the file where it notes them. */
async function currentFiles(
  session: Session,
  formats: readonly LogFormatName[],
  folder: string,
  allowed: boolean,
): Promise<ReadonlyMap<string, string | null>> {
  if (allowed) return ask(session, `select ${formats.map((name) => `pg_current_logfile('${name}') as ${name}`).join(', ')}`)
  const noted = await readFile(path.join(folder, 'current_logfiles'), 'utf8')
  return new Map(
    noted.split('\n').flatMap((line) => {
      const [, name = '', file = ''] = /^(\w+) (.+)$/.exec(line) ?? []
      return name === '' ? [] : [[name, file] as const]
    }),
  )
}

/** Asks the server where its log is and sees whether we may read it. */
export async function findLog(session: Session, { version }: Facts): Promise<LogPlace | NoLog> {
  const formats = FORMATS.filter((name) => name !== 'jsonlog' || compareVersions(version, '15') >= 0)
  let asked: ReadonlyMap<string, string | null>
  try {
    asked = await ask(session, ASKED)
  } catch (error) {
    if (session.ended() !== undefined) throw error
    return { why: `The user may not ask where the log is: ${wordsOf(error)}`, mend: 'GRANT pg_monitor TO <user>;' }
  }
  let current: ReadonlyMap<string, string | null> = new Map()
  if (asked.get('logging_collector') === 'on')
    try {
      current = await currentFiles(session, formats, asked.get('data_directory') ?? '', asked.get('allowed') === 'true')
    } catch (error) {
      if (session.ended() !== undefined) throw error
      return { why: 'The user may not ask which file the log is in', mend: 'GRANT EXECUTE ON FUNCTION pg_current_logfile(text) TO <user>;' }
    }
  const setting = (name: (typeof SETTINGS)[number] | LogFormatName | 'pid'): string => current.get(name) ?? asked.get(name) ?? ''
  const name = formats.find((one) => setting(one) !== '') ?? 'stderr'
  if (name === 'stderr' && !/^(?:C|POSIX|en)\b|^$|^en_|^C\./.test(setting('lc_messages')))
    return {
      why: `The log is written in another language (lc_messages is ${setting('lc_messages')}) and in no format that tells the parts of a message`,
      mend: "ALTER SYSTEM SET lc_messages = 'C';\nSELECT pg_reload_conf();",
    }
  const collected = setting(name) !== ''
  const file = collected ? path.resolve(setting('data_directory'), setting(name)) : await uncollected(setting)
  if (file === undefined) return NOT_COLLECTED
  const unreadable = await whyNot(file)
  if (unreadable !== undefined) return unreadable
  const formatOf = (one: LogFormatName): LogFormat => (one === 'jsonlog' ? readJson : one === 'csvlog' ? readCsv : stderrFormat(setting('log_line_prefix')))
  return {
    name,
    file,
    siblings: collected ? namesOf(setting('log_filename'), ENDING[name]) : undefined,
    format: formatOf(name),
    formatOf,
    timezone: setting('log_timezone'),
  }
}

const NOT_COLLECTED: NoLog = {
  why: 'The server does not write its log to a file that can be found (logging_collector is off)',
  mend: "ALTER SYSTEM SET logging_collector = on;\n-- csvlog instead of jsonlog before version 15:\nALTER SYSTEM SET log_destination = 'stderr,jsonlog';\n-- restart the server",
}

/** Names that log_filename makes: its escapes stand for anything. */
function namesOf(pattern: string, ending: string): string {
  const stem = ending === '' ? pattern : pattern.replace(/\.log$/, '') + ending
  return `^${stem.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&').replace(/%[a-zA-Z]/g, '.+')}$`
}

/** Without the collector: where the server's process writes to, or where Debian's tools let it. */
async function uncollected(setting: (name: 'pid' | 'data_directory' | 'cluster_name') => string): Promise<string | undefined> {
  const status = await readFile(`/proc/${setting('pid')}/stat`, 'utf8').catch(() => '')
  const parent = status.slice(status.lastIndexOf(')') + 2).split(' ')[1]
  // In a container the same number may be somebody else's: a server works in its own folder.
  const [folder, target] = await Promise.all([`/proc/${parent ?? ''}/cwd`, `/proc/${parent ?? ''}/fd/2`].map((link) => readlink(link).catch(() => '')))
  if (folder === setting('data_directory') && target?.startsWith('/') === true && !target.startsWith('/dev/')) return target
  const [, version, name] = /^(\d+)\/([\w.-]+)$/.exec(setting('cluster_name')) ?? []
  return version === undefined || name === undefined ? undefined : `/var/log/postgresql/postgresql-${version}-${name}.log`
}

async function whyNot(file: string): Promise<NoLog | undefined> {
  try {
    await access(file, constants.R_OK)
    return undefined
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
    return missing
      ? { why: `The log ${file} is not on this machine: the server runs in a container, or elsewhere`, mend: '-- run an agent where the server runs' }
      : {
          why: `The log ${file} may not be read by the user that runs the agent`,
          mend: "-- on Debian, as root of the machine: adduser <the agent's user> adm\n-- elsewhere make that user a member of the server's group, which must be able to enter the folder, and\nALTER SYSTEM SET log_file_mode = '0640';\nSELECT pg_reload_conf();",
        }
  }
}
