/*
 * Times the pages and calls of every role, in a market with few orders and in one with many. One
 * buyer has a hundredth of them, and one farm a fortieth.
 */

import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Sql } from 'postgres';
import { dayInNairobi, daysAfter, monthInNairobi } from '#rules/day.ts';
import { reportFigure } from './figures.ts';
import { headersOf, makeBuyers } from './order-rounds.ts';
import { onPostgres, withProducts } from './postgres-server.ts';
import { bundled, startApp } from './server-process.ts';

const SIZES = (process.env.BENCH_HISTORY ?? '1000,2000000').split(',').map(Number);
const TIMES = 30;
const PRODUCTS = 2000;
const BUYERS = 1000;
const DAYS = 730;
const DESK_TOKEN = 'd'.repeat(43);

type Seeded = { buyer: number; farmer: number; order: number; receipt: string };
type Role = 'visitor' | 'buyer' | 'farmer' | 'desk';
/** A body makes it a mutation. */
type Question = { role: Role; path: string; input?: object; body?: object };

const now = new Date();
const questionsOf = ({ farmer, order, receipt }: Seeded): Question[] => [
  { role: 'visitor', path: 'market.farm', input: { farmId: farmer } },
  { role: 'visitor', path: 'market.farmReviews', input: { farmId: farmer } },
  { role: 'buyer', path: 'buyer.profile' },
  { role: 'buyer', path: 'buyer.orders.list', input: {} },
  { role: 'buyer', path: 'buyer.orders.get', input: { orderId: order } },
  { role: 'buyer', path: 'buyer.cart.get' },
  { role: 'buyer', path: 'notifications.list', input: {} },
  { role: 'farmer', path: 'farmer.profile' },
  { role: 'farmer', path: 'farmer.overview' },
  { role: 'farmer', path: 'farmer.products.list', input: {} },
  { role: 'farmer', path: 'farmer.orders.list', input: {} },
  { role: 'farmer', path: 'farmer.payments.list', input: {} },
  { role: 'farmer', path: 'farmer.payments.summary' },
  { role: 'farmer', path: 'farmer.payments.statement', input: { month: monthInNairobi(now) } },
  { role: 'desk', path: 'desk.cases.list' },
  { role: 'desk', path: 'desk.cases.order', input: { id: order } },
  { role: 'desk', path: 'desk.cases.account', input: { id: farmer } },
  { role: 'desk', path: 'desk.cases.payouts', input: { isAll: true, afterId: null } },
  { role: 'desk', path: 'desk.cases.search', body: { text: `#${order}` } },
  { role: 'desk', path: 'desk.cases.search', body: { text: receipt } },
  { role: 'desk', path: 'desk.statement', input: { day: daysAfter(dayInNairobi(now), -2) } },
  { role: 'desk', path: 'desk.figures.get', input: { weeks: 12 } },
];

await onPostgres(async (server) => {
  const program = await bundled('app-server.ts');
  const first: number[] = [];
  for (const orders of SIZES)
    await withProducts(server, PRODUCTS, async ({ url, folder, sql }) => {
      const seeded = await seedOrders(sql, orders);
      const app = await startApp(program, { DATABASE_URL: url, DATA_DIR: folder });
      const agent = new Agent({ keepAlive: true });
      try {
        for (const [at, question] of questionsOf(seeded).entries()) {
          const p50 = await medianOf(() => ask(app.origin, question, { seeded, agent }));
          first[at] ??= p50;
          reportFigure({
            area: 'history',
            what: `${question.role}: ${question.path}, ${orders.toLocaleString('en-GB')} orders`,
            p50,
            ...(orders !== SIZES[0] && { note: `${(p50 / first[at]).toFixed(2)} times` }),
          });
        }
      } finally {
        agent.destroy();
        await app.stop();
      }
    });
});

/** The first half warms up. */
async function medianOf(run: () => Promise<void>): Promise<number> {
  const milliseconds: number[] = [];
  for (let time = 0; time < 2 * TIMES; time += 1) {
    const startedAt = performance.now();
    await run();
    if (time >= TIMES) milliseconds.push(performance.now() - startedAt);
  }
  milliseconds.sort((one, other) => one - other);
  return Number((milliseconds[TIMES / 2] ?? 0).toPrecision(3));
}

async function ask(
  origin: string,
  { role, path, input, body }: Question,
  { seeded, agent }: { seeded: Seeded; agent: Agent },
) {
  const query = input ? `?input=${encodeURIComponent(JSON.stringify(input))}` : '';
  const login = {
    visitor: {},
    buyer: headersOf(seeded.buyer),
    farmer: headersOf(seeded.farmer),
    desk: { authorization: `Bearer ${DESK_TOKEN}`, 'x-forwarded-for': '20.0.0.1' },
  }[role];
  const method = body ? 'POST' : 'GET';
  const headers = { ...login, ...(body && { 'content-type': 'application/json' }) };
  const asked = request(`${origin}/trpc/${path}${query}`, { agent, method, headers });
  asked.end(body && JSON.stringify(body));
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  const answer = await text(response);
  if (response.statusCode !== 200) throw new Error(`${path}: ${response.statusCode} ${answer}`);
}

