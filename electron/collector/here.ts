import { hostname, networkInterfaces } from 'node:os'

/** Addresses come and go seldom, and asking for them is a round of system calls, ms. */
const LOOK_AGAIN = 60_000
let looked = { at: -Infinity, addresses: new Set<string>() }

function addresses(): ReadonlySet<string> {
  if (performance.now() - looked.at > LOOK_AGAIN)
    looked = { at: performance.now(), addresses: new Set(Object.values(networkInterfaces()).flatMap((all) => all?.map(({ address }) => address) ?? [])) }
  return looked.addresses
}

/** Whether an address is one of this machine's own: then its metrics are the database's. */
export const isHere = (host: string): boolean =>
  host.startsWith('/') || host === 'localhost' || host === '::1' || host.startsWith('127.') || host === hostname() || addresses().has(host)
