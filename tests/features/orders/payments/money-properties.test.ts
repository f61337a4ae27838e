import { isNull } from 'drizzle-orm';
import fc from 'fast-check';
import { callbackOf } from '#demo/simulated-mpesa.ts';
import { settleByHand } from '#orders/server/decide-money.ts';
import { runOrderClock } from '#orders/server/order-steps.ts';
import { paymentAttempts } from '#orders/server/payments/tables.ts';
import { sha256 } from '#server/hashes.ts';
import {
  findWrongMoney,
  logged,
  type Market,
  makeShop,
  market,
  moneyOf,
  openMarket,
  openMpesa,
  report,
  type Shop,
  sql,
  TOTAL,
} from '#tests/setup/in-market.ts';
import type { OpenMpesa } from '#tests/setup/mpesa.ts';

/*
 * Two orders, with any events that may happen to them and their money, in any order. Once all has
 * settled, the network's books are compared with ours: each success is one payment (or held, if a
 * callback misreported the amount), and what exceeds an order's total is due back.
 */
const weights = {
  ...{ pay: 5, payGarbled: 2, payRefused: 1, approve: 4, approveOldest: 2, cancelPrompt: 1 },
  ...{ lie: 1, forge: 1, repeat: 1, loseNext: 1, doubleNext: 1, deliverAll: 2 },
  ...{ queryDown: 1, queryUp: 2, sweep: 2, hour: 1, day: 1 },
  ...{ buyerCancels: 1, farmerCancels: 1, handOver: 1 },
};
type Step = keyof typeof weights;
const steps = (Object.keys(weights) as Step[]).flatMap((step) =>
  Array.from({ length: weights[step] }, () => step),
);

const RUNS = 15;

type World = { market: Market; mpesa: OpenMpesa; shop: Shop };

async function take(step: Step, orderId: number, { market, mpesa, shop }: World) {
  const ofOrder = mpesa.mpesa.prompts.filter(({ reference }) => reference === `SS${orderId}`);
  const ringing = ofOrder.filter(({ answer }) => answer === null);
  const tell = (path: string, body: unknown) => market.request(path, { body });
  switch (step) {
    case 'pay':
    case 'payRefused':
    case 'payGarbled':
      mpesa.behaviour.push =
        step === 'pay' ? 'right' : step === 'payGarbled' ? 'garbled' : 'refused';
      await shop.pay(orderId);
      return;
    case 'approve':
    case 'approveOldest':
    case 'lie': {
      const prompt = step === 'approveOldest' ? ringing.at(-1) : ringing[0];
      if (prompt) mpesa.mpesa.answer(prompt, 'approve', step === 'lie' ? { amount: 1 } : {});
      return;
    }
    case 'cancelPrompt':
      if (ringing[0]) mpesa.mpesa.answer(ringing[0], 'cancel');
      return;
    case 'forge':
    case 'repeat': {
      const prompt = step === 'forge' ? ringing[0] : ofOrder.find(({ answer }) => answer !== null);
      if (!prompt) return;
      const told =
        step === 'forge'
          ? { ...prompt, answer: 'approve' as const, receipt: 'SFORGED123' }
          : prompt;
      await tell(
        new URL(prompt.callbackUrl).pathname,
        callbackOf(told, { amount: TOTAL, at: market.services.clock() }),
      );
      return;
    }
    case 'loseNext':
    case 'doubleNext':
      Object.assign(mpesa.delivery, {
        isLost: step === 'loseNext',
        isDoubled: step === 'doubleNext',
      });
      return;
    case 'deliverAll':
      return mpesa.workThrough();
    case 'queryDown':
    case 'queryUp':
      mpesa.behaviour.query = step === 'queryDown' ? 'garbled' : 'right';
      return;
    case 'sweep':
      market.advance(61);
      mpesa.mpesa.hangUp();
      return mpesa.round();
    case 'hour':
    case 'day':
      market.advance(step === 'hour' ? 3600 : 24 * 3600);
      await runOrderClock(market.db, market.services);
      return;
    case 'buyerCancels':
      await shop.asBuyer.cancel({ orderId });
      return;
    case 'farmerCancels':
      await shop.asFarmer.orders.cancel({ orderId });
      return;
    case 'handOver':
      await shop.handOver(orderId);
  }
}

