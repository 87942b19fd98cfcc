import type { Login } from './crews.ts'

/** Rows per table: enough for plans that look real, few enough to be made in a second. */
export const SIZES = { customers: 4000, products: 600, orders: 30_000, accounts: 1500, invoices: 20_000, events: 160_000 } as const

/** Roles that work. The role that watches is made beside them. */
export const WORKERS = ['shop_app', 'billing_app', 'analyst', 'batch'] as const satisfies readonly Login[]

/** What each database holds; made by the superuser. */
export const SCHEMAS: Readonly<Record<'shop' | 'billing' | 'analytics', string>> = {
  shop: `
    create table customer (customer_id int primary key, email text not null unique, full_name text not null, city text not null, created_at timestamptz not null);
    create table product (product_id int primary key, sku text not null unique, title text not null, category text not null, price numeric(10,2) not null);
    create table stock (product_id int primary key references product, on_hand int not null, reserved int not null default 0) with (fillfactor = 70);
    create table orders (order_id bigint generated always as identity primary key, customer_id int not null references customer, status text not null, placed_at timestamptz not null, total numeric(12,2) not null);
    create table order_line (order_id bigint not null references orders on delete cascade, line_no int not null, product_id int not null, quantity int not null, price numeric(10,2) not null, primary key (order_id, line_no));
    insert into customer select i, 'customer' || i || '@example.org', 'Customer ' || i, (array['Berlin','Lyon','Porto','Turin','Gdansk','Aarhus'])[1 + i % 6], now() - i * interval '3 hours' from generate_series(1, ${SIZES.customers}) i;
    insert into product select i, 'SKU-' || lpad(i::text, 6, '0'), 'Product ' || i, (array['books','games','garden','kitchen','music','tools'])[1 + i % 6], 5 + (i * 37 % 9000) / 100.0 from generate_series(1, ${SIZES.products}) i;
    insert into stock select product_id, 5000, 0 from product;
    insert into orders (customer_id, status, placed_at, total) select 1 + i * 7919 % ${SIZES.customers}, (array['paid','shipped','shipped','returned'])[1 + i % 4], now() - (${SIZES.orders} - i) * interval '2 minutes', 20 + i * 31 % 400 from generate_series(1, ${SIZES.orders}) i;
    insert into order_line select o, l, 1 + (o * 13 + l * 101) % ${SIZES.products}, 1 + (o + l) % 4, 5 + (o * 37 % 9000) / 100.0 from generate_series(1, ${SIZES.orders}) o, generate_series(1, 3) l;
    create index on orders (customer_id);
    create index on orders (placed_at);
    create index on order_line (product_id);`,
  billing: `
    create table account (account_id int primary key, holder text not null, balance numeric(14,2) not null, currency char(3) not null) with (fillfactor = 80);
    create table invoice (invoice_id bigint generated always as identity primary key, account_id int not null references account, amount numeric(12,2) not null, due_on date not null, paid_at timestamptz);
    create table payment (payment_id bigint generated always as identity primary key, invoice_id bigint not null, method text not null, amount numeric(12,2) not null, received_at timestamptz not null default now());
    create table ledger (entry_id bigint generated always as identity primary key, account_id int not null, amount numeric(12,2) not null, booked_at timestamptz not null default now(), note text not null);
    insert into account select i, 'Holder ' || i, 1000 + i % 500, (array['EUR','EUR','PLN','DKK'])[1 + i % 4] from generate_series(1, ${SIZES.accounts}) i;
    insert into invoice (account_id, amount, due_on, paid_at) select 1 + i * 104729 % ${SIZES.accounts}, 10 + i * 17 % 900, current_date + (i % 60 - 30), case when i % 5 > 0 then now() - i * interval '1 minute' end from generate_series(1, ${SIZES.invoices}) i;
    insert into ledger (account_id, amount, note) select 1 + i * 31 % ${SIZES.accounts}, i % 200 - 100, 'opening entry' from generate_series(1, 10000) i;
    create index on invoice (account_id);
    create index on invoice (due_on) where paid_at is null;
    create index on ledger (account_id);
    create function call_bank(seconds float8) returns text language plpgsql as $$ begin perform pg_sleep(seconds); return 'accepted'; end $$;`,
  analytics: `
    create table event (event_id bigint generated always as identity primary key, visitor_id int not null, page text not null, kind text not null, duration_ms int not null, happened_at timestamptz not null default now());
    create table page_day (page text not null, day date not null, views bigint not null, visitors bigint not null, primary key (page, day));
    insert into event (visitor_id, page, kind, duration_ms, happened_at) select i * 7 % 9000, '/page/' || i % 120, (array['view','view','view','click','buy'])[1 + i % 5], 20 + i * 13 % 4000, now() - (${SIZES.events} - i) * interval '5 seconds' from generate_series(1, ${SIZES.events}) i;
    create index on event (happened_at);
    create materialized view visitor_summary as select visitor_id, count(*) as events, max(happened_at) as last_seen from event group by visitor_id;
    alter materialized view visitor_summary owner to batch;`,
}

/** Lets the four roles work on everything in the present database. */
export const GRANTS = `
  grant usage on schema public to ${WORKERS.join(', ')};
  grant select, insert, update, delete on all tables in schema public to ${WORKERS.join(', ')};
  grant usage on all sequences in schema public to ${WORKERS.join(', ')};`
