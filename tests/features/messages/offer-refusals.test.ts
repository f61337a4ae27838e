import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { runOfferClock } from '#features/messages/server/run-offer-clock.ts';
import { type Dealing, makeDealing } from '#tests/factories/offers.ts';
import { changeProduct, makeProduct } from '#tests/factories/products.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { call, outcomeOf } from '#tests/setup/rest.ts';
import { countRows } from '#tests/setup/rows.ts';

describe('offers that bind', () => {
  let market: Market;
  let talk: Dealing;
  let conversationId: number;

  beforeEach(async () => {
    market = await makeMarket();
    talk = await makeDealing(market);
    conversationId = talk.conversationId;
  });

  const buyers = () => talk.asBuyer;
  const farmers = () => talk.asFarmer;

  test.each<[string, () => Promise<unknown>]>([
    ['INVALID_INPUT', () => talk.make(buyers(), { quantity: 0 })],
    ['OUT_OF_STOCK', () => talk.make(buyers(), { quantity: 101 })],
    ['ORDER_TOO_LARGE', () => talk.make(buyers(), { quantity: 100, price: 10_000_000 })],
  ])('%s: a bad offer is refused, and nothing is kept', async (code, run) => {
    expect(await outcomeOf(run())).toBe(code);
    expect([
      await countRows(market.db, 'price_offers'),
      await countRows(market.db, 'messages'),
    ]).toEqual([0, 1]);
  });

  test('an offer above the stock says how much is left, and nothing of an order', async () => {
    const { status, body } = await call(
      market,
      `/api/conversations/${conversationId}/offers`,
      { quantity: 101, price: 40 },
      talk.buyer,
    );
    expect([status, body.message]).toEqual([409, 'Only 100 kg of Sukuma wiki left.']);
  });

  test('half a crate is refused', async () => {
    const eggs = await makeProduct(market, talk.farm, {
      unit: 'crates',
      netWeightKg: 10,
      name: 'Tomatoes',
    });
    const { id } = await buyers().conversations.start({ productId: eggs.id, text: 'Fresh?' });
    const offer = (quantity: number) =>
      buyers().offers.make({ conversationId: id, quantity, price: 900 });
    expect(await outcomeOf(offer(2.5))).toBe('QUANTITY_NOT_WHOLE');
    expect(await outcomeOf(offer(2))).toBe('accepted');
  });

  test("nobody accepts one's own, withdraws the other's, answers twice, or makes a second", async () => {
    const { id: offerId } = await talk.make();
    expect(await outcomeOf(buyers().offers.accept({ offerId }))).toBe('PRICE_OFFER_OWN');
    expect(await outcomeOf(buyers().offers.counter({ offerId, quantity: 1, price: 1 }))).toBe(
      'PRICE_OFFER_OWN',
    );
    expect(await outcomeOf(farmers().offers.withdraw({ offerId }))).toBe('PRICE_OFFER_NOT_OWN');
    expect(await outcomeOf(talk.make(farmers()))).toBe('PRICE_OFFER_OPEN');
    await farmers().offers.accept({ offerId });
    expect(await outcomeOf(farmers().offers.accept({ offerId }))).toBe('PRICE_OFFER_ANSWERED');
    expect(await outcomeOf(farmers().offers.decline({ offerId }))).toBe('PRICE_OFFER_ANSWERED');
    expect(await talk.books()).toMatchObject({ held: 12, isBalanced: true });
  });

  test('a farm that looks like one’s own is not dealt with', async () => {
    await market.db.execute(
      sql`update users set phone_number = '+254700000001' where id in (${talk.buyer.id}, ${talk.farm.id})`,
    );
    expect(await outcomeOf(talk.make())).toBe('OWN_FARM');
  });

  test.each<[string, () => Promise<unknown>]>([
    ['PRICE_OFFER_OUTDATED', () => talk.edit({ name: 'Beans' })],
    ['PRICE_OFFER_OUTDATED', () => talk.edit({ unit: 'bags', netWeightKg: 50 })],
    ['OUT_OF_STOCK', () => talk.edit({ quantity: 11 })],
    ['OFFER_GONE', () => changeProduct(market, talk.kale.id, { hiddenAt: new Date() })],
    ['OFFER_GONE', () => farmers().farmer.products.delete({ productId: talk.kale.id })],
  ])(
    '%s: what has changed meanwhile is not accepted, and nothing is taken',
    async (code, change) => {
      const { id: offerId } = await talk.make();
      await change();
      expect(await outcomeOf(farmers().offers.accept({ offerId }))).toBe(code);
      expect(await talk.books()).toMatchObject({ held: 0, isBalanced: true });
      expect(await talk.offerNow()).toMatchObject({ status: 'open' });
      expect(await outcomeOf(farmers().offers.decline({ offerId }))).toBe('accepted');
    },
  );

  test('what is held keeps its unit', async () => {
    await talk.agree();
    expect(await outcomeOf(talk.edit({ quantity: 88, unit: 'bags', netWeightKg: 50 }))).toBe(
      'UNIT_RESERVED',
    );
  });

  test('no offer is trapped by a block, a suspension or a deleted account', async () => {
    const { id: offerId } = await talk.make();
    await farmers().conversations.block({ conversationId });
    expect(await outcomeOf(farmers().offers.accept({ offerId }))).toBe('CONVERSATION_BLOCKED');
    expect(await outcomeOf(talk.make())).toBe('CONVERSATION_BLOCKED');
    expect(await buyers().offers.withdraw({ offerId })).toMatchObject({ status: 'withdrawn' });
    await farmers().conversations.unblock({ conversationId });
    await talk.agree();
    await farmers().conversations.block({ conversationId });
    await market.db.execute(sql`update users set suspended_at = now() where id = ${talk.farm.id}`);
    await market.db.execute(
      sql`update price_offers set held_until = created_at where status = 'accepted'`,
    );
    expect(await runOfferClock(market.db, market.services)).toBe(1);
    expect(await talk.books()).toMatchObject({ onHand: 100, held: 0, isBalanced: true });
  });
});