async function comeToRest({ market, mpesa }: World) {
  Object.assign(mpesa.delivery, { isLost: false, isDoubled: false });
  mpesa.behaviour.query = 'right';
  for (let round = 0; round < 4; round += 1) {
    market.advance(round === 2 ? 3700 : 301);
    mpesa.mpesa.hangUp();
    await mpesa.round();
  }
}

const hashOf = (callbackUrl: string) => sha256(callbackUrl.split('/').at(-1) ?? '');

async function readBooks({ market, mpesa }: World): Promise<number> {
  const rows = await market.db
    .select({ attemptId: paymentAttempts.id, tokenHash: paymentAttempts.tokenHash })
    .from(paymentAttempts)
    .where(isNull(paymentAttempts.checkoutRequestId));
  const missed = mpesa.mpesa.prompts.flatMap(({ callbackUrl, answer, receipt, amount }) => {
    const row = rows.find(({ tokenHash }) => tokenHash === hashOf(callbackUrl));
    return row && receipt && answer === 'approve'
      ? [{ ...row, money: { amountCents: amount * 100, receipt } }]
      : [];
  });
  for (const { attemptId, money } of missed) {
    const by = { name: 'Amina', isApproved: true };
    const seen = { attemptId, money, now: market.services.clock(), by };
    expect((await settleByHand(market.db, seen, market.services)).outcome).toBe('settled');
  }
  return missed.length;
}

async function findLostMoney({ market, mpesa }: World): Promise<string[]> {
  const rows = await market.db
    .select({
      tokenHash: paymentAttempts.tokenHash,
      status: paymentAttempts.status,
      payments:
        sql<number>`(select count(*) from payments where attempt_id = payment_attempts.id)::int`.mapWith(
          Number,
        ),
    })
    .from(paymentAttempts);
  const known = new Map(rows.map((row) => [row.tokenHash, row]));
  return mpesa.mpesa.prompts.flatMap(({ callbackUrl, answer }) => {
    const row = known.get(hashOf(callbackUrl));
    if (answer === 'approve') {
      const isBooked = row?.status === 'held' || (row?.status === 'paid' && row.payments === 1);
      return isBooked
        ? []
        : [`a success is ${row ? `${row.status} with ${row.payments} payments` : 'unknown'}`];
    }
    return row && (row.payments > 0 || row.status === 'paid')
      ? [`a prompt that was ${answer} is ${row.status}`]
      : [];
  });
}

test('whatever the order of events, each success is one payment, and no shilling is lost or counted twice (D35)', async () => {
  const tally = { steps: 0, taken: 0, successes: 0, refunds: 0, byHand: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(...steps), fc.nat({ max: 2 })), {
        minLength: 20,
        maxLength: 30,
      }),
      async (run) => {
        await openMarket();
        const mpesa = await openMpesa();
        const shop = await makeShop();
        const world = { market, mpesa, shop };
        const orders = [await shop.confirmed(), await shop.confirmed()];
        for (const [step, which] of run) {
          tally.steps += 1;
          const before = mpesa.mpesa.prompts.length;
          // Steps that the transition table refuses are skipped.
          const isTaken = await take(step, orders[which === 2 ? 1 : 0] ?? 0, world).then(
            () => true,
            (error: Error) => {
              if (/^(?!UNEXPECTED)[A-Z_]+$/.test(error.message)) return false;
              throw error;
            },
          );
          if (isTaken || mpesa.mpesa.prompts.length > before) tally.taken += 1;
        }
        await comeToRest(world);
        tally.byHand += await readBooks(world);
        expect(await findWrongMoney()).toEqual([]);
        expect(await findLostMoney(world)).toEqual([]);
        for (const id of orders) {
          const { payments: paid, attempts } = await moneyOf(id);
          tally.refunds += paid.filter(({ state }) => state === 'refund_due').length;
          tally.successes += paid.length;
          expect(
            attempts.filter((status) => ['sending', 'pushed', 'unknown'].includes(status)),
          ).toEqual([]);
        }
        expect(logged.filter((line) => line.includes('"level":50'))).toEqual([]);
      },
    ),
    { numRuns: RUNS, seed: 2026, endOnFailure: true },
  );
  // Runs without payments would prove nothing.
  expect(tally.successes).toBeGreaterThan(RUNS / 2);
  expect(tally.refunds).toBeGreaterThan(0);
  report(
    'D35',
    `${RUNS} runs, ${tally.taken} of ${tally.steps} steps taken, ${tally.successes} payments, ${tally.refunds} of them due back, ${tally.byHand} found by hand`,
  );
});
