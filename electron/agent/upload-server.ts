import type { Certificate } from '../../shared/model/agents.ts'
import { showCertificate, type ProxySettings, type Trust } from '../kernel/client.ts'
import type { State, UploadServer } from './state.ts'

/** Where uploads go and whom to believe there, by the settings of the moment. */
export interface UploadTarget {
  /** null: nobody has said. */
  server(): UploadServer | null
  /** Uploads go to the platform that this agent is part of, because nobody has chosen another. */
  readonly isOwn: boolean
  /** null: back to the platform that this agent is part of. */
  choose(server: UploadServer | null): void
  trust(server: UploadServer): Trust
  /** How to get there: the proxy that is set, else the environment's unless that is switched off. */
  way(): { readonly proxy: ProxySettings | undefined; readonly useEnvProxy: boolean }
  /** The certificate that was accepted for this server, null when none was. */
  accepted(server: UploadServer): Certificate | null
  /** What the server shows in a handshake; nothing is sent to it. @throws Unreachable */
  look(server: UploadServer): Promise<Certificate>
  /** From now on this is the public key the server must have. */
  accept(server: UploadServer, certificate: Certificate): void
}

const same = (a: UploadServer, b: UploadServer): boolean => a.host === b.host && a.port === b.port

/** Host and port as an address has them. */
export const placeOf = ({ host, port }: UploadServer): string => `${host.includes(':') ? `[${host}]` : host}:${String(port)}`

export function createUploadTarget(state: State, trust: Trust, own: (UploadServer & { readonly pin: string }) | undefined): UploadTarget {
  const ownServer = own === undefined ? null : { host: own.host, port: own.port }
  // To choose what is used anyway is to choose nothing: the own platform's port may be another one at the next start.
  const choose = (server: UploadServer | null): void => {
    const chosen = server !== null && ownServer !== null && same(server, ownServer) ? null : server
    state.change((settings) => ({ ...settings, uploadServer: chosen }))
  }
  if (state.settings.uploadServer !== null) choose(state.settings.uploadServer)
  const way: UploadTarget['way'] = () => ({ proxy: state.settings.proxy ?? undefined, useEnvProxy: !state.settings.removeProxyOsEnv })
  const accepted: UploadTarget['accepted'] = (server) => {
    const one = state.settings.serverCertificate
    return one !== null && same(one, server) ? { fingerprint: one.fingerprint, pin: one.pin } : null
  }
  return {
    server: () => state.settings.uploadServer ?? ownServer,
    get isOwn() {
      return state.settings.uploadServer === null && ownServer !== null
    },
    choose,
    trust: (server) => {
      if (own !== undefined && same(server, own)) return { pin: own.pin }
      const pin = accepted(server)?.pin
      return pin === undefined ? trust : { pin }
    },
    way,
    accepted,
    look: (server) => showCertificate(`https://${placeOf(server)}/`, way()),
    accept: ({ host, port }, { fingerprint, pin }) => {
      state.change((settings) => ({ ...settings, serverCertificate: { host, port, fingerprint, pin } }))
    },
  }
}
