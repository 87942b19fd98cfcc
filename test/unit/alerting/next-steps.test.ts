import { describe, expect, it } from 'vitest'
import type { RuleForm } from '../../../electron/catalog/rule.ts'
import { rules } from '../../../electron/catalog/rules/_all.generated.ts'

const RULES: readonly (readonly [string, RuleForm])[] = rules.map((rule) => [rule.id, rule])
/** There is no server to ask when these fire. */
const NOBODY_TO_ASK = ['instance-down', 'no-data']
const WRITES =
  /\b(?:insert|update|delete|merge|alter|drop|create|truncate|vacuum|reindex|grant|revoke|set|reset|call|do|copy|pg_terminate_backend|pg_cancel_backend|pg_drop_replication_slot)\b/i

describe.each(RULES)('the rule %s', (id, { next, sql }) => {
  it('says in whole sentences what to do next', () => {
    expect(next).toMatch(/^[A-Z].{60,280}[.]$/)
    expect(next).not.toMatch(/[{}]| {2}/)
  })

  it('has one statement that only reads, unless there is no server to ask', () => {
    if (NOBODY_TO_ASK.includes(id)) {
      expect(sql).toBeUndefined()
      return
    }
    expect(sql).toMatch(/^SELECT\s/)
    expect(sql).not.toMatch(WRITES)
    expect(sql).not.toMatch(/;|--|\s\n/)
  })
})
