/** A directory server, asked whether a password is somebody's: by a bind as themselves. */
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { Client, Filter, InvalidCredentialsError, NoSuchObjectError } from 'ldapts'
import type { LdapSettings } from '../../shared/model/access.ts'
import { isLinkLocal } from '../kernel/dial.ts'
import { wordsOf } from '../kernel/words.ts'

/** For the connection, and for each question. */
const TIMEOUT_MS = 5_000

export interface Person {
  readonly login: string
  readonly email: string
}

/** `wrong`: the directory says so. `failed`: it could not be asked, or cannot say who is meant. */
export type Verdict = { readonly kind: 'right' } | { readonly kind: 'wrong' | 'failed'; readonly why: string }

/** A value in a DN (RFC 4514), so that no name can add a part to it. */
const inDn = (value: string): string =>
  value
    .replace(/[\\,+"<>;=#]/g, '\\$&')
    .replace(/\0/g, '\\00')
    .replace(/^ | $/g, '\\ ')

const filled = (pattern: string, person: Person, escaped: (value: string) => string): string =>
  pattern.replace(/\{(login|email)\}/g, (_, name: 'login' | 'email') => escaped(person[name]))

/** Its address without the brackets of IPv6. */
const hostOf = (url: string): string => new URL(url.replace(/^ldaps?:/, 'https:')).hostname.replace(/^\[|\]$/g, '')

const isHere = (host: string): boolean => host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)

/** Why such settings are not acceptable; undefined when they are. */
export function faultOf({ url, start_tls: startTls, user_dn: userDn, search }: LdapSettings): { readonly field: string; readonly why: string } | undefined {
  const secure = url.startsWith('ldaps:')
  if (secure && startTls) return { field: 'start_tls', why: 'is for ldap:// addresses; ldaps:// is encrypted from the beginning' }
  if (!secure && !startTls && !isHere(hostOf(url))) return { field: 'start_tls', why: 'is needed with ldap://: passwords do not travel unencrypted' }
  if ((userDn === '') === (search === null)) return { field: 'user_dn', why: 'or search must be given, and not both' }
  const named = /\{(?:login|email)\}/
  if (search === null && !named.test(userDn)) return { field: 'user_dn', why: 'must contain {login} or {email}' }
  if (search !== null && !named.test(search.filter)) return { field: 'search.filter', why: 'must contain {login} or {email}' }
  return undefined
}

async function withClient<T>(settings: LdapSettings, use: (client: Client) => Promise<T>): Promise<T> {
  const host = hostOf(settings.url)
  for (const { address } of await lookup(host, { all: true }))
    if (isLinkLocal(address)) throw new Error(`${address} is a link-local address; requests to such addresses are refused`)
  const tls = { host, ...(isIP(host) === 0 && { servername: host }), ...(settings.ca !== '' && { ca: settings.ca }) }
  const client = new Client({
    url: settings.url,
    timeout: TIMEOUT_MS,
    connectTimeout: TIMEOUT_MS,
    ...(settings.url.startsWith('ldaps:') && { tlsOptions: tls }),
  })
  try {
    if (settings.start_tls) await client.startTLS(tls)
    return await use(client)
  } finally {
    await client.unbind().catch(() => undefined)
  }
}

/** The DN of the one entry that is this person. */
async function findDn(settings: LdapSettings, person: Person): Promise<string | undefined> {
  const { search } = settings
  if (search === null) return filled(settings.user_dn, person, inDn)
  return withClient(settings, async (client) => {
    if (search.bind_dn !== '') await bindAsSearcher(client, search.bind_dn, search.bind_password ?? '')
    const filter = filled(search.filter, person, (value) => Filter.escape(value))
    const { searchEntries } = await client.search(search.base, { scope: 'sub', filter, sizeLimit: 2, attributes: ['1.1'] })
    if (searchEntries.length > 1) throw new Error('the search finds several entries for one user; make its filter narrower')
    return searchEntries[0]?.dn
  })
}

async function bindAsSearcher(client: Client, dn: string, password: string): Promise<void> {
  try {
    await client.bind(dn, password)
  } catch (error) {
    throw new Error(`the search cannot sign in as ${dn}: ${wordsOf(error)}`, { cause: error })
  }
}

/** Asks the directory. Never throws. */
export async function verifyAt(settings: LdapSettings, person: Person, password: string): Promise<Verdict> {
  // To many servers a bind without a password is an anonymous one, which succeeds.
  if (password === '') return { kind: 'wrong', why: 'the password is empty' }
  try {
    const dn = await findDn(settings, person)
    if (dn === undefined) return { kind: 'wrong', why: 'the search finds no entry for this user' }
    await withClient(settings, (client) => client.bind(dn, password))
    return { kind: 'right' }
  } catch (error) {
    const wrong = error instanceof InvalidCredentialsError || error instanceof NoSuchObjectError
    return wrong ? { kind: 'wrong', why: 'the directory does not accept name and password' } : { kind: 'failed', why: wordsOf(error) }
  }
}
