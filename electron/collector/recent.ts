/** A map that forgets what was not used for longest. */
export interface Recent<V> {
  get(key: string): V | undefined
  set(key: string, value: V): void
  has(key: string): boolean
  clear(): void
}

export function createRecent<V>(limit: number): Recent<V> {
  const entries = new Map<string, V>()
  return {
    has: (key) => entries.has(key),
    clear: () => {
      entries.clear()
    },
    get: (key) => {
      const value = entries.get(key)
      if (value !== undefined) {
        entries.delete(key)
        entries.set(key, value)
      }
      return value
    },
    set: (key, value) => {
      entries.delete(key)
      entries.set(key, value)
      const [oldest] = entries.keys()
      if (entries.size > limit && oldest !== undefined) entries.delete(oldest)
    },
  }
}
