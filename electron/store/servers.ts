import type { WriteDb } from './db.ts'
import type { Config, StoredAgent } from './store.ts'

interface AgentRow {
  readonly id: string
  readonly name: string
  readonly url: string | null
  readonly sealed_key: string
  readonly key_hash: string
  readonly pin: string | null
  readonly embedded: number
}

const agentOf = ({ sealed_key, key_hash, embedded, ...row }: AgentRow): StoredAgent => ({
  ...row,
  sealedKey: sealed_key,
  keyHash: key_hash,
  embedded: embedded === 1,
})

/** The agents that may upload. */
export function createServers(db: WriteDb): Pick<Config, 'agents' | 'putAgent'> {
  const all = db.prepare<[], AgentRow>('select * from agent order by id')
  const put = db.prepare<AgentRow>(
    `insert into agent (id, name, url, sealed_key, key_hash, pin, embedded) values (@id, @name, @url, @sealed_key, @key_hash, @pin, @embedded)
     on conflict do update set name = @name, url = @url, sealed_key = @sealed_key, key_hash = @key_hash, pin = @pin, embedded = @embedded`,
  )
  return {
    agents: () => all.all().map(agentOf),
    putAgent({ sealedKey, keyHash, embedded, ...agent }) {
      put.run({ ...agent, sealed_key: sealedKey, key_hash: keyHash, embedded: embedded ? 1 : 0 })
    },
  }
}
