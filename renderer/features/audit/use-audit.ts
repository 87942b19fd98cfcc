import { useMemo } from 'react'
import { saveFile } from '../../app/bridge.ts'
import { parseRange } from '../../app/range.ts'
import { useView } from '../../app/state.ts'
import { useScope } from '../../app/use-scope.ts'
import { platform } from '../../data/api.ts'
import { now } from '../../data/clock.ts'
import { useAdmin } from '../../data/use-admin.ts'
import { toCsv } from '../../ui/delimited.ts'
import { auditTable, type Entry } from './words.ts'

const PAGE = 100
/** Entries of one request and of one file. */
const CHUNK = 1000
const MOST = 10_000

interface Asked {
  readonly user: string
  readonly operation: string
  /** As it was typed; '' is any time. */
  readonly range: string
}

/** The query of the operation, `last 2 h` counted from now. Undefined: the range says nothing. */
function queryOf({ user, operation, range }: Asked, zone: 'local' | 'utc') {
  const time = now()
  const read = range === '' ? null : parseRange(range, time, zone)
  const span = read === null ? {} : read.kind === 'last' ? { from: String(time - read.span) } : { from: String(read.from), to: String(read.to) }
  return { ...(user === '' ? {} : { user }), ...(operation === '' ? {} : { operation }), ...span }
}

/** The log as it is asked for in the address. */
export function useAudit() {
  const { own, setOwn, setOwns } = useScope()
  const zone = useView((s) => s.zone)
  const [user, operation, range, before] = [own('user') ?? '', own('operation') ?? '', own('when') ?? '', own('before')]
  const asked = useMemo(() => ({ user, operation, range }), [user, operation, range])
  const invalid = range !== '' && parseRange(range, now(), zone) === null
  const log = useAdmin(
    ['audit', asked, before, zone, invalid],
    (signal) => platform.listAudit({ query: { ...queryOf(asked, zone), limit: String(PAGE), ...(before === null ? {} : { before }) } }, signal),
    before === null ? 10 : 60,
  )
  const change = (patch: Partial<Readonly<Record<'user' | 'operation' | 'when', string>>>) => {
    setOwns({ before: null, ...Object.fromEntries(Object.entries(patch).map(([name, value]) => [name, value === '' ? null : value])) })
  }
  /** Saves everything that passes the filters; resolves to what is to be said about it. */
  const save = async (): Promise<string> => {
    const all: Entry[] = []
    let next: number | null = null
    do {
      const page: Awaited<ReturnType<typeof platform.listAudit>> = await platform.listAudit({
        query: { ...queryOf(asked, zone), limit: String(CHUNK), ...(next === null ? {} : { before: String(next) }) },
      })
      all.push(...page.entries)
      next = page.next
    } while (next !== null && all.length < MOST)
    await saveFile('audit.csv', 'text/csv', toCsv(auditTable(all)))
    return next === null ? '' : `The file has the newest ${String(all.length)} entries; narrow the time for those before.`
  }
  return { log, asked, before, zone, invalid, change, setOwn, own, save }
}
