import { SIZES } from './schema.ts'
import type { Crew } from './crews.ts'
import type { Random } from './random.ts'

const account = (r: Random): readonly number[] => [r.int(1, SIZES.accounts)]

export const billing: readonly Crew[] = [
  {
    application: 'billing-api',
    database: 'billing',
    user: 'billing_app',
    sessions: 2,
    think: [150, 700],
    rhythm: 'day',
    transactions: [
      { doc: 'The balance of an account', weight: 5, steps: [{ sql: 'select holder, balance, currency from account where account_id = $1', values: account }] },
      {
        doc: 'Its open invoices',
        weight: 3,
        steps: [{ sql: 'select invoice_id, amount, due_on from invoice where account_id = $1 and paid_at is null order by due_on', values: account }],
      },
      {
        doc: 'A statement of account',
        weight: 2,
        steps: [
          {
            sql: 'select booked_at::date as day, sum(amount) as moved, count(*) as entries from ledger where account_id = $1 group by 1 order by 1',
            values: account,
          },
        ],
      },
      {
        doc: 'A payment comes in',
        weight: 3,
        begin: 'begin',
        about: [1, SIZES.invoices],
        steps: [
          {
            sql: 'insert into payment (invoice_id, method, amount) values ($1, $2, $3)',
            values: (r, about) => [about, r.of(['card', 'transfer', 'debit']), r.int(5, 400)],
          },
          { sql: 'update invoice set paid_at = now() where invoice_id = $1', values: (_, about) => [about] },
          { sql: "insert into ledger (account_id, amount, note) values ($1, $2, 'payment')", values: (r) => [...account(r), r.int(5, 400)] },
          { sql: 'update account set balance = balance + $2 where account_id = $1', values: (r) => [...account(r), r.int(5, 400)] },
        ],
      },
      {
        doc: 'A new invoice',
        weight: 1,
        steps: [{ sql: 'insert into invoice (account_id, amount, due_on) values ($1, $2, current_date + 30)', values: (r) => [...account(r), r.int(5, 900)] }],
      },
    ],
  },
  {
    application: 'bank-gateway',
    database: 'billing',
    user: 'billing_app',
    sessions: 2,
    think: [700, 3000],
    rhythm: 'day',
    transactions: [
      { doc: 'Ask the bank and wait for its answer', weight: 3, steps: [{ sql: 'select call_bank($1)', values: (r) => [r.int(2, 18) / 10] }] },
      { doc: 'Keep to the rate limit of the bank', weight: 1, steps: [{ sql: 'select pg_sleep($1)', values: (r) => [r.int(5, 15) / 10] }] },
    ],
  },
  {
    application: 'dunning',
    database: 'billing',
    user: 'billing_app',
    sessions: 1,
    think: [6000, 14_000],
    rhythm: 'steady',
    transactions: [
      {
        doc: 'Who is late, by age',
        weight: 1,
        steps: [
          {
            sql: 'select a.currency, width_bucket(current_date - i.due_on, 0, 60, 4) as age, count(*), sum(i.amount) from invoice i join account a using (account_id) where i.paid_at is null and i.due_on < current_date group by 1, 2 order by 1, 2',
          },
        ],
      },
    ],
  },
  {
    application: 'month-end',
    database: 'billing',
    user: 'batch',
    sessions: 2,
    think: [300, 1200],
    rhythm: 'night',
    transactions: [
      {
        doc: 'Interest for a range of accounts',
        weight: 4,
        begin: 'begin',
        about: [1, 180],
        steps: [
          { sql: 'update account set balance = round(balance * 1.0001, 2) where account_id between $1 and $1 + 60', values: (_, about) => [about] },
          { pause: [200, 900] },
          {
            sql: "insert into ledger (account_id, amount, note) select account_id, round(balance * 0.0001, 2), 'interest' from account where account_id between $1 and $1 + 60",
            values: (_, about) => [about],
          },
        ],
      },
      { doc: 'Settlement with the bank', weight: 2, steps: [{ sql: 'select call_bank($1)', values: (r) => [r.int(20, 50) / 10] }] },
      {
        doc: 'Old entries go',
        weight: 1,
        steps: [
          { sql: 'delete from ledger where entry_id <= (select max(entry_id) from ledger) - $1', values: () => [30_000] },
          { sql: 'delete from payment where payment_id <= (select max(payment_id) from payment) - $1', values: () => [20_000] },
          { sql: 'delete from invoice where invoice_id > $1 and invoice_id <= (select max(invoice_id) from invoice) - $1', values: () => [SIZES.invoices] },
        ],
      },
      { doc: 'Statistics and dead rows', weight: 1, steps: [{ sql: 'vacuum (analyze) account' }, { sql: 'vacuum (analyze) ledger' }] },
    ],
  },
]