/** The triggers that keep a farm's sums would take longer than all rows, so the sums follow. */
async function seedOrders(sql: Sql, orders: number): Promise<Seeded> {
  const buyer = await makeBuyers(sql, BUYERS);
  await sql`insert into buyers (user_id, business_name, business_type)
    select id, 'Duka', 'retail' from users where id >= ${buyer}`;
  const summed = ['orders', 'payments', 'payouts'];
  for (const table of summed) await sql.unsafe(`alter table ${table} disable trigger user`);
  await sql.unsafe(`create table seeds as select row_number() over (order by farmer_id) as place, farmer_id, min(id) as product_id
    from products group by farmer_id`);
  const [{ farms = 0, farmer = 0 } = {}] = await sql<{ farms: number; farmer: number }[]>`
    select count(*)::int as farms, min(farmer_id) as farmer from seeds`;
  const rows = [
    `orders (buyer_id, farmer_id, status, payment_status, fulfilment, subtotal_cents, delivery_fee_cents, total_cents,
      created_at, confirmed_at, paid_at, dispatched_at, completed_at, ended_at, updated_at)
    select case when n % 100 = 0 then ${buyer} else ${buyer} + n % ${BUYERS} end, farmer_id, status::order_status, 'paid', 'collection', 50000, 0, 50000,
      at, at, at, at, ended_at, ended_at, at
    from (select n, at, case when at < now() - interval '2 days' then 'completed' else 'dispatched' end as status,
        case when at < now() - interval '2 days' then at end as ended_at
      from (select n, now() - (${orders} - n) * interval '${DAYS} days' / ${orders} as at from generate_series(1, ${orders}) n) dated) numbered
      join seeds on place = case when n % 40 = 0 then 1 else 1 + n % ${farms} end order by n`,
    `order_lines (order_id, product_id, name, unit, quantity, price_cents, total_cents)
    select id, product_id, 'Maize', 'kg', 10, 5000, 50000 from orders join seeds using (farmer_id)`,
    `order_events (order_id, actor, subject, from_status, to_status, happened_at)
    select id, actor::order_actor, 'status', before, after, created_at
    from orders, (values ('buyer', null, 'pending'), ('farmer', 'pending', 'confirmed')) steps (actor, before, after)`,
    `payments (order_id, farmer_id, method, state, amount_cents, receipt, received_at)
    select id, farmer_id, 'M-Pesa', 'received', 50000, 'RCPT' || lpad(id::text, 8, '0'), created_at from orders`,
    `payouts (order_id, farmer_id, status, amount_cents, held_until, receipt, created_at, sent_at, settled_at)
    select id, farmer_id, 'paid', 50000, created_at, 'PAID' || lpad(id::text, 8, '0'), created_at, created_at, created_at
    from orders where status = 'completed'`,
    `reviews (order_id, farmer_id, rating, created_at) select id, farmer_id, 5, created_at from orders where id % 5 = 0`,
    `farm_sums (farmer_id, kind, day, count, cents)
    select farmer_id, kind, coalesce(day, '0001-01-01'), count(*), sum(cents) from (
      select farmer_id, 'M-Pesa' as kind, received_at as at, amount_cents as cents from payments
      union all select farmer_id, 'paidOut', settled_at, amount_cents from payouts
      union all select farmer_id, 'completed', created_at, 0 from orders where status = 'completed') moved,
      lateral (select (at at time zone 'Africa/Nairobi')::date as day) dated group by farmer_id, kind, rollup (day)`,
  ];
  for (const table of rows) await sql.unsafe(`insert into ${table}`);
  for (const table of summed) await sql.unsafe(`alter table ${table} enable trigger user`);
  await sql`insert into operators (name, role, created_at) values ('Amina', 'lead', now())`;
  await sql`insert into operator_sessions (token_hash, operator_id, device, created_at, last_used_at)
    select encode(sha256(convert_to(${DESK_TOKEN}, 'UTF8')), 'hex'), id, '', now(), now() from operators`;
  await sql.unsafe('vacuum analyze');
  const [{ order = 0, receipt = '' } = {}] = await sql<{ order: number; receipt: string }[]>`
    select order_id as order, receipt from payments join orders on orders.id = order_id
    where payments.farmer_id = ${farmer} and buyer_id = ${buyer} order by payments.id limit 1`;
  return { buyer, farmer, order, receipt };
}
