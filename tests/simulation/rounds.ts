import { prune } from '#app/features.ts';
import { tellFollowers } from '#features/follows/server/tell-followers.ts';
import { runOfferClock } from '#features/messages/server/run-offer-clock.ts';
import { askAboutPayouts } from '#features/orders/server/payments/payouts/ask-about-payouts.ts';
import { sendPayouts } from '#features/orders/server/payments/payouts/send-payouts.ts';
import { pushWaiting } from '#features/orders/server/payments/pushes/push-waiting.ts';
import { sweepAttempts } from '#features/orders/server/payments/pushes/sweep-attempts.ts';
import { runOrderClock } from '#features/orders/server/run-order-clock.ts';
import { runPriceClock } from '#features/prices/server/start-price-clock.ts';
import { type Server, type Servers, tried } from './servers.ts';
import { DAY, MINUTE, type World } from './world.ts';

/*
 * The work that servers do by themselves. The application repeats it by timers; here each round is
 * an event, at intervals that the seed chooses, and sometimes on both servers at once.
 */

type Part = (server: Server) => Promise<unknown>;

const outbox: Part = async ({ market }) => {
  // A message may cause others. What fails waits for the next round.
  for (let times = 0; times < 6 && (await market.workThroughOutbox()) > 0; times += 1);
};
const pushes: Part = ({ market }) => market.workThroughPushes();
const sms: Part = ({ market }) => market.workThroughSms();
const payments: Part[] = [pushWaiting, sweepAttempts, sendPayouts, askAboutPayouts].map(
  (part): Part =>
    ({ market }) =>
      part(market.db, market.services),
);
const clocks: Part[] = [runOrderClock, runOfferClock].map(
  (clock): Part =>
    ({ market }) =>
      clock(market.db, market.services),
);
const nightly: Part[] = [
  ({ market }) => runPriceClock(market.db, market.services),
  ({ market }) => tellFollowers(market.db, market.services),
  ({ market }) => prune(market.db, market.services.clock()),
];

const quick = [outbox, sms];
const everything = [outbox, pushes, sms, ...payments, outbox, ...clocks];

/** Runs parts of a round. One that fails does not stop the others, as in the application. */
async function run(server: Server, parts: readonly Part[]) {
  for (const part of parts) {
    if (server.condition.isDead) return;
    await tried(() => part(server));
  }
}

export const runQuickRound = (servers: Servers) => run(servers.pick(), quick);

/** Runs rounds until the end of the simulation. */
export function startRounds(world: World, servers: Servers) {
  const random = world.chance('rounds');
  const repeat = (parts: readonly Part[], seconds: () => number) => {
    const next = async () => {
      world.after(seconds(), next);
      const isCrossing = world.isFaulty('crossing', 0.1);
      const running = isCrossing ? servers.all : [servers.pick()];
      await Promise.all(running.map((server) => run(server, parts)));
    };
    world.after(seconds(), next);
  };
  repeat(everything, () => random.between(5 * MINUTE, 50 * MINUTE));
  repeat(nightly, () => DAY);
  return {
    /** M-Pesa is asked soon after a phone rang. */
    soon: () =>
      world.after(random.between(20, 3 * MINUTE), () =>
        run(servers.pick(), [outbox, ...payments, outbox]),
      ),
  };
}

export type Rounds = ReturnType<typeof startRounds>;
