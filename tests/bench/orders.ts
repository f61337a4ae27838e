/*
 * Orders over HTTP, from a filled cart to the stored order in one call, by eight clients: the whole
 * application compared with a bare handler that sends the same statements, and with those
 * statements under pgbench: npx tsx tests/bench/orders.ts. Each buyer orders once, two products of
 * one farm or of two. Then the cart is filled and ordered in two calls, and at last everybody
 * orders the same product. BENCH_PGBOUNCER=1 puts PgBouncer between the application and PostgreSQL.
 * Client, servers and PostgreSQL share the machine. Afterwards the books are checked.
 */
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { fillDatabase } from '#tests/setup/database/filled-database.ts';
import { bundle } from '#tests/setup/processes/bundle.ts';
import { startPgBouncer } from '#tests/setup/processes/pgbouncer.ts';
import { reportFigure, shareOf } from './figures.ts';
import { figuresOf, type Round } from './measure.ts';
import { CLIENTS, orderRound, postponeLetters, sendLetters, withCpu } from './order-rounds.ts';
import { measureOrderSql } from './orders-sql.ts';
import { onPostgres } from './postgres-server.ts';
import { cpuSecondsOf, type ServerProcess, startServer } from './server-process.ts';

const PRODUCTS = 1000;
const ORDERS_PER_ROUND = Number(process.env.BENCH_ORDERS ?? 1500);
const ROUNDS = 3;
const WARM_UP_ORDERS = 1500;
const BUYERS = 5 * (WARM_UP_ORDERS + ROUNDS * ORDERS_PER_ROUND) + 20_000;
const CROWD = 32;
const HOT_PRODUCT = 1;

const productsOf = (buyer: number) => [1 + (buyer % PRODUCTS), 1 + ((buyer * 7 + 3) % PRODUCTS)];

const milliseconds = (seconds: number) =>
  Number(((seconds * 1000) / (ROUNDS * ORDERS_PER_ROUND)).toFixed(2));

const running: ServerProcess[] = [];
const stopAll = async () => {
  await Promise.all(running.splice(0).map((process) => process.stop()));
};
await onPostgres(async (server) => {
  const pooler = process.env.BENCH_PGBOUNCER ? await startPgBouncer(server.url) : null;
  const programs = {
    app: await bundle(fileURLToPath(new URL('app-server.ts', import.meta.url))),
    bare: await bundle(fileURLToPath(new URL('bare/bare-orders.ts', import.meta.url))),
  };
  const database = await fillDatabase(server.url, `sokoshamba_bench_${process.pid}_orders`, {
    products: PRODUCTS,
    now: new Date(),
  });
  const sql = postgres(database.url, { max: 1, onnotice: () => {} });
  try {
    const firstBuyer = await makeBuyers(sql);
    const databaseSettings = pooler
      ? { DATABASE_URL: pooler.through(database.url), DATABASE_DIRECT_URL: database.url }
      : { DATABASE_URL: database.url };
    const settings = {
      ...databaseSettings,
      DATA_DIR: server.folder,
      LOG_LEVEL: 'info',
      APP_SECRET: 'x'.repeat(40),
    };
    const app = await startServer(
      () => [programs.app],
      (port) => ({ ...settings, PORT: String(port) }),
    );
    const bare = await startServer(
      (port) => [programs.bare, database.url, String(port)],
      () => ({}),
    );
    running.push(app, bare);
    let next = firstBuyer;
    const take = (count: number) => {
      next += count;
      return next - count;
    };
    for (const { origin } of [app, bare])
      await orderRound([origin], { first: take(WARM_UP_ORDERS), orders: WARM_UP_ORDERS });
    const rounds: Record<'app' | 'bare', Round[]> = { app: [], bare: [] };
    const cpu = { app: -app.cpuSeconds(), bare: -bare.cpuSeconds() };
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [name, { origin }] of Object.entries({ app, bare }) as [
        'app' | 'bare',
        ServerProcess,
      ][]) {
        rounds[name].push(
          await orderRound([origin], { first: take(ORDERS_PER_ROUND), orders: ORDERS_PER_ROUND }),
        );
      }
    }
    cpu.app += app.cpuSeconds();
    cpu.bare += bare.cpuSeconds();
    const megabytes = app.megabytes();
    const second = await startServer(
      () => [programs.app],
      (port) => ({
        ...settings,
        DATA_DIR: mkdtempSync(join(server.folder, 'second-')),
        PORT: String(port),
      }),
    );
    running.push(second);
    await orderRound([second.origin], { first: take(WARM_UP_ORDERS), orders: WARM_UP_ORDERS });
    const together: Round[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const first = take(ORDERS_PER_ROUND);
      together.push(
        await orderRound([app.origin, second.origin], { first, orders: ORDERS_PER_ROUND }),
      );
    }
    const bothMegabytes = app.megabytes() + second.megabytes();
    await second.stop();
    await postponeLetters(sql);
    const pooling = pooler ? -cpuSecondsOf(pooler.pid) : 0;
    const inTwoCalls = await withCpu({ sql, app }, async () => {
      const first = take(ROUNDS * ORDERS_PER_ROUND);
      return orderRound([app.origin], { first, orders: ROUNDS * ORDERS_PER_ROUND, productsOf });
    });
    const poolerCpu = pooler
      ? `, and ${milliseconds(pooling + cpuSecondsOf(pooler.pid))} ms of PgBouncer`
      : '';
    const letters = await sendLetters({ sql, app });
    const crowdRound = (productsOfBuyer: (buyer: number) => number[]) => {
      const first = take(ORDERS_PER_ROUND);
      return orderRound([app.origin], {
        first,
        orders: ORDERS_PER_ROUND,
        productsOf: productsOfBuyer,
        clients: CROWD,
      });
    };
    const spread = figuresOf([await crowdRound((buyer) => [1 + (buyer % PRODUCTS)])]);
    const hot = figuresOf([await crowdRound(() => [HOT_PRODUCT])]);
    await stopAll();
    await sql`select setval('bench_buyer', ${next})`;
    const pgbench = measureOrderSql(database.url, { connections: CLIENTS, seconds: 6 });
    const [figures, bareFigures] = [figuresOf(rounds.app), figuresOf(rounds.bare)];
    console.log(
      `CPU ms: application ${milliseconds(cpu.app)}, bare handler ${milliseconds(cpu.bare)}; ${letters} for letters`,
    );
    console.log({ bare: bareFigures, pgbench });
    const [ofBare, ofPgbench] = [shareOf(figures, bareFigures), shareOf(figures, pgbench)];
    const served =
      (WARM_UP_ORDERS + ROUNDS * ORDERS_PER_ROUND) * 3 + (ROUNDS + 2) * ORDERS_PER_ROUND;
    const note = await checkBooks(sql, served);
    reportFigure({
      area: 'orders',
      what: `${CLIENTS} clients`,
      ...figures,
      ofBare,
      ofPgbench,
      megabytes,
      note,
    });
    const both = {
      what: `two servers, ${CLIENTS} clients`,
      ...figuresOf(together),
      megabytes: bothMegabytes,
    };
    reportFigure({ area: 'orders', ...both });
    const calls = {
      what: `cart and order in two calls, ${CLIENTS} clients`,
      ...figuresOf([inTwoCalls.round]),
      note: inTwoCalls.cpu + poolerCpu,
    };
    reportFigure({ area: 'orders', ...calls });
    reportFigure({ area: 'orders', what: `one product each, ${CROWD} clients`, ...spread });
    const share = `${(hot.perSecond / spread.perSecond).toFixed(2)} of that`;
    reportFigure({
      area: 'orders',
      what: `the same product for all, ${CROWD} clients`,
      ...hot,
      note: share,
    });
  } finally {
    await stopAll();
    await sql.end();
    await database.drop();
    await pooler?.stop();
  }
});

