import { prune } from '#app/features.ts';
import { paymentAttempts, paymentCallbacks, payouts } from '#orders/server/payments/tables.ts';
import { advance, DAY, db, makeShop, openMarket, services } from '#tests/setup/in-market.ts';

test('callbacks are kept for 90 days, and longer while their payment or payout is not settled', async () => {
  await openMarket();
  const shop = await makeShop();
  const now = services.clock();
  const kept = async () =>
    (await db.select({ tokenHash: paymentCallbacks.tokenHash }).from(paymentCallbacks))
      .map(({ tokenHash }) => tokenHash)
      .sort();
  for (const status of ['paid', 'failed', 'held', 'unknown'] as const) {
    await db.insert(paymentAttempts).values({
      ...{ status, tokenHash: `push ${status}`, orderId: await shop.confirmedForCash() },
      ...{ amountCents: 100, requestedAt: now, askAgainAt: now },
    });
  }
  for (const status of ['paid', 'unknown'] as const) {
    await db.insert(payouts).values({
      ...{ status, tokenHash: `payout ${status}`, statusTokenHash: `question ${status}` },
      ...{ orderId: await shop.confirmedForCash(), farmerId: shop.farm.id, amountCents: 100 },
      ...{ heldUntil: now, createdAt: now },
    });
  }
  const open = ['payout unknown', 'push held', 'push unknown', 'question unknown'];
  const all = [...open, 'payout paid', 'push failed', 'push paid', 'question paid'].sort();
  await db
    .insert(paymentCallbacks)
    .values(all.map((tokenHash) => ({ tokenHash, body: '254722000111', receivedAt: now })));
  advance(90 * DAY);
  await prune(db, services.clock());
  expect(await kept()).toEqual(all);
  advance(1);
  await prune(db, services.clock());
  expect(await kept()).toEqual(open);
  await db.update(paymentAttempts).set({ status: 'failed' });
  await db.update(payouts).set({ status: 'paid' });
  await prune(db, services.clock());
  expect(await kept()).toEqual([]);
});
