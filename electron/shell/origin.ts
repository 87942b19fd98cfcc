/** Schemes that may leave the application, and only on a click inside our own page. */
const OUTSIDE: readonly string[] = ['https:', 'http:', 'mailto:']

const parse = (address: string): URL | undefined => (URL.canParse(address) ? new URL(address) : undefined)

/** Whether an address belongs to the page that the window is locked to. */
export const isOurs = (address: string, origin: string): boolean => parse(address)?.origin === origin

/** An address in the form that may be handed to the system's browser; undefined: it may not. */
export function externalAddress(address: string): string | undefined {
  const url = parse(address)
  // A name and password in front of the host are there to deceive.
  return url && OUTSIDE.includes(url.protocol) && url.username === '' && url.password === '' ? url.href : undefined
}

/** A path of the user interface on its own origin; undefined when it would lead elsewhere. */
export function innerAddress(path: string, origin: string): string | undefined {
  return path.startsWith('/') && isOurs(`${origin}${path}`, origin) ? `${origin}${path}` : undefined
}
