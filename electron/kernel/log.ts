import pino from 'pino'

/** One JSON line per event on stderr. Child loggers carry their facts. */
export type Log = pino.Logger

export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent'

/** A value that must never be printed: logs, errors and JSON show `•••`. */
export class Secret {
  readonly #value: string
  constructor(value: string) {
    this.#value = value
  }
  /** The value itself; call it at the last moment. */
  reveal(): string {
    return this.#value
  }
  toString(): string {
    return '•••'
  }
  toJSON(): string {
    return '•••'
  }
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return '•••'
  }
}

const HIDDEN = ['password', 'token', 'key', 'api_token', 'api-token', 'user-token', 'authorization', 'license_key', 'licenseKey', 'proxyPassword']

/** Writes to stderr, because stdout carries the ready line alone. Values under names that hold secrets are censored at two levels. */
export function createLog(level: LogLevel = 'info', to: pino.DestinationStream = pino.destination({ fd: 2, sync: true })): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: HIDDEN.flatMap((name) => [`["${name}"]`, `*["${name}"]`]), censor: '•••' },
    },
    to,
  )
}
