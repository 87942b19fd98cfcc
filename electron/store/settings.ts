import type { WriteDb } from './db.ts'
import type { Config } from './store.ts'

/** Named texts; what they mean is their reader's business. */
export function createSettings(db: WriteDb): Pick<Config, 'setting' | 'putSetting'> {
  const get = db.prepare<[string], string>('select value from setting where name = ?').pluck()
  const put = db.prepare<[string, string]>('insert into setting (name, value) values (?, ?) on conflict do update set value = excluded.value')
  return {
    setting: (name) => get.get(name),
    putSetting(name, value) {
      put.run(name, value)
    },
  }
}
