/*
 * Each buyer orders once, two products of one farm or of two. Then the cart is filled and ordered in
 * two calls, and at last everybody orders the same product.
 */

import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { Sql } from 'postgres';
import { startPgBouncer } from '#tests/setup/processes/pgbouncer.ts';
import { reportFigure, shareOf } from './figures.ts';
import { figuresOf, type Round } from './measure.ts';
import {
  CLIENTS,
  makeBuyers,
  orderRound,
  postponeLetters,
  sendLetters,
  withCpu,
} from './order-rounds.ts';
import { measureOrderSql } from './orders-sql.ts';
import { onPostgres, withProducts } from './postgres-server.ts';
import {
  bundled,
  cpuSecondsOf,
  type ServerProcess,
  startApp,
  startServer,
} from './server-process.ts';

const PRODUCTS = 1000;
const ORDERS_PER_ROUND = Number(process.env.BENCH_ORDERS ?? 1500);
const ROUNDS = 3;
const WARM_UP_ORDERS = 1500;
const BUYERS = 5 * (WARM_UP_ORDERS + ROUNDS * ORDERS_PER_ROUND) + 20_000;
const CROWD = 32;
const HOT_PRODUCT = 1;

await onPostgres((server) =>
  withProducts(server, PRODUCTS, async ({ url, folder, sql }) => {
    const pooler = process.env.BENCH_PGBOUNCER ? await startPgBouncer(server.url) : null;
    const program = await bundled('app-server.ts');
    const settings: Record<string, string> = pooler
      ? { DATABASE_URL: pooler.through(url), DATABASE_DIRECT_URL: url }
      : { DATABASE_URL: url };
    const running: ServerProcess[] = [];
    const start = async () => {
      const app = await startApp(program, {
        ...settings,
        DATA_DIR: mkdtempSync(join(folder, 'data-')),
      });
      running.push(app);
      return app;
    };
    const stopAll = () => Promise.all(running.splice(0).map((process) => process.stop()));
    let next = await makeBuyers(sql, BUYERS);
    const firstBuyer = next;
    const order = (
      apps: ServerProcess[],
      orders = ORDERS_PER_ROUND,
      more: { clients?: number; productsOf?: (buyer: number) => number[] } = {},
    ) => {
      const first = next;
      next += orders;
      const origins = apps.map(({ origin }) => origin);
      return orderRound(origins, { ...more, first, orders });
    };
    try {
      await fillCarts(sql, firstBuyer);
      const app = await start();
      const bare = await startServer([await bundled('bare/bare-orders.ts'), url]);
      running.push(bare);
      for (const one of [app, bare]) await order([one], WARM_UP_ORDERS);
      const rounds: { app: Round[]; bare: Round[] } = { app: [], bare: [] };
      for (let round = 0; round < ROUNDS; round += 1) {
        rounds.app.push(await order([app]));
        rounds.bare.push(await order([bare]));
      }
      const megabytes = app.megabytes();
      const second = await start();
      await order([second], WARM_UP_ORDERS);
      const together: Round[] = [];
      for (let round = 0; round < ROUNDS; round += 1) together.push(await order([app, second]));
      const bothMegabytes = app.megabytes() + second.megabytes();
      await second.stop();
      await postponeLetters(sql);
      const pooling = pooler ? cpuSecondsOf(pooler.pid) : 0;
      const count = ROUNDS * ORDERS_PER_ROUND;
      const productsOf = (buyer: number) => [
        1 + (buyer % PRODUCTS),
        1 + ((buyer * 7 + 3) % PRODUCTS),
      ];
      const inTwoCalls = await withCpu({ sql, app }, () => order([app], count, { productsOf }));
      const poolerCpu = pooler
        ? `, and ${((1000 * (cpuSecondsOf(pooler.pid) - pooling)) / count).toFixed(2)} ms of PgBouncer`
        : '';
      console.log(`${await sendLetters({ sql, app })} for letters`);
      const crowd = async (of: (buyer: number) => number[]) =>
        figuresOf([await order([app], ORDERS_PER_ROUND, { clients: CROWD, productsOf: of })]);
      const spread = await crowd((buyer) => [1 + (buyer % PRODUCTS)]);
      const hot = await crowd(() => [HOT_PRODUCT]);
      await stopAll();
      const note = await checkBooks(sql, next - firstBuyer);
      await sql`create sequence bench_buyer`;
      await sql`select setval('bench_buyer', ${next})`;
      const pgbench = measureOrderSql(url, CLIENTS);
      const [figures, bareFigures] = [figuresOf(rounds.app), figuresOf(rounds.bare)];
      console.log({ bare: bareFigures, pgbench });
      const report = (what: string, more: object) =>
        reportFigure({ area: 'orders', what, ...more });
      report(`${CLIENTS} clients`, {
        ...figures,
        ofBare: shareOf(figures, bareFigures),
        ofPgbench: shareOf(figures, pgbench),
        megabytes,
        note,
      });
      report(`two servers, ${CLIENTS} clients`, {
        ...figuresOf(together),
        megabytes: bothMegabytes,
      });
      report(`cart and order in two calls, ${CLIENTS} clients`, {
        ...figuresOf([inTwoCalls.round]),
        note: inTwoCalls.cpu + poolerCpu,
      });
      report(`one product each, ${CROWD} clients`, spread);
      const share = `${(hot.perSecond / spread.perSecond).toFixed(2)} of that`;
      report(`the same product for all, ${CROWD} clients`, { ...hot, note: share });
    } finally {
      await stopAll();
      await pooler?.stop();
    }
  }),
);

async function fillCarts(sql: Sql, firstBuyer: number) {
  await sql`insert into stock_movements (product_id, change, reason, moved_at)
    select id, quantity - coalesce((select sum(change) from stock_movements m where m.product_id = products.id), 0), 'counted', now() from products`;
  await sql`update farms set minimum_order_cents = 0`;
  await sql`insert into cart_lines (buyer_id, product_id, quantity, accepted_price_cents, accepted_unit, accepted_net_weight_kg, added_at)
    select u.id, p.id, 2, 8500, p.unit, p.net_weight_kg, now() from users u
    cross join lateral (select id, unit, net_weight_kg from products where id in (1 + u.id % ${PRODUCTS}, 1 + (u.id * 7 + 3) % ${PRODUCTS})) p where u.id >= ${firstBuyer}`;
  await sql.unsafe('vacuum analyze');
}

async function checkBooks(sql: Sql, served: number): Promise<string> {
  const [checked] = await sql<{ checkouts: number; unbalanced: number }[]>`
    select (select count(*) from checkouts)::int as checkouts,
      (select count(*) from products p where p.quantity + coalesce((select sum(l.quantity) from order_lines l where l.product_id = p.id), 0)
        <> (select sum(change) from stock_movements m where m.product_id = p.id and reason in ('listed', 'counted')))::int as unbalanced`;
  return `${checked?.checkouts} of ${served} orders stored, ${checked?.unbalanced} products whose books don't balance`;
}
