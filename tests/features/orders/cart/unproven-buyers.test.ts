import { RESERVED_BY_NEW_MIN_KES, UNPROVEN_CHECKOUTS_PER_ADDRESS } from '#orders/rules/limits.ts';
import {
  advance,
  asBuyer,
  asFarmer,
  buyer,
  byMpesa,
  call,
  caller,
  changeOrder,
  expectBooks,
  farm,
  freshKey,
  givenTrade,
  HOUR,
  makeFarm,
  makeOrder,
  makeProduct,
  makeProvenBuyer,
  makeTestBuyer,
  openMpesa,
  openSms,
  order,
  orderForm,
  outcomeOf,
  product,
  refusalOf,
  refused,
  report,
  START,
  services,
  setUser,
  tally,
  tick,
} from '#tests/setup/in-market.ts';

givenTrade({ goods: { price: 500 } });
beforeEach(() => {
  services.limits.maxPendingOrders = 20;
});

afterEach(async () => {
  await expectBooks();
});

async function makeKnownBuyer(completedOrders = 2) {
  const known = await makeProvenBuyer();
  const { id: productId } = await makeProduct(farm, { quantity: 9 });
  for (let made = 0; made < completedOrders; made += 1) {
    const { id } = await makeOrder(known, [{ productId, quantity: 1 }]);
    await byMpesa(id, 'paid');
    await changeOrder(id, { status: 'completed' });
  }
  return known;
}

test('an unproven buyer reserves a quarter of a product, over all of the pending orders', async () => {
  await refused(order(26), 'UNPROVEN_QUANTITY');
  await order(20);
  await refused(order(6), 'UNPROVEN_QUANTITY');
  await order(5);
});

const proofByNumber = 'thibitisha nambari yako ya simu';
const proofByPayment = 'lipia oda kwa M-Pesa';
test.each([
  { services: ['sms', 'mpesa'], advice: [proofByNumber, proofByPayment] },
  { services: [], advice: [] },
])(
  'the refusal says how much is possible, and how to order more with $services',
  async ({ services, advice }) => {
    if (services.includes('sms')) await openSms();
    if (services.includes('mpesa')) await openMpesa();
    await caller(buyer).buyer.cart.put({ lines: [{ productId: product.id, quantity: 30 }] });
    const say = async (language: 'en' | 'sw') => {
      const headers = { 'Idempotency-Key': freshKey(), 'Accept-Language': language };
      const by = { token: buyer.token, headers };
      return JSON.stringify((await call('/api/buyer/orders', orderForm(), by)).body);
    };
    expect(await say('en')).toContain('can order up to 25 kg of');
    const swahili = await say('sw');
    expect([proofByNumber, proofByPayment].filter((words) => swahili.includes(words))).toEqual(
      advice,
    );
  },
);

test('all unproven buyers together reserve half of a product, even when forty order at once', async () => {
  const buyers = await Promise.all(Array.from({ length: 40 }, () => makeTestBuyer()));
  const outcomes = await Promise.all(buyers.map((buyer) => outcomeOf(order(20, {}, buyer))));
  expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(2);
  await expectBooks({ onHand: 60, reserved: 40 });
  report('D114', `40 new buyers want 20 kg of 100 kg each at once: ${tally(outcomes)}`);
  await order(60, {}, await makeKnownBuyer());
});

test('what the farmer agreed on takes nothing from it', async () => {
  const { conversations, offers } = caller(buyer);
  const talk = await conversations.start({ productId: product.id, text: 'All of it?' });
  const agreed = { conversationId: talk.id, quantity: 50, price: 480 };
  const { id: offerId } = await offers.make(agreed);
  await caller(farm).offers.accept({ offerId });
  await asBuyer().place({ idempotencyKey: freshKey(), order: orderForm() });
  await order(12, {}, await makeTestBuyer());
  await order(12);
});

test('a new buyer may take all of a small product', async () => {
  const quantity = RESERVED_BY_NEW_MIN_KES / 50;
  const small = await makeProduct(farm, { quantity, price: 50 });
  await makeOrder(buyer, [{ productId: small.id, quantity }]);
  const goat = await makeProduct(farm, { quantity: 1, price: 9000 });
  const other = await makeTestBuyer();
  await makeOrder(other, [{ productId: goat.id, quantity: 1 }]);
});

test.each([
  [0, 50],
  [1, 75],
  [2, 100],
])(
  'with %i completed orders a proven buyer may reserve %i of 100 kg (D155)',
  async (done, most) => {
    const known = await makeKnownBuyer(done);
    if (most < 100) await refused(order(most + 1, {}, known), 'UNPROVEN_QUANTITY');
    const orderId = await order(most - 1, {}, known);
    if (most < 100) await refused(order(2, {}, known), 'UNPROVEN_QUANTITY');
    await order(1, {}, known);
    if (most === 100) return;
    await changeOrder(orderId, { depositPaidAt: START });
    await order(2, {}, known);
  },
);

test.each([
  { farms: 1, kes: 2500, most: 50 },
  { farms: 2, kes: 1249, most: 50 },
  { farms: 2, kes: 1250, most: 100 },
])(
  'two cash orders of $farms farm(s) for KES $kes each allow $most of 100 kg',
  async ({ farms, kes, most }) => {
    const known = await makeProvenBuyer();
    for (let made = 0; made < 2; made += 1) {
      const seller = made < farms - 1 ? await makeFarm() : farm;
      const { id: productId } = await makeProduct(seller, { quantity: 9, price: kes });
      const { id } = await makeOrder(known, [{ productId, quantity: 1 }]);
      await changeOrder(id, { status: 'completed', paymentStatus: 'paid' });
    }
    if (most < 100) await refused(order(most + 1, {}, known), 'UNPROVEN_QUANTITY');
    await order(most, {}, known);
  },
);

