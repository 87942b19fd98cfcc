import type { WriteDb } from './db.ts'
import type { Config, StoredAudit } from './store.ts'

type AuditRow = Omit<StoredAudit, 'request' | 'before' | 'after'> & { readonly request: string; readonly before: string; readonly after: string }

const entryOf = ({ request, before, after, ...row }: AuditRow): StoredAudit => {
  const value = (text: string): unknown => JSON.parse(text)
  return { ...row, request: value(request), before: value(before), after: value(after) }
}
interface Where {
  readonly before: number
  readonly limit: number
  readonly user: string | null
  readonly operation: string | null
  readonly path: string | null
  readonly from: number | null
  readonly to: number | null
}
const textOf = (value: unknown): string => JSON.stringify(value ?? null)

/** Who has written what. */
export function createAudit(db: WriteDb): Pick<Config, 'beginAudit' | 'endAudit' | 'audit' | 'auditOperations' | 'forgetAudit'> {
  const begin = db.prepare<Omit<AuditRow, 'id'>>(
    `insert into audit (time, login, email, address, operation, method, path, request, before, after, failure)
     values (@time, @login, @email, @address, @operation, @method, @path, @request, @before, @after, @failure)`,
  )
  const end = db.prepare<[string, string, number]>('update audit set after = ?, failure = ? where id = ?')
  const page = db.prepare<Where, AuditRow>(
    `select * from audit
     where id < @before and (@user is null or login = @user collate nocase or email = @user collate nocase)
       and (@operation is null or operation = @operation) and (@path is null or instr(path, @path) > 0)
       and (@from is null or time >= @from) and (@to is null or time < @to)
     order by id desc limit @limit`,
  )
  const operations = db.prepare<[], string>('select distinct operation from audit order by operation').pluck()
  const forget = db.prepare<[number]>('delete from audit where time < ?')
  return {
    beginAudit: ({ request, before, after, ...entry }) =>
      Number(begin.run({ ...entry, request: textOf(request), before: textOf(before), after: textOf(after) }).lastInsertRowid),
    endAudit(id, after, failure) {
      end.run(textOf(after), failure, id)
    },
    audit: ({ before = Number.MAX_SAFE_INTEGER, limit, user = null, operation = null, path = null, from = null, to = null }) =>
      page.all({ before, limit, user, operation, path, from, to }).map(entryOf),
    auditOperations: () => operations.all(),
    forgetAudit(before) {
      forget.run(before)
    },
  }
}
