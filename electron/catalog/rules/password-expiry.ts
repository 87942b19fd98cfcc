import { defineRule, timeLeft } from '../rule.ts'

/** One that has been over for longer is meant to be: a role that was shut out on purpose. */
const LONG_OVER = -7 * 86_400

export default defineRule({
  id: 'password-expiry',
  title: 'Password expires',
  doc: 'The password of a role that may log in is about to end (VALID UNTIL); roles whose password ended more than a week ago are left out.',
  measure: 'the time until the first password expires',
  unit: 's',
  falling: true,
  warning: 14 * 86_400,
  critical: 2 * 86_400,
  occurrences: 1,
  each: 60,
  reads: { passwords: ['valid_until'] },
  of: (input) => {
    const reading = input.readings('passwords').at(-1)
    if (reading === undefined) return null
    const all = Array.from({ length: reading.rows }, (_, row) => ({
      ...timeLeft(reading, row),
      subject: `"${reading.text('user_name', row) ?? ''}"${reading.text('ours', row) === 'true' ? ', which watches this server' : ''}`,
    }))
    const [first] = all.filter(({ value }) => value > LONG_OVER).sort((a, b) => a.value - b.value)
    return first ?? { value: NONE }
  },
  message: 'The password of the role {subject} {ends} on {when}',
  next: 'Give the role a new password with a later VALID UNTIL, and its programs the new password, before the old one ends. Of the role that watches this server, change it under Connections too.',
  sql: `SELECT rolname, rolvaliduntil
FROM pg_roles
WHERE rolcanlogin AND rolvaliduntil < now() + interval '30 days'
ORDER BY rolvaliduntil`,
})

/** No password has an end. */
const NONE = 100 * 365 * 86_400
