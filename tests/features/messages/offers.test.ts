// One file because its tests share one set-up.
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { runOfferClock } from '#features/messages/server/run-offer-clock.ts';
import { dayInNairobi, daysAfter, endOfDayInNairobi } from '#platform/rules/day.ts';
import { makeTalk } from '#tests/factories/conversations.ts';
import { type Dealing, makeDealing } from '#tests/factories/offers.ts';
import { changeProduct, makeProduct } from '#tests/factories/products.ts';
import { freshKey, makeOrder, orderForm } from '#tests/factories/trade.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { call, outcomeOf } from '#tests/setup/rest.ts';
import { countRows } from '#tests/setup/rows.ts';

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
const HOUR = 3600;
/** The market's clock begins at nine in the morning in Nairobi. */
const TO_MIDNIGHT = 15 * HOUR;

describe('offers that bind', () => {
  const order = () =>
    buyers().buyer.orders.place({ idempotencyKey: freshKey(), order: orderForm() });

  test('acceptance takes the stock and makes a line of its own in the cart', async () => {
    const made = await talk.make();
    expect(made).toMatchObject({
      status: 'open',
      quantity: 12,
      price: 40,
      by: 'buyer',
      total: 480,
      unit: 'kg',
    });
    expect((await talk.books()).onHand).toBe(100);
    expect(await farmers().offers.accept({ offerId: made.id })).toMatchObject({
      id: made.id,
      status: 'accepted',
    });
    expect(await talk.books()).toMatchObject({ onHand: 88, held: 12, isBalanced: true });
    const cart = await buyers().buyer.cart.get();
    expect(cart).toMatchObject({ total: 480, lineCount: 1, canOrder: true });
    expect(cart.lines).toMatchObject([
      { offerId: made.id, productId: talk.kale.id, quantity: 12, price: 40, total: 480 },
    ]);
    const { messages } = await farmers().conversations.get({ conversationId });
    expect(messages.map(({ from, kind, offer }) => [from, kind, offer?.status])).toEqual([
      ['farmer', 'event', 'accepted'],
      ['buyer', 'offer', 'accepted'],
      ['buyer', 'text', undefined],
    ]);
  });

  test('an event keeps telling what happened then, also where its page does not have the earlier ones', async () => {
    const first = await talk.agree();
    await buyers().offers.release({ offerId: first.id });
    await farmers().offers.decline({ offerId: (await talk.make()).id });
    const third = await talk.make();
    await buyers().offers.withdraw({ offerId: third.id });
    await talk.agree();
    await order();
    const { messages } = await farmers().conversations.get({ conversationId });
    const events = messages.filter(({ kind }) => kind === 'event');
    expect(events.map(({ news }) => news)).toEqual([
      'accepted',
      'withdrawn',
      'declined',
      'released',
      'accepted',
    ]);
    expect(messages.filter(({ kind }) => kind !== 'event').every(({ news }) => news === null)).toBe(
      true,
    );
    const cut = await farmers().conversations.get({
      conversationId,
      limit: messages.indexOf(events[3] as never) + 1,
    });
    expect(cut.messages.at(-1)).toMatchObject({ kind: 'event', news: 'released' });
  });

  test('480 agreed bills 480, whatever the list price is by then; everyone else pays the list price', async () => {
    await talk.agree();
    await talk.edit({ quantity: 88, price: 70 });
    const { orders } = await order();
    expect(orders).toMatchObject([{ total: 480 }]);
    const [mine] = (await farmers().farmer.orders.list({})).orders;
    expect(mine?.lines).toMatchObject([{ quantity: 12, price: 40, total: 480 }]);
    expect(await talk.offerNow()).toMatchObject({ status: 'ordered', orderId: orders[0]?.id });
    expect(await talk.books()).toMatchObject({
      onHand: 88,
      held: 0,
      reserved: 12,
      isBalanced: true,
    });
    const other = await makeTalk(market);
    expect(
      await makeOrder(market, other.buyer, [{ productId: talk.kale.id, quantity: 12 }]),
    ).toMatchObject({ total: 840 });
  });

  test('an order takes an agreed line and a plain one of the same product; its end returns both, and it can be ordered again', async () => {
    await talk.agree();
    const put = await buyers().buyer.cart.put({
      lines: [{ productId: talk.kale.id, quantity: 3 }],
    });
    expect(put.lines.map(({ offerId, total }) => [offerId === null, total])).toEqual([
      [true, 150],
      [false, 480],
    ]);
    const { orders } = await order();
    expect(orders).toMatchObject([{ total: 630 }]);
    expect(await talk.books()).toMatchObject({
      onHand: 85,
      reserved: 15,
      held: 0,
      isBalanced: true,
    });
    const orderId = orders[0]?.id ?? 0;
    const { lines } = await buyers().buyer.orders.get({ orderId });
    await buyers().buyer.orders.cancel({ orderId });
    expect(await talk.books()).toMatchObject({ onHand: 100, reserved: 0, isBalanced: true });
    const again = lines.map(({ quantity }) => ({ productId: talk.kale.id, quantity }));
    expect((await buyers().buyer.cart.add({ lines: again })).lines).toMatchObject([
      { offerId: null, quantity: 15, price: 50 },
    ]);
    expect((await order()).orders).toMatchObject([{ total: 750 }]);
    expect((await talk.books()).isBalanced).toBe(true);
  });

  test('changing the cart leaves an agreed line alone; letting go returns its stock', async () => {
    const { id: offerId } = await talk.agree();
    await buyers().buyer.cart.put({ lines: [] });
    await buyers().buyer.cart.remove({ productId: talk.kale.id });
    const cart = await buyers().buyer.cart.setLine({ productId: talk.kale.id, quantity: 1 });
    expect(cart.lines.map((line) => line.offerId)).toEqual([null, offerId]);
    expect(await buyers().offers.release({ offerId })).toMatchObject({ status: 'released' });
    expect(await talk.books()).toMatchObject({ onHand: 100, held: 0, isBalanced: true });
    expect(await outcomeOf(buyers().offers.release({ offerId }))).toBe('PRICE_OFFER_ANSWERED');
    expect((await buyers().buyer.cart.get()).lines.map((line) => line.offerId)).toEqual([null]);
  });

  test('what a buyer accepts is held for two hours', async () => {
    const { id: offerId } = await talk.make(farmers());
    await buyers().offers.accept({ offerId });
    market.advance(2 * HOUR - 1);
    expect(await runOfferClock(market.db, market.services)).toBe(0);
    expect((await talk.books()).held).toBe(12);
    market.advance(1);
    expect(await runOfferClock(market.db, market.services)).toBe(1);
    expect(await talk.books()).toMatchObject({ onHand: 100, held: 0, isBalanced: true });
    expect(await runOfferClock(market.db, market.services)).toBe(0);
  });

  test('what a farmer accepts is held for twelve hours, or for two from when the buyer has seen it', async () => {
    await talk.agree();
    market.advance(HOUR);
    // A page that counts the lines of the cart does not show them.
    await buyers().buyer.cart.get();
    market.advance(2 * HOUR);
    expect(await runOfferClock(market.db, market.services)).toBe(0);
    await buyers().buyer.cart.see();
    market.advance(2 * HOUR - 1);
    expect(await runOfferClock(market.db, market.services)).toBe(0);
    market.advance(1);
    expect(await runOfferClock(market.db, market.services)).toBe(1);
  });

  test('what a farmer accepts and the buyer never sees returns after twelve hours, and is no part of a cart by then', async () => {
    const second = await talk.make(buyers());
    // The session has an end as well, so the acceptance is moved into the past instead of the clock
    // into the future.
    await farmers().offers.accept({ offerId: second.id });
    await market.db.execute(
      sql`update price_offers set held_until = held_until - interval '12 hours' where id = ${second.id}`,
    );
    expect((await buyers().buyer.cart.get()).lines).toEqual([]);
    expect(await outcomeOf(order())).toBe('CART_EMPTY');
    expect(await runOfferClock(market.db, market.services)).toBe(1);
    expect(await talk.books()).toMatchObject({ onHand: 100, held: 0, isBalanced: true });
  });

  test('a counter closes the first; declined, withdrawn and expired offers hold nothing', async () => {
    const first = await talk.make();
    const second = await farmers().offers.counter({ offerId: first.id, quantity: 10, price: 45 });
    expect(second).toMatchObject({ status: 'open', by: 'farmer', quantity: 10, price: 45 });
    expect(await outcomeOf(farmers().offers.accept({ offerId: first.id }))).toBe(
      'PRICE_OFFER_ANSWERED',
    );
    await buyers().offers.decline({ offerId: second.id });
    const third = await talk.make();
    await buyers().offers.withdraw({ offerId: third.id });
    const fourth = await talk.make(buyers(), { validDays: 0 });
    market.advance(TO_MIDNIGHT);
    const [farmer, buyer] = [await talk.farmerAgain(), await talk.buyerAgain()];
    expect(await outcomeOf(farmer.offers.accept({ offerId: fourth.id }))).toBe(
      'PRICE_OFFER_EXPIRED',
    );
    expect(await runOfferClock(market.db, market.services)).toBe(1);
    expect(await outcomeOf(farmer.offers.accept({ offerId: fourth.id }))).toBe(
      'PRICE_OFFER_EXPIRED',
    );
    const statuses = (await buyer.conversations.get({ conversationId })).messages.flatMap(
      ({ kind, offer }) => (kind === 'offer' ? (offer?.status ?? []) : []),
    );
    expect(statuses).toEqual(['expired', 'withdrawn', 'declined', 'countered']);
    expect(await talk.books()).toMatchObject({ onHand: 100, held: 0, isBalanced: true });
  });

  test('a new one closes one whose time is over, also before the clock has come by', async () => {
    await talk.make(buyers(), { validDays: 0 });
    market.advance(TO_MIDNIGHT);
    expect(await outcomeOf(talk.make(await talk.buyerAgain()))).toBe('accepted');
  });

  test('one ends with the chosen day in Nairobi, and not so many hours later', async () => {
    const now = market.services.clock();
    let offerId = 0;
    const byHours = await talk.make(buyers(), { validHours: 24 });
    expect(byHours.expiresAt).toEqual(endOfDayInNairobi(daysAfter(dayInNairobi(now), 1)));
    await buyers().offers.withdraw({ offerId: byHours.id });
    for (const validDays of [3, 1, 0]) {
      const { id, expiresAt } = await talk.make(buyers(), { validDays });
      expect(expiresAt).toEqual(endOfDayInNairobi(daysAfter(dayInNairobi(now), validDays)));
      if (validDays > 0) await buyers().offers.withdraw({ offerId: id });
      offerId = id;
    }
    market.advance(TO_MIDNIGHT - 1);
    const farmer = await talk.farmerAgain();
    const { messages } = await farmer.conversations.get({ conversationId });
    expect(messages.find(({ offer }) => offer?.id === offerId)?.offer?.status).toBe('open');
    market.advance(1);
    expect(await outcomeOf(farmer.offers.accept({ offerId }))).toBe('PRICE_OFFER_EXPIRED');
  });

  test('a counter-offer, and one without a last day, end with tomorrow', async () => {
    const tomorrow = daysAfter(dayInNairobi(market.services.clock()), 1);
    const end = endOfDayInNairobi(tomorrow);
    const first = await talk.make();
    expect(first.expiresAt).toEqual(end);
    const counter = await farmers().offers.counter({ offerId: first.id, quantity: 12, price: 45 });
    expect(counter.expiresAt).toEqual(end);
  });

  test("a buyer's offer for a product begins the conversation once; a farmer needs one", async () => {
    const beans = await makeProduct(market, talk.farm, { quantity: 50, price: 100 });
    const terms = { productId: beans.id, quantity: 5, price: 90 };
    const made = await buyers().offers.make(terms);
    const { conversations } = await farmers().conversations.list({});
    expect(conversations.map(({ productId }) => productId)).toEqual([beans.id, talk.kale.id]);
    expect(await outcomeOf(buyers().offers.make(terms))).toBe('PRICE_OFFER_OPEN');
    await buyers().offers.withdraw({ offerId: made.id });
    expect(await outcomeOf(buyers().offers.make(terms))).toBe('accepted');
    expect((await farmers().conversations.list({})).conversations).toHaveLength(2);
    expect(await outcomeOf(farmers().offers.make(terms))).toBe('BUYERS_ONLY');
    for (const about of [{}, { conversationId, productId: beans.id }])
      expect(await outcomeOf(buyers().offers.make({ ...about, quantity: 5, price: 90 }))).toBe(
        'INVALID_INPUT',
      );
  });

  test('an answer is given once for each Idempotency-Key, and a repeated one is answered the same', async () => {
    const { id } = await talk.make();
    const accept = () =>
      market.request(`/api/offers/${id}/accept`, {
        token: talk.farm.token,
        body: {},
        headers: { 'idempotency-key': 'accept-1' },
      });
    const answers = await Promise.all(Array.from({ length: 10 }, accept));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1);
    expect(await talk.books()).toMatchObject({ held: 12, isBalanced: true });
  });
});

describe('an offer that is refused', () => {
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
