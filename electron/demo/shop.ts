import { SIZES } from './schema.ts'
import type { Crew } from './crews.ts'
import type { Random } from './random.ts'

const customer = (r: Random): readonly number[] => [r.int(1, SIZES.customers)]
const product = (r: Random): readonly number[] => [r.int(1, SIZES.products)]
const same = (_: Random, about: number): readonly number[] => [about]

export const shop: readonly Crew[] = [
  {
    application: 'shop-web',
    database: 'shop',
    user: 'shop_app',
    sessions: 2,
    think: [60, 260],
    rhythm: 'day',
    transactions: [
      { doc: 'A customer signs in', weight: 5, steps: [{ sql: 'select customer_id, full_name, city from customer where customer_id = $1', values: customer }] },
      {
        doc: 'A product page',
        weight: 8,
        steps: [
          {
            sql: 'select p.title, p.price, s.on_hand - s.reserved as available from product p join stock s using (product_id) where p.product_id = $1',
            values: product,
          },
        ],
      },
      {
        doc: 'The last orders of a customer',
        weight: 4,
        steps: [
          {
            sql: 'select o.order_id, o.placed_at, o.total, sum(l.quantity) as items from orders o join order_line l using (order_id) where o.customer_id = $1 group by o.order_id order by o.placed_at desc limit 10',
            values: customer,
          },
        ],
      },
      {
        doc: 'Often bought together',
        weight: 1,
        steps: [
          {
            sql: 'select b.product_id, count(*) as together from order_line a join order_line b using (order_id) where a.product_id = $1 and b.product_id <> a.product_id group by 1 order by 2 desc limit 5',
            values: product,
          },
        ],
      },
      {
        doc: 'Search by title without an index',
        weight: 1,
        steps: [
          {
            sql: "select product_id, title, price from product where title ilike '%' || $1 || '%' order by price limit 24",
            values: (r) => [String(r.int(10, 99))],
          },
        ],
      },
    ],
  },
  {
    application: 'shop-checkout',
    database: 'shop',
    user: 'shop_app',
    sessions: 4,
    think: [500, 1900],
    rhythm: 'day',
    transactions: [
      {
        doc: 'A purchase holds its stock row while the payment is asked for',
        weight: 1,
        begin: 'begin',
        // Everybody wants the same two things: this is where rows are fought over.
        about: [1, 2],
        steps: [
          { sql: 'select on_hand from stock where product_id = $1 for update', values: same },
          { pause: [120, 420] },
          { sql: 'update stock set on_hand = case when on_hand < 10 then 5000 else on_hand - 1 end where product_id = $1', values: same },
          {
            sql: "with o as (insert into orders (customer_id, status, placed_at, total) values ($1, 'paid', now(), $2) returning order_id) insert into order_line select order_id, 1, $3, 1, $2 from o",
            values: (r) => [...customer(r), r.int(10, 300), ...product(r)],
          },
        ],
      },
    ],
  },
  {
    application: 'stock-sync',
    database: 'shop',
    user: 'shop_app',
    sessions: 1,
    think: [9000, 16_000],
    rhythm: 'steady',
    transactions: [
      {
        doc: 'The warehouse corrects a whole category and keeps its rows locked',
        weight: 1,
        begin: 'begin',
        steps: [
          { sql: 'update stock set reserved = reserved + 1 where product_id in (select product_id from product where product_id <= $1)', values: () => [40] },
          { pause: [2500, 6000] },
          { sql: 'update stock set reserved = 0 where product_id <= $1', values: () => [40] },
        ],
      },
    ],
  },
  {
    application: 'shop-cleanup',
    database: 'shop',
    user: 'batch',
    sessions: 1,
    think: [4000, 9000],
    rhythm: 'night',
    transactions: [
      {
        doc: 'Old orders go',
        weight: 1,
        steps: [{ sql: 'delete from orders where order_id <= (select max(order_id) from orders) - $1', values: () => [SIZES.orders] }],
      },
      { doc: 'Statistics and dead rows', weight: 1, steps: [{ sql: 'vacuum (analyze) stock' }, { sql: 'vacuum (analyze) order_line' }] },
    ],
  },
]