test('an unproven buyer has three pending orders; verifying a number allows more', async () => {
  for (let made = 0; made < 3; made += 1) await order(1);
  await refused(order(1), 'TOO_MANY_UNPROVEN_ORDERS');
  await setUser(buyer.id, { phoneVerifiedAt: START });
  await order(1);
});

test('checkouts per network are limited to a number an hour, and refused ones do not count', async () => {
  const many = await makeProduct(farm, { quantity: 10_000, price: 500 });
  services.limits.maxPendingOrders = 10_000;
  const from = async (clientAddress: string, quantity: number) => {
    const { buyer: as } = caller({ token: buyer.token, clientAddress });
    await as.cart.put({ lines: [{ productId: many.id, quantity }] });
    return as.orders.place({ idempotencyKey: freshKey(), order: orderForm() });
  };
  for (let tried = 0; tried < 5; tried += 1) await outcomeOf(from('2001:db8:1:1::7', 9000));
  for (let placed = 0; placed < UNPROVEN_CHECKOUTS_PER_ADDRESS; placed += 1)
    await from(`2001:db8:1:1::${placed}`, 1);
  const refusal = await refusalOf(from('2001:db8:1:1::aaaa', 1));
  expect(refusal.code).toBe('TOO_MANY_ORDERS_OF_NETWORK');
  expect(refusal.retryAfterSeconds).toBeGreaterThan(0);
  for (const other of ['2001:db8:1:2::1', '197.232.10.1'])
    expect(await outcomeOf(from(other, 1))).toBe('accepted');
});

test('a concurrent repeat of the last allowed checkout gets the same answer', async () => {
  services.limits.maxPendingOrders = 10_000;
  const many = await makeProduct(farm, { quantity: 10_000, price: 500 });
  const checkoutOf = () => ({ idempotencyKey: freshKey(), order: orderForm() });
  const cartOf = async () => {
    const { token } = await makeTestBuyer();
    const { buyer: as } = caller({ token, clientAddress: '198.51.100.9' });
    await as.cart.put({ lines: [{ productId: many.id, quantity: 1 }] });
    return as;
  };
  for (let placed = 1; placed < UNPROVEN_CHECKOUTS_PER_ADDRESS; placed += 1)
    await (await cartOf()).orders.place(checkoutOf());
  const last = await cartOf();
  const checkout = checkoutOf();
  const [first, again] = await Promise.all([
    last.orders.place(checkout),
    last.orders.place(checkout),
  ]);
  expect(again.orders).toHaveLength(1);
  expect(again).toEqual(first);
  await refused((await cartOf()).orders.place(checkoutOf()), 'TOO_MANY_ORDERS_OF_NETWORK');
});

test('the reservation ends after an hour; the order stays pending and takes its stock when it is confirmed', async () => {
  const orderId = await order(25);
  advance(HOUR - 1);
  await tick();
  await expectBooks({ onHand: 75, reserved: 25 });
  advance(1);
  await tick();
  await expectBooks({ onHand: 100, reserved: 0 });
  const released = { status: 'pending', isStockReleased: true };
  expect(await asBuyer().get({ orderId })).toMatchObject(released);
  await tick();
  await asFarmer().confirm({ orderId });
  await expectBooks({ onHand: 75, reserved: 25 });
});

test('the reservation of a verified number ends when the buyer gives up the number', async () => {
  await setUser(buyer.id, { phoneNumber: '+254722555666', phoneVerifiedAt: START });
  await order(50);
  await tick();
  await expectBooks({ onHand: 50, reserved: 50 });
  advance(1);
  const names = { firstName: 'Amina', lastName: 'Bakari', phoneNumber: '0722555777' };
  const place = { deliveryAddress: 'Kangemi', city: 'Nairobi' };
  await caller(buyer).buyer.editProfile({ ...names, ...place });
  await tick();
  await expectBooks({ onHand: 100, reserved: 0 });
});

test("the reservation cannot be renewed by the farmer's confirmation if others have ordered meanwhile, and nothing changes", async () => {
  const orderId = await order(25);
  advance(HOUR);
  await tick();
  await order(90, {}, await makeKnownBuyer());
  await refused(asFarmer().confirm({ orderId }), 'RESERVATION_OVER');
  await expectBooks({ onHand: 10, reserved: 90 });
  await asFarmer().reject({ orderId });
  await expectBooks({ onHand: 10, reserved: 90 });
});

test('the reservation returns its stock once, even if the order is cancelled or expires afterwards', async () => {
  const cancelled = await order(10);
  await order(5);
  advance(HOUR);
  await tick();
  await asBuyer().cancel({ orderId: cancelled });
  advance(23 * HOUR);
  await tick();
  await expectBooks({ onHand: 100, reserved: 0 });
});

test('the reservation of a proven buyer still holds after 23 hours', async () => {
  await order(25, {}, await makeProvenBuyer());
  advance(23 * HOUR);
  await tick();
  await expectBooks({ onHand: 75, reserved: 25 });
});
