import type { Facts } from '../facts.ts'
import type { Checked } from '../ready.ts'
import type { Session } from '../target.ts'
import { findLog, type NoLog } from './where.ts'

const ELSEWHERE: NoLog = {
  why: 'The server runs on another machine, and its log is read only where it is written',
  mend: '-- run an agent on the machine of the server, and declare the connection there',
}

/** Whether the server's log can be read from here. `user` is quoted as SQL wants it. */
export async function checkLog(session: Session, facts: Facts, { host, user }: { readonly host: boolean; readonly user: string }): Promise<Checked> {
  const found = host ? await findLog(session, facts) : ELSEWHERE
  const no = 'why' in found ? found : undefined
  return {
    id: 'server-log',
    doc: 'The log of the server can be read.',
    ok: no === undefined,
    blocks: false,
    hint: no === undefined ? '' : `${no.why}. Without it errors, slow statements and the texts of deadlocks are not known.`,
    mend: no?.mend.replaceAll('<user>', user) ?? '',
    affects: ['log-messages', 'log-entries', 'slow-statements', 'deadlocks'],
  }
}
