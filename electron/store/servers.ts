import type { WriteDb } from './db.ts'
import type { Config, StoredAgent, StoredLicenseKey } from './store.ts'

type AgentRow = Omit<StoredAgent, 'embedded'> & { readonly embedded: number }
type KeyRow = Omit<StoredLicenseKey, 'firstUsed'> & { readonly first_used: number | null }

const agentOf = ({ embedded, ...row }: AgentRow): StoredAgent => ({ ...row, embedded: embedded === 1 })
const keyOf = ({ first_used, ...row }: KeyRow): StoredLicenseKey => ({ ...row, firstUsed: first_used })

/** The agents that may upload, and their license keys. */
export function createServers(db: WriteDb): Pick<Config, 'agents' | 'putAgent' | 'dropAgent' | 'licenseKeys' | 'licenseKey' | 'putLicenseKey'> {
  const all = db.prepare<[], AgentRow>('select id, name, url, pin, fingerprint, embedded from agent order by embedded desc, name collate nocase, id')
  const put = db.prepare<AgentRow>(
    `insert into agent (id, name, url, pin, fingerprint, embedded) values (@id, @name, @url, @pin, @fingerprint, @embedded)
     on conflict do update set name = @name, url = @url, pin = @pin, fingerprint = @fingerprint, embedded = @embedded`,
  )
  const drop = db.prepare<[string]>('delete from agent where id = ?')
  const keys = db.prepare<[string], KeyRow>('select * from license_key where agent = ? order by issued desc, ends is null desc, hash')
  const byHash = db.prepare<[string], KeyRow>('select * from license_key where hash = ?')
  const putKey = db.prepare<KeyRow>(
    `insert into license_key (hash, agent, sealed, issued, ends, revoked, first_used) values (@hash, @agent, @sealed, @issued, @ends, @revoked, @first_used)
     on conflict do update set ends = @ends, revoked = @revoked, first_used = @first_used`,
  )
  return {
    agents: () => all.all().map(agentOf),
    putAgent({ embedded, ...agent }) {
      put.run({ ...agent, embedded: embedded ? 1 : 0 })
    },
    dropAgent(id) {
      drop.run(id)
    },
    licenseKeys: (agent) => keys.all(agent).map(keyOf),
    licenseKey(hash) {
      const row = byHash.get(hash)
      return row && keyOf(row)
    },
    putLicenseKey({ firstUsed, ...key }) {
      putKey.run({ ...key, first_used: firstUsed })
    },
  }
}
