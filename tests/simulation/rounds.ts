import { sql } from 'drizzle-orm';
import { prune } from '#app/features.ts';
import { tellFollowers } from '#follows/server/feature.ts';
import { runLotClock } from '#lots/server/manage-lots.ts';
import { runOfferClock } from '#messages/server/move-offer.ts';
import { runOrderClock } from '#orders/server/order-steps.ts';
import { askAboutPayouts } from '#orders/server/payments/payment-callbacks.ts';
import { pushWaiting, sendPayouts, sweepAttempts } from '#orders/server/payments/payment-clock.ts';
import { runPriceClock } from '#prices/server/feature.ts';
import { runFreshnessClock } from '#products/server/run-freshness-clock.ts';
import { handleMessage, outboxLanes, takeMessages } from '#server/outbox.ts';
import { runStandingClock } from '#standing-orders/server/feature.ts';
import { readRows } from './read-rows.ts';
import { type Server, type Servers, tried } from './servers.ts';
import { DAY, MINUTE, type World } from './world.ts';

type Part = (server: Server, isLive: boolean) => Promise<unknown>;
const onlyLive =
  (part: Part): Part =>
  async (server, isLive) =>
    isLive && part(server, isLive);
/** Pending work. Rounds that would find nothing are skipped, because most of them would. */
type Waiting = { kinds: string[]; sms: boolean; payments: boolean };

const outbox =
  (kinds: readonly string[]): Part =>
  async ({ market: { db, services } }, isLive) => {
    const lanes = outboxLanes(services.outbox).filter(
      ({ handlers, isOutgoing }) =>
        handlers.some(({ kind }) => kinds.includes(kind)) && (isLive || !isOutgoing),
    );
    for (const lane of lanes) {
      const { taken } = await takeMessages(db, [{ lane, limit: lane.atOnce }], services);
      await Promise.all(taken.map((one) => handleMessage(db, one, services)));
    }
  };
const sms = onlyLive(({ market }) => market.runSms());
const payments: Part[] = [pushWaiting, sweepAttempts, sendPayouts, askAboutPayouts].map((part) =>
  onlyLive(({ market }) => part(market.db, market.services)),
);
const clocks: Part[] = [
  ...[runOrderClock, runOfferClock, runLotClock, runStandingClock, runFreshnessClock],
].map((clock) => onlyLive(({ market }) => clock(market.db, market.services)));
const nightly: Part[] = [
  onlyLive(({ market }) => runPriceClock(market.db, market.services)),
  onlyLive(({ market }) => tellFollowers(market.db, market.services)),
  ({ market }) => prune(market.db, market.services.clock()),
];

const messages = ({ kinds, sms: isSms }: Waiting) => [
  ...(kinds.length > 0 ? [outbox(kinds)] : []),
  ...(isSms ? [sms] : []),
];
const money = (waiting: Waiting) => [...messages(waiting), ...(waiting.payments ? payments : [])];

async function run(server: Server, parts: readonly Part[]) {
  if (parts.length === 0) return;
  const isLive = await server.live.isLive();
  for (const part of parts) {
    if (server.condition.isDead) return;
    await tried(() => part(server, isLive));
  }
}

async function findWaiting(world: World, { connection }: Servers): Promise<Waiting> {
  const now = sql`${new Date(world.now().getTime() + 10 * MINUTE * 1000)}::timestamptz`;
  const [waiting] = await readRows<Waiting>(
    connection.db,
    sql`select array(select distinct kind from outbox_messages where available_at <= ${now} order by kind) as kinds,
      exists (select from sms_messages where status = 'waiting') as sms,
      exists (select from payment_attempts where status in ('sending', 'pushed', 'unknown') and ask_again_at <= ${now})
        or exists (select from payouts where status = 'due' and held_until <= ${now} or status in ('sent', 'unknown') and ask_again_at <= ${now}) as payments`,
  );
  return waiting ?? { kinds: [], sms: true, payments: true };
}

export async function runQuickRound(world: World, servers: Servers) {
  await run(servers.pick(), messages(await findWaiting(world, servers)));
}

export function startRounds(world: World, servers: Servers) {
  const random = world.chance('rounds');
  const repeat = (seconds: () => number, choose: () => Part[] | Promise<Part[]>) => {
    const next = async () => {
      world.after(seconds(), next);
      const parts = await choose();
      const isCrossing = world.isFaulty('crossing', 0.1);
      const running = isCrossing ? servers.all : [servers.pick()];
      await Promise.all(running.map((server) => run(server, parts)));
    };
    world.after(seconds(), next);
  };
  repeat(
    () => random.between(5 * MINUTE, 50 * MINUTE),
    async () => money(await findWaiting(world, servers)),
  );
  repeat(
    () => random.between(30 * MINUTE, 90 * MINUTE),
    () => clocks,
  );
  repeat(
    () => DAY,
    () => nightly,
  );
  return {
    soon: () =>
      world.after(random.between(20, 3 * MINUTE), async () =>
        run(servers.pick(), money(await findWaiting(world, servers))),
      ),
  };
}

export type Rounds = ReturnType<typeof startRounds>;