async function makeBuyers(sql: postgres.Sql): Promise<number> {
  const [last] = await sql`select max(id) as id from users`;
  const first = Number(last?.id) + 1;
  await sql`update products set quantity = 1000000, deleted_at = null, hidden_at = null, status = 'available', expiry_date = null, price_cents = 8500`;
  await sql`insert into stock_movements (product_id, change, reason, moved_at)
    select id, quantity - coalesce((select sum(change) from stock_movements m where m.product_id = products.id), 0), 'counted', now() from products`;
  await sql`update farms set minimum_order_cents = 0`;
  await sql`insert into users (email, role, password_hash, first_name, last_name, phone_number, email_verified_at, created_at, updated_at)
    select 'bench' || n || '@x.ke', 'buyer', 'none', 'Achieng', 'Otieno', '+254712345678', now(), now(), now() from generate_series(1, ${BUYERS}) n`;
  await sql`insert into sessions (user_id, token_hash, device, is_remembered, created_at, last_used_at, idle_ends_at, ends_at)
    select id, encode(sha256(convert_to(lpad(id::text, 43, '0'), 'UTF8')), 'hex'), '', false, now(), now(), now() + interval '4 h', now() + interval '12 h'
    from users where id >= ${first}`;
  await sql`insert into cart_lines (buyer_id, product_id, quantity, accepted_price_cents, accepted_unit, accepted_net_weight_kg, added_at)
    select u.id, p.id, 2, 8500, p.unit, p.net_weight_kg, now() from users u
    cross join lateral (select id, unit, net_weight_kg from products where id in (1 + u.id % ${PRODUCTS}, 1 + (u.id * 7 + 3) % ${PRODUCTS})) p where u.id >= ${first}`;
  await sql`create sequence bench_buyer`;
  await sql.unsafe('vacuum analyze');
  return first;
}

/**
 * No order lost: each buyer who was served has one checkout, and put in = on hand + reserved for
 * every product.
 */
async function checkBooks(sql: postgres.Sql, served: number): Promise<string> {
  const [checked] = await sql<{ checkouts: number; unbalanced: number }[]>`
    select (select count(*) from checkouts where idempotency_key like 'POST-of-%')::int as checkouts,
      (select count(*) from products p where p.quantity + coalesce((select sum(l.quantity) from order_lines l where l.product_id = p.id), 0)
        <> (select sum(change) from stock_movements m where m.product_id = p.id and reason in ('listed', 'counted')))::int as unbalanced`;
  const summary = `${checked?.checkouts} of ${served} orders stored, ${checked?.unbalanced} products whose books don't balance`;
  console.log(summary);
  return summary;
}
