import { runOfferClock } from '#messages/server/move-offer.ts';
import { dayInNairobi, daysAfter, endOfDayInNairobi } from '#rules/day.ts';
import { type Dealing, makeDealing } from '#tests/factories/offers.ts';
import {
  advance,
  changeProduct,
  countRows,
  db,
  freshKey,
  givenMarket,
  HOUR,
  makeOrder,
  makeProduct,
  makeTalk,
  market,
  now,
  orderForm,
  outcomeOf,
  services,
  sql,
} from '#tests/setup/in-market.ts';

let talk: Dealing;
let conversationId: number;
givenMarket();
beforeEach(async () => {
  talk = await makeDealing(market);
  conversationId = talk.conversationId;
});
const buyers = () => talk.asBuyer;
const farmers = () => talk.asFarmer;
const TO_MIDNIGHT = 15 * HOUR;

const order = () => buyers().buyer.orders.place({ idempotencyKey: freshKey(), order: orderForm() });

async function expectRelease() {
  expect(await runOfferClock(db, services)).toBe(1);
  expect(await talk.books()).toMatchObject({ onHand: 100, held: 0, isBalanced: true });
}

test('offers that bind: acceptance takes the stock and makes a line of its own in the cart', async () => {
  const made = await talk.make();
  const terms = { quantity: 12, price: 40, total: 480 };
  expect(made).toMatchObject({ ...terms, status: 'open', by: 'buyer', unit: 'kg' });
  expect((await talk.books()).onHand).toBe(100);
  const toAnswer = async () => (await farmers().farmer.overview()).offersToAnswer;
  expect(await toAnswer()).toBe(1);
  const accepted = await farmers().offers.accept({ offerId: made.id });
  expect(accepted).toMatchObject({ id: made.id, status: 'accepted' });
  expect(await toAnswer()).toBe(0);
  expect(await talk.books()).toMatchObject({ onHand: 88, held: 12, isBalanced: true });
  const cart = await buyers().buyer.cart.get();
  expect(cart).toMatchObject({ total: 480, lineCount: 1, canOrder: true });
  expect(cart.lines).toMatchObject([{ offerId: made.id, productId: talk.kale.id, ...terms }]);
  const { messages } = await farmers().conversations.get({ conversationId });
  expect(messages.map(({ from, kind, offer }) => [from, kind, offer?.status])).toEqual([
    ['farmer', 'event', 'accepted'],
    ['buyer', 'offer', 'accepted'],
    ['buyer', 'text', undefined],
  ]);
});

test('an event keeps telling what happened then', async () => {
  const first = await talk.agree();
  await buyers().offers.release({ offerId: first.id });
  await farmers().offers.decline({ offerId: (await talk.make()).id });
  const third = await talk.make();
  await buyers().offers.withdraw({ offerId: third.id });
  await talk.agree();
  await order();
  const { messages } = await farmers().conversations.get({ conversationId });
  const events = messages.filter(({ kind }) => kind === 'event');
  expect(events.map(({ news }) => news).join(' ')).toBe(
    'accepted withdrawn declined released accepted',
  );
});

test('offers that bind: 480 agreed bills 480, whatever the list price is by then; everyone else pays the list price', async () => {
  await talk.agree();
  await talk.edit({ quantity: 88, price: 70 });
  const { orders } = await order();
  expect(orders).toMatchObject([{ total: 480 }]);
  const [mine] = (await farmers().farmer.orders.list({})).orders;
  expect(mine?.lines).toMatchObject([{ quantity: 12, price: 40, total: 480 }]);
  expect(await talk.offerNow()).toMatchObject({ status: 'ordered', orderId: orders[0]?.id });
  const sold = { onHand: 88, held: 0, reserved: 12, isBalanced: true };
  expect(await talk.books()).toMatchObject(sold);
  const other = await makeTalk();
  expect(await makeOrder(other.buyer, [{ productId: talk.kale.id, quantity: 12 }])).toMatchObject({
    total: 840,
  });
});

