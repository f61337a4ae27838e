import {
  paymentAttempts,
  paymentCallbacks,
  payments,
  payouts,
} from '#orders/server/payments/tables.ts';
import {
  byMpesa,
  caller,
  codeOf,
  countRows,
  db,
  dumpDatabase,
  givenMarket,
  type Market,
  makeBuyer,
  makeFarmer,
  makeOrder,
  makeProduct,
  nearPlace,
  PASSWORD,
  refusalOf,
  runOutbox,
  type SignedBuyer,
  type SignedFarmer,
  services,
  sql,
} from '#tests/setup/in-market.ts';

let buyer: SignedBuyer;
let farmer: SignedFarmer;
let productId: number;
givenMarket();
beforeEach(async () => {
  buyer = await makeBuyer();
  farmer = await makeFarmer();
  productId = (await makeProduct(farmer)).id;
});
const erase = (caller: ReturnType<Market['caller']>) =>
  caller.auth.deleteAccount({ password: PASSWORD });

const asBuyer = () => caller(buyer);
const asFarmer = () => caller(farmer);
const now = () => services.clock();
const expectBusy = async (caller: ReturnType<typeof asBuyer>, facts: object) =>
  expect(await refusalOf(erase(caller))).toMatchObject({ code: 'ACCOUNT_BUSY', facts });

const place = async () =>
  (
    await makeOrder(buyer, [{ productId, quantity: 2 }], {
      fulfilment: 'delivery',
      deliveryAddress: 'Kwa Mama Achieng, Kilimo Road',
      ...nearPlace,
      note: 'Bisha hodi',
    })
  ).id;
async function complete(orderId: number) {
  await asFarmer().farmer.orders.confirm({ orderId });
  await asFarmer().farmer.orders.dispatch({ orderId });
  await asFarmer().farmer.orders.complete({ orderId, handoverCode: codeOf(orderId) });
}
async function addAttempt(orderId: number, status: 'paid' | 'held' | 'pushed') {
  const tokenHash = `hash ${orderId}`;
  const asked = { tokenHash, requestedAt: now(), askAgainAt: now() };
  await db
    .insert(paymentAttempts)
    .values({ ...asked, orderId, status, phoneNumber: '+254799888777', amountCents: 9100 });
  const body = '{"PhoneNumber":254799888777}';
  await db.insert(paymentCallbacks).values({ tokenHash, body, receivedAt: now() });
}

test('what stays of a person: while an order is under way neither side can go, and is told why', async () => {
  const orderId = await place();
  const before = await dumpDatabase({ except: ['rate_limit_counters'] });
  for (const caller of [asBuyer(), asFarmer()])
    await expectBusy(caller, { orders: 1, refunds: 0, payouts: 0 });
  expect(await dumpDatabase({ except: ['rate_limit_counters'] })).toBe(before);
  await asFarmer().farmer.orders.reject({ orderId, reason: 'Sold out' });
  await erase(asBuyer());
  await erase(asFarmer());
  expect(await countRows('users')).toBe(0);
});

test.each(['refund_due', 'held', 'pushed'] as const)(
  'what stays of a person: money that may go back (%s) keeps both',
  async (state) => {
    const orderId = await place();
    await asBuyer().buyer.orders.cancel({ orderId });
    const due = { orderId, method: 'M-Pesa', amountCents: 9100, receivedAt: now() } as const;
    if (state === 'refund_due') await db.insert(payments).values({ ...due, state });
    else await addAttempt(orderId, state);
    for (const caller of [asBuyer(), asFarmer()])
      await expectBusy(caller, { orders: 0, refunds: 1 });
  },
);

const payoutOf = (orderId: number) => {
  const moments = { heldUntil: now(), createdAt: now() };
  return { ...moments, orderId, farmerId: farmer.id, amountCents: 9100 };
};

test.each(['due', 'sent', 'failed', 'unknown'] as const)(
  'a payout that is %s keeps the farmer, and lets the buyer go',
  async (status) => {
    const orderId = await place();
    await complete(orderId);
    await db.insert(payouts).values({ ...payoutOf(orderId), status });
    await expectBusy(asFarmer(), { orders: 0, payouts: 1 });
    await erase(asBuyer());
  },
);

test('a paid order that was completed a moment ago keeps the farmer: its payout is about to be made', async () => {
  const orderId = await place();
  await complete(orderId);
  await byMpesa(orderId, 'paid');
  await expectBusy(asFarmer(), { payouts: 1 });
});

test('what stays of a person after a buyer has gone the order stays without them', async () => {
  const orderId = await place();
  await complete(orderId);
  await asBuyer().buyer.orders.rate({ orderId, rating: 4, text: 'Nzuri' });
  await addAttempt(orderId, 'paid');
  while ((await runOutbox()) > 0);
  await erase(asBuyer());
  expect(await dumpDatabase()).not.toMatch(
    /Achieng|Otieno|712345678|799888777|Kilimo Road|Bisha hodi|36\.915/,
  );
  const texts = { buyerName: null, buyerPhone: null, deliveryAddress: null, note: null };
  expect(await asFarmer().farmer.orders.get({ orderId })).toMatchObject({ ...texts, amount: 91 });
  expect(await caller().market.farmReviews({ farmId: farmer.id })).toMatchObject({
    reviews: [{ rating: 4, text: '', buyerFirstName: null }],
  });
  const sales = { totalSales: 91, completedOrders: 1 };
  expect(await asFarmer().farmer.overview()).toMatchObject(sales);
});

