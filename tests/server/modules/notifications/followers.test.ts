/** @module-tag long */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { notify } from '../../../../src/server/modules/notifications/notify.ts';
import { startPushes } from '../../../../src/server/modules/notifications/start-pushes.ts';
import { type Market, makeMarket, START } from '../../../setup/market.ts';
import { report } from '../../../setup/report.ts';
import { countRows, rowsOf } from '../../../setup/rows.ts';
import { startAcceptingService } from '../../../setup/servers/accepting-push-service.ts';
import { isOnPostgres } from '../../../setup/test-database.ts';

const FOLLOWERS = 10_000;
const LONGEST_STALL_MILLISECONDS = 100;

let market: Market;
const stops: (() => unknown)[] = [];
beforeEach(async () => {
  market = await makeMarket();
});
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

/** People with a browser each, written straight into the tables. */
async function makeFollowers(origin: string, { p256dh, auth }: { p256dh: string; auth: string }): Promise<number[]> {
  const rows = await rowsOf<{ id: number }>(
    market.db,
    sql`with people as (
        insert into users (email, role, password_hash, first_name, last_name, phone_number, email_verified_at, created_at, updated_at)
        select 'follower' || n || '@x.example', 'buyer', 'none', 'Achieng', 'Otieno', '+254722000111', ${START}, ${START}, ${START}
          from generate_series(1, ${FOLLOWERS}::int) n returning id
      ), opened as (
        insert into sessions (user_id, token_hash, is_remembered, created_at, last_used_at, idle_ends_at, ends_at)
        select id, 'hash' || id, true, ${START}, ${START}, ${START}::timestamptz + interval '30 days', ${START}::timestamptz + interval '30 days'
          from people returning id, user_id
      ), subscribed as (
        insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth, created_at, renewed_at)
        select user_id, id, ${origin} || '/send/' || user_id, ${p256dh}, ${auth}, ${START}, ${START} from opened
      )
      select id from people order by id`,
  );
  return rows.map(({ id }) => id);
}

test.runIf(isOnPostgres)(
  `${FOLLOWERS} followers of one event: each gets one notice and one push, and the event loop does not stall`,
  { timeout: 240_000 },
  async () => {
    const service = await startAcceptingService();
    stops.push(service.stop);
    service.connect(market);
    const userIds = await makeFollowers(service.origin, service.keys);
    await market.db.execute(sql`analyze`);

    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    stops.push(() => delay.disable());
    const event = { subject: 'order/7', link: '/orders/7', facts: { orderId: 7 } };
    const startedAt = performance.now();
    await market.db.transaction((tx) => notify(tx, [{ kind: 'orderPaid', userIds, ...event }], market.services.clock()));
    const written = Math.round(performance.now() - startedAt);
    expect(await countRows(market.db, 'notices')).toBe(FOLLOWERS);

    // As two processes would.
    const workers = [startPushes(market.db, market.services), startPushes(market.db, market.services)];
    for (const worker of workers) stops.push(worker.stop);
    await expect.poll(() => countRows(market.db, 'push_messages'), { timeout: 200_000, interval: 250 }).toBe(0);
    const pushed = Math.round(performance.now() - startedAt);
    const { paths, most } = await service.counted();
    const stall = Math.round(delay.max / 1e6);
    report(
      'I15',
      `${FOLLOWERS} followers of one event: notices written in ${written} ms, pushed after ${pushed} ms, ${most} at once at most; longest stall of the event loop ${stall} ms`,
    );
    const [told] = await rowsOf<{ people: number }>(
      market.db,
      sql`select count(distinct user_id)::int as people from notices join users on users.id = notices.user_id`,
    );
    expect(told?.people).toBe(FOLLOWERS);
    expect(new Set(paths).size).toBe(FOLLOWERS);
    expect(paths).toHaveLength(FOLLOWERS);
    expect(most).toBeLessThanOrEqual(80);
    expect(stall).toBeLessThan(LONGEST_STALL_MILLISECONDS);
  },
);