test('an order takes an agreed line and a plain one of the same product; its end returns both, and it can be ordered again', async () => {
  await talk.agree();
  const plain = [{ productId: talk.kale.id, quantity: 3 }];
  const put = await buyers().buyer.cart.put({ lines: plain });
  expect(put.lines.map(({ offerId, total }) => [offerId === null, total])).toEqual([
    [true, 150],
    [false, 480],
  ]);
  const { orders } = await order();
  expect(orders).toMatchObject([{ total: 630 }]);
  const sold = { onHand: 85, reserved: 15, held: 0, isBalanced: true };
  expect(await talk.books()).toMatchObject(sold);
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

test('offers that bind: changing the cart leaves an agreed line alone; letting go returns its stock', async () => {
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

test('offers that bind: what a buyer accepts is held for two hours', async () => {
  const { id: offerId } = await talk.make(farmers());
  await buyers().offers.accept({ offerId });
  advance(2 * HOUR - 1);
  expect(await runOfferClock(db, services)).toBe(0);
  expect((await talk.books()).held).toBe(12);
  advance(1);
  await expectRelease();
  expect(await runOfferClock(db, services)).toBe(0);
});

test('offers that bind: what a farmer accepts is held for twelve hours, or for two from when the buyer has seen it', async () => {
  await talk.agree();
  advance(HOUR);
  await buyers().buyer.cart.get();
  advance(2 * HOUR);
  expect(await runOfferClock(db, services)).toBe(0);
  await buyers().buyer.cart.see();
  advance(2 * HOUR - 1);
  expect(await runOfferClock(db, services)).toBe(0);
  advance(1);
  expect(await runOfferClock(db, services)).toBe(1);
});

test('offers that bind: what a farmer accepts and the buyer never sees returns after twelve hours, and is no part of a cart by then', async () => {
  const second = await talk.make(buyers());
  await farmers().offers.accept({ offerId: second.id });
  await db.execute(
    sql`update price_offers set held_until = held_until - interval '12 hours' where id = ${second.id}`,
  );
  expect((await buyers().buyer.cart.get()).lines).toEqual([]);
  expect(await outcomeOf(order())).toBe('CART_EMPTY');
  await expectRelease();
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
  await talk.make(buyers(), { validDays: 0 });
  advance(TO_MIDNIGHT);
  const buyer = await talk.buyerAgain();
  expect(await runOfferClock(db, services)).toBe(1);
  const statuses = (await buyer.conversations.get({ conversationId })).messages.flatMap(
    ({ kind, offer }) => (kind === 'offer' ? (offer?.status ?? []) : []),
  );
  expect(statuses).toEqual(['expired', 'withdrawn', 'declined', 'countered']);
  expect(await talk.books()).toMatchObject({ onHand: 100, held: 0, isBalanced: true });
});

test('offers that bind: one ends with the chosen day in Nairobi, or with tomorrow, and a new one can follow', async () => {
  const endAfter = (days: number) => endOfDayInNairobi(daysAfter(dayInNairobi(now()), days));
  for (const [validity, days] of [
    [{ validHours: 24 }, 1],
    [{ validDays: 3 }, 3],
    [{}, 1],
  ] as const) {
    const { id, expiresAt } = await talk.make(buyers(), validity);
    expect(expiresAt).toEqual(endAfter(days));
    await buyers().offers.withdraw({ offerId: id });
  }
  const { id: offerId, expiresAt } = await talk.make(buyers(), { validDays: 0 });
  expect(expiresAt).toEqual(endAfter(0));
  advance(TO_MIDNIGHT - 1);
  const farmer = await talk.farmerAgain();
  const { messages } = await farmer.conversations.get({ conversationId });
  expect(messages[0]).toMatchObject({ offer: { id: offerId, status: 'open' } });
  advance(1);
  expect(await outcomeOf(farmer.offers.accept({ offerId }))).toBe('PRICE_OFFER_EXPIRED');
  const next = await talk.make(await talk.buyerAgain());
  const terms = { offerId: next.id, quantity: 12, price: 45 };
  expect((await farmer.offers.counter(terms)).expiresAt).toEqual(endAfter(1));
});

test("a buyer's offer for a product begins the conversation once; a farmer needs one", async () => {
  const beans = await makeProduct(talk.farm, { quantity: 50, price: 100 });
  const terms = { productId: beans.id, quantity: 5, price: 90 };
  const made = await buyers().offers.make(terms);
  const { conversations } = await farmers().conversations.list({});
  expect(conversations.map(({ productId }) => productId)).toEqual([beans.id, talk.kale.id]);
  expect(await outcomeOf(buyers().offers.make(terms))).toBe('PRICE_OFFER_OPEN');
  await buyers().offers.withdraw({ offerId: made.id });
  expect(await outcomeOf(buyers().offers.make(terms))).toBe('accepted');
  expect((await farmers().conversations.list({})).conversations).toHaveLength(2);
  expect(await outcomeOf(farmers().offers.make(terms))).toBe('BUYERS_ONLY');
  const twice = buyers().offers.make({ ...terms, conversationId });
  expect(await outcomeOf(twice)).toBe('INVALID_INPUT');
});

describe('an offer that is refused', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['OUT_OF_STOCK', () => talk.make(buyers(), { quantity: 101 })],
    ['ORDER_TOO_LARGE', () => talk.make(buyers(), { quantity: 100, price: 10_000_000 })],
  ])('%s: a bad offer is refused, and nothing is kept', async (code, run) => {
    expect(await outcomeOf(run())).toBe(code);
    expect([await countRows('price_offers'), await countRows('messages')]).toEqual([0, 1]);
  });

  test('half a crate is refused', async () => {
    const crates = { unit: 'crates', netWeightKg: 10, name: 'Tomatoes' } as const;
    const { id: productId } = await makeProduct(talk.farm, crates);
    const offer = (quantity: number) => buyers().offers.make({ productId, quantity, price: 900 });
    expect(await outcomeOf(offer(2.5))).toBe('QUANTITY_NOT_WHOLE');
    expect(await outcomeOf(offer(2))).toBe('accepted');
  });

  test("nobody accepts one's own, withdraws the other's, answers twice, or makes a second", async () => {
    const { id: offerId } = await talk.make();
    expect(await outcomeOf(buyers().offers.accept({ offerId }))).toBe('PRICE_OFFER_OWN');
    expect(await outcomeOf(farmers().offers.withdraw({ offerId }))).toBe('PRICE_OFFER_NOT_OWN');
    expect(await outcomeOf(talk.make(farmers()))).toBe('PRICE_OFFER_OPEN');
    await farmers().offers.accept({ offerId });
    expect(await outcomeOf(farmers().offers.accept({ offerId }))).toBe('PRICE_OFFER_ANSWERED');
    expect(await talk.books()).toMatchObject({ held: 12, isBalanced: true });
  });

  test('a farm that looks like one’s own is not dealt with', async () => {
    await db.execute(
      sql`update users set phone_number = '+254700000001' where id in (${talk.buyer.id}, ${talk.farm.id})`,
    );
    expect(await outcomeOf(talk.make())).toBe('OWN_FARM');
  });

  test.each<[string, () => Promise<unknown>]>([
    ['PRICE_OFFER_OUTDATED', () => talk.edit({ unit: 'bags', netWeightKg: 50 })],
    ['OUT_OF_STOCK', () => talk.edit({ quantity: 11 })],
    ['OFFER_GONE', () => changeProduct(talk.kale.id, { hiddenAt: new Date() })],
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
    await db.execute(sql`update users set suspended_at = now() where id = ${talk.farm.id}`);
    await db.execute(
      sql`update price_offers set held_until = created_at where status = 'accepted'`,
    );
    await expectRelease();
  });
});
