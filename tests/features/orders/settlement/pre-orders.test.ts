import { asc, gt } from 'drizzle-orm';
import { payouts } from '#orders/server/payments/tables.ts';
import { declareHarvest } from '#orders/server/settlement/shorten-order.ts';
import {
  isStockRefused,
  type StockLine,
  takeAcceptedStock,
} from '#products/server/stock-queries.ts';
import {
  advance,
  and,
  asBuyer,
  asFarmer,
  booksOf,
  caller,
  codeOf,
  DAY,
  db,
  eq,
  expectBooks,
  expectMoney,
  expectRightMoney,
  farm,
  givenTrade,
  makeOrders,
  makeProduct,
  makeProvenBuyer,
  mpesa,
  now,
  order,
  paidOut,
  product,
  productForm,
  refused,
  reopenMpesa,
  services,
  tick,
} from '#tests/setup/in-market.ts';

/* It is 2 March 2026. The farm announces 100 kg of kale at KES 50 for the week until the 15th. */

const announced = { harvestDate: '2026-03-11', depositPercent: 30 };
let phones = 0;

givenTrade({ goods: announced });
beforeEach(() => reopenMpesa({}));

type Buyer = Awaited<ReturnType<typeof makeProvenBuyer>>;

const preOrder = (by: Buyer, quantity: number) => order(quantity, { paymentMethod: 'M-Pesa' }, by);

async function pay(buyer: Buyer, orderId: number) {
  phones += 1;
  await asBuyer(buyer).pay({ orderId, phoneNumber: `+2547330${String(phones).padStart(5, '0')}` });
  await mpesa.answer('approve');
}

async function reserved(quantity: number) {
  const buyer = await makeProvenBuyer();
  const id = await preOrder(buyer, quantity);
  await pay(buyer, id);
  return { buyer, id };
}

const harvest = (quantity: number) =>
  asFarmer().declareHarvest({ productId: product.id, quantity });

const refundsOf = (orderId: number) =>
  db
    .select({ status: payouts.status, cents: payouts.amountCents })
    .from(payouts)
    .where(and(eq(payouts.orderId, orderId), gt(payouts.part, 0)))
    .orderBy(asc(payouts.part));

const read = (buyer: Buyer, orderId: number) => asBuyer(buyer).get({ orderId });

test('a pre-order asks for the deposit, then for the rest once it is harvested, and the farmer earns all', async () => {
  const buyer = await makeProvenBuyer();
  const id = await preOrder(buyer, 20);
  const asked = { total: 1000, toPay: 300, deposit: 300, harvestBy: '2026-03-15' };
  expect(await read(buyer, id)).toMatchObject({ status: 'pending', ...asked });
  await pay(buyer, id);
  expect(mpesa.lastPrompt().amount).toBe(300);
  expect(await read(buyer, id)).toMatchObject({ paymentStatus: 'pending', toPay: 0 });
  await harvest(100);
  const harvested = { status: 'confirmed', toPay: 700, harvestBy: null };
  expect(await read(buyer, id)).toMatchObject(harvested);
  advance(121);
  await pay(buyer, id);
  expect(mpesa.lastPrompt().amount).toBe(700);
  await expectMoney(id, { paymentStatus: 'paid', money: ['received 300', 'received 700'] });
  await asFarmer().dispatch({ orderId: id });
  await asFarmer().complete({ orderId: id, handoverCode: codeOf(id) });
  await expectMoney(id, { payout: { cents: 100_000 } });
  await expectRightMoney();
  await expectBooks({ onHand: 80 });
});

test('a pre-order is an order of its own, not paid in cash; goods beside it are if the buyer has seen its deposit', async () => {
  await refused(order(2), 'PRE_ORDER_BY_MPESA');
  const eggs = await makeProduct(farm, { name: 'Eggs', unit: 'trays', price: 400 });
  const buyer = await makeProvenBuyer();
  const lines = [
    { productId: product.id, quantity: 20 },
    { productId: eggs.id, quantity: 1 },
  ];
  await refused(makeOrders(buyer, lines), 'PRE_ORDER_BY_MPESA');
  const placed = await makeOrders(buyer, lines, { expectedDeposit: 300 });
  const orders = await Promise.all(placed.map(({ id }) => read(buyer, id)));
  expect(orders).toMatchObject([
    { paymentMethod: 'M-Pesa', total: 1000, toPay: 300 },
    { paymentMethod: 'Cash on delivery', total: 400 },
  ]);
});

test('a pre-order is confirmed by the harvest alone', async () => {
  const { id } = await reserved(20);
  await refused(asFarmer().confirm({ orderId: id }), 'HARVEST_NOT_DECLARED');
});

test('a pre-order keeps its price and deposit when the farmer changes them', async () => {
  const { buyer, id } = await reserved(20);
  const form = productForm({ quantity: 100, ...announced, price: 90, depositPercent: 50 });
  await caller(farm).farmer.products.edit({ productId: product.id, ...form });
  await harvest(100);
  expect(await read(buyer, id)).toMatchObject({ total: 1000, toPay: 700 });
});

test('a pre-order of an unproven buyer keeps its goods once the deposit is paid', async () => {
  const { buyer, id } = await reserved(20);
  advance(2 * 3600);
  await tick();
  expect(await read(buyer, id)).toMatchObject({ isStockReleased: false });
});

