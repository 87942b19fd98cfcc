import { wordsOf } from '../kernel/words.ts'

/** Where and as whom we wanted to connect. */
interface Address {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly database: string
}

/** Why there is no session, for people: what failed and what to do about it. Never holds the password. */
export function causeOf(thrown: unknown, to: Address): string {
  const error = firstOf(thrown)
  const place = to.host.startsWith('/') ? `${to.host}/.s.PGSQL.${to.port}` : `${to.host}:${to.port}`
  const words = wordsOf(error)
  switch (codeOf(error)) {
    case 'ECONNREFUSED':
    case 'ENOENT':
      return `nothing listens on ${place}; check host and port, that the server runs, and its listen_addresses`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `the host name "${to.host}" is not known; check its spelling, or give an address`
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return `${place} cannot be reached; check host, port and firewalls`
    case 'ECONNRESET':
    case 'EPIPE':
      return `${place} closed the connection; is a PostgreSQL server behind it?`
    case '28P01':
      return `the password of user "${to.user}" is not accepted; check user and password`
    case '28000':
      return words.includes('pg_hba.conf')
        ? `pg_hba.conf of the server does not let user "${to.user}" into database "${to.database}" from here (${words}); add a line such as: host ${to.database} ${to.user} <our address>/32 scram-sha-256`
        : `user "${to.user}" may not log in: ${words}`
    case '3D000':
      return `the database "${to.database}" does not exist; choose another one for the connection`
    case '42501':
      return `user "${to.user}" may not connect to database "${to.database}"; GRANT CONNECT, or choose another database`
    case '53300':
      return `the server has no free connection (${words}); raise max_connections or close sessions`
    case '57P01':
    case '57P02':
      return 'the server was shut down or ended our session; it is tried again'
    case '57P03':
      return `the server does not accept connections yet: ${words}`
  }
  if (/timeout expired|timed out/i.test(words)) return `${place} accepted the connection but did not answer; is it a PostgreSQL server, and is it alive?`
  if (words.includes('does not support SSL')) return 'the server offers no TLS, which the connection demands; set sslmode to prefer, or ssl = on in the server'
  if (words.includes('client password must be')) return `the server asks for a password and none is given for user "${to.user}"`
  if (/certificate|self.signed|altname/i.test(words)) return `the server's certificate is not accepted: ${words}`
  return words
}

/** A host name with several addresses fails with several errors; the first that is not "unreachable family" tells most. */
function firstOf(thrown: unknown): unknown {
  return thrown instanceof AggregateError && thrown.errors.length > 0 ? thrown.errors[0] : thrown
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
