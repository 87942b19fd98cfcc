/** Fields of a connection as a URI gives them; absent parts are left out. */
export interface UriParts {
  host?: string
  port?: string
  user?: string
  password?: string
  database?: string
  sslmode?: string
  name?: string
}

/** Takes `postgresql://user:password@host:port/database?sslmode=…` apart. Null for anything else, or several hosts. */
export function readUri(text: string): UriParts | null {
  const found = /^postgres(?:ql)?:\/\/(?:([^:@/]*)(?::([^@/]*))?@)?(\[[^\]]+\]|[^:/?,]*)(?::(\d+))?(?:\/([^?]*))?(?:\?(.*))?$/.exec(text.trim())
  if (found === null) return null
  try {
    const [user, password, host, port, database] = found
      .slice(1, 6)
      .map((part: string | undefined) => (part === undefined || part === '' ? undefined : decodeURIComponent(part)))
    const sslmode = new URLSearchParams(found[6] ?? '').get('sslmode')
    const bare = host?.replace(/^\[|\]$/g, '')
    return {
      ...(bare === undefined ? {} : { host: bare, name: bare.split('.')[0] ?? bare }),
      ...(port === undefined ? {} : { port }),
      ...(user === undefined ? {} : { user }),
      ...(password === undefined ? {} : { password }),
      ...(database === undefined ? {} : { database }),
      ...(sslmode === null ? {} : { sslmode }),
    }
  } catch {
    return null
  }
}