test('a harvest (D137) that is short is shared in the order in which people ordered; nobody loses a deposit', async () => {
  const [first, second, third] = [await reserved(40), await reserved(40), await reserved(20)];
  expect(await harvest(50)).toMatchObject({ full: 1, part: 1, none: 1, left: 0 });
  expect(await read(first.buyer, first.id)).toMatchObject({ total: 2000, toPay: 1400 });
  // 10 kg cost 500, and 600 were paid: nothing is left to pay, and 100 go back.
  const paid = { status: 'confirmed', paymentStatus: 'paid', total: 500, toPay: 0 };
  expect(await read(second.buyer, second.id)).toMatchObject(paid);
  expect(await refundsOf(second.id)).toEqual([{ status: 'due', cents: 10_000 }]);
  expect(await read(third.buyer, third.id)).toMatchObject({ status: 'rejected', toPay: 0 });
  advance(2 * 3600);
  await mpesa.round();
  expect(paidOut()).toEqual([100, 300]);
  expect(await refundsOf(third.id)).toEqual([{ status: 'paid', cents: 30_000 }]);
  await expectBooks({ onHand: 0 });
});

test('a harvest (D137) that is larger than announced puts the rest on the market', async () => {
  await reserved(40);
  expect(await harvest(130)).toMatchObject({ full: 1, left: 90 });
  await expectBooks({ onHand: 90 });
  const { products } = await caller(farm).farmer.products.list({});
  expect(products.find(({ id }) => id === product.id)).toMatchObject({
    depositPercent: null,
    harvestDate: '2026-03-02',
  });
});

test('a harvest (D137) is declared once, also by two devices at the same moment', async () => {
  const { id } = await reserved(40);
  const call = { ...services, db, user: { id: farm.id } };
  const productId = product.id;
  const done = await Promise.allSettled(
    [30, 20].map((quantity) => declareHarvest(call, { productId, quantity })),
  );
  expect(done.toSorted((a, b) => a.status.localeCompare(b.status))).toMatchObject([
    { status: 'fulfilled' },
    { status: 'rejected', reason: { code: 'HARVEST_NOT_ANNOUNCED' } },
  ]);
  await expectMoney(id, { status: 'confirmed' });
  await expectBooks();
});

test('a harvest (D137) confirms an order without a deposit too, which then costs its whole total', async () => {
  const buyer = await makeProvenBuyer();
  const id = await preOrder(buyer, 20);
  await harvest(100);
  expect(await read(buyer, id)).toMatchObject({ status: 'confirmed', toPay: 1000 });
});

describe('the end of a pre-order (D136)', () => {
  test('comes after a day without the deposit, and its goods are on offer again', async () => {
    const buyer = await makeProvenBuyer();
    const id = await preOrder(buyer, 20);
    advance(DAY + 60);
    await tick();
    await expectMoney(id, { status: 'expired' });
    await expectBooks({ onHand: 100 });
  });

  test('comes a week after the announced one if there is no word of the harvest', async () => {
    const { id } = await reserved(20);
    advance(20 * DAY);
    await tick();
    await expectMoney(id, { status: 'pending' });
    advance(2 * DAY);
    await tick();
    await expectMoney(id, { status: 'expired' });
    expect(await refundsOf(id)).toEqual([{ status: 'due', cents: 30_000 }]);
  });

  test.each(['before', 'after'])(
    'by its buyer, %s the harvest, returns the deposit',
    async (when) => {
      const { buyer, id } = await reserved(20);
      if (when === 'after') await harvest(100);
      await asBuyer(buyer).cancel({ orderId: id });
      await mpesa.round();
      expect(paidOut()).toEqual([300]);
      expect(await refundsOf(id)).toEqual([{ status: 'paid', cents: 30_000 }]);
      await expectBooks({ onHand: 100 });
    },
  );

  test('after it was paid as a whole leaves the refund of both payments to the operator', async () => {
    const { buyer, id } = await reserved(20);
    await harvest(100);
    advance(121);
    await pay(buyer, id);
    await asFarmer().cancel({ orderId: id });
    const money = ['refund_due 300', 'refund_due 700'];
    await expectMoney(id, { paymentStatus: 'refund_due', money });
    expect(await refundsOf(id)).toEqual([]);
  });
});

test('an announced harvest that people ordered from is neither deleted nor taken back', async () => {
  await reserved(20);
  const { products } = caller(farm).farmer;
  await refused(products.delete({ productId: product.id }), 'HARVEST_RESERVED');
  const form = productForm({ quantity: 100, price: 50, ...announced, depositPercent: null });
  await refused(products.edit({ productId: product.id, ...form }), 'HARVEST_RESERVED');
});

/** Takes stock as a checkout does after it has read the product with this deposit. */
async function take(depositPercent: number | null): Promise<boolean> {
  const line: StockLine = { productId: product.id, quantity: 10, unit: 'kg' };
  const lines = [{ ...line, priceCents: 5000, netWeightKg: null, depositPercent }];
  try {
    await takeAcceptedStock(db, { lines, now: now() });
    return true;
  } catch (error) {
    if (!isStockRefused(error)) throw error;
    return false;
  }
}

test('a checkout that saw the announcement takes nothing of the declared harvest', async () => {
  expect([await take(null), await take(30)]).toEqual([false, true]);
  await harvest(100);
  const { onHand } = await booksOf(product.id);
  expect(await take(30)).toBe(false);
  expect(await take(null)).toBe(true);
  expect(await booksOf(product.id)).toMatchObject({ onHand: onHand - 10 });
});