test('what stays of a person after a farmer has gone the buyer keeps what was bought', async () => {
  const orderId = await place();
  await complete(orderId);
  const { phoneNumber } = farmer;
  const paid = { ...payoutOf(orderId), status: 'paid', phoneNumber } as const;
  const tokenHash = 'payout hash';
  await db.insert(payouts).values({ ...paid, tokenHash });
  const callback = { tokenHash, body: 'Wanjiru', receivedAt: now() };
  await db.insert(paymentCallbacks).values(callback);
  while ((await runOutbox()) > 0);
  await erase(asFarmer());
  expect(await dumpDatabase()).not.toMatch(/Wanjiru|112345678/);
  expect(await asBuyer().buyer.orders.get({ orderId })).toMatchObject({
    farmName: null,
    total: 91,
    lines: [{ name: 'Sukuma wiki' }],
  });
});

test('what stays of a person: their own data holds cart, orders, payments and ratings; of the other side nothing', async () => {
  const orderId = await place();
  await complete(orderId);
  await asBuyer().buyer.orders.rate({ orderId, rating: 4, text: 'Nzuri' });
  await addAttempt(orderId, 'paid');
  await asBuyer().buyer.cart.put({ lines: [{ productId, quantity: 3 }] });
  const hers = await asBuyer().auth.exportData();
  expect(hers).toMatchObject({
    cart: [{ productId, quantity: 3 }],
    placedOrders: [{ id: orderId, note: 'Bisha hodi' }],
    orderLines: [{ orderId, name: 'Sukuma wiki', quantity: 2 }],
    paymentAttempts: [{ phoneNumber: '+254799888777' }],
    reviews: [{ rating: 4, text: 'Nzuri' }],
  });
  const his = await asFarmer().auth.exportData();
  expect(his).toMatchObject({
    placedOrders: [],
    receivedOrders: [{ id: orderId, totalCents: 9100 }],
    reviews: [{ rating: 4 }],
  });
  expect(JSON.stringify(his)).not.toMatch(/Achieng|Kilimo Road|Bisha hodi|799888777/);
});

describe('F73: the texts of a deleted person', () => {
  const asBuyer = () => caller(buyer).buyer.orders;
  const asFarmer = () => caller(farmer).farmer.orders;
  beforeEach(async () => {
    await writeEverywhere();
    await runOutbox();
  });

  const BUYERS_TEXTS = ['disputes', 'note', 'rates'].map((text) => `BUYER ${text}`);
  const FARMERS_TEXTS = ['answers', 'cancels', 'rejects', 'replies'].map(
    (text) => `FARMER ${text}`,
  );
  const place = async (note?: string) =>
    (await makeOrder(buyer, [{ productId, quantity: 1 }], { ...(note && { note }) })).id;

  async function writeEverywhere() {
    const rejected = await place('BUYER note');
    await asFarmer().reject({ orderId: rejected, reason: 'FARMER rejects' });
    const cancelled = await place();
    await asFarmer().confirm({ orderId: cancelled });
    await asFarmer().cancel({ orderId: cancelled, reason: 'FARMER cancels' });
    const rated = await place();
    await asFarmer().confirm({ orderId: rated });
    await asFarmer().dispatch({ orderId: rated });
    await asFarmer().complete({ orderId: rated, handoverCode: codeOf(rated) });
    await asBuyer().rate({ orderId: rated, rating: 4, text: 'BUYER rates' });
    await asFarmer().answerReview({ orderId: rated, answer: 'FARMER answers' });
    const disputed = await place();
    await asFarmer().confirm({ orderId: disputed });
    await asFarmer().dispatch({ orderId: disputed });
    await asBuyer().dispute({ orderId: disputed, reason: 'BUYER disputes' });
    await asFarmer().answerDispute({ orderId: disputed, answer: 'FARMER replies' });
    await db.execute(sql`update orders set status = 'cancelled' where id = ${disputed}`);
  }

  const written = async (whose: 'BUYER' | 'FARMER') =>
    [...(await dumpDatabase()).matchAll(new RegExp(`${whose} [a-z]+`, 'g'))]
      .map(([text]) => text)
      .sort();

  test("a buyer's review, reasons and notes are deleted; stars, orders and the farmer's texts remain", async () => {
    expect(await written('BUYER')).toEqual(BUYERS_TEXTS);
    await erase(caller(buyer));
    expect(await written('BUYER')).toEqual([]);
    expect(await written('FARMER')).toEqual(FARMERS_TEXTS);
    expect(await countRows('reviews', sql`rating = 4`)).toBe(1);
    expect(await countRows('orders')).toBe(4);
  });

  test("a farmer's replies and reasons are deleted; the buyer's texts remain", async () => {
    expect(await written('FARMER')).toEqual(FARMERS_TEXTS);
    await erase(caller(farmer));
    expect(await written('FARMER')).toEqual([]);
    expect(await written('BUYER')).toEqual(BUYERS_TEXTS);
  });
});
