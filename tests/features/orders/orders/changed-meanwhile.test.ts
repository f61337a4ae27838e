import { products } from '#products/server/tables.ts';
import {
  booksOf,
  caller,
  countRows,
  countWaiting,
  db,
  eq,
  freshKey,
  isOnPostgres,
  makeFarm,
  makeProduct,
  makeTestBuyer,
  openMarket,
  orderForm,
} from '#tests/setup/in-market.ts';

type ProductChange = Partial<typeof products.$inferInsert>;

/**
 * Places an order of two crates of twenty during a change of the product: the order reads the cart
 * as it was, and waits for the change when it takes the stock.
 */
async function orderDuring(change: ProductChange) {
  await openMarket();
  const farm = await makeFarm();
  const kale = await makeProduct(farm, { quantity: 20, price: 100 });
  const { buyer } = caller(await makeTestBuyer());
  await buyer.cart.put({ lines: [{ productId: kale.id, quantity: 2 }] });
  const { placed } = await db.transaction(async (tx) => {
    await tx.update(products).set(change).where(eq(products.id, kale.id));
    const order = buyer.orders.place({ idempotencyKey: freshKey(), order: orderForm() }).then(
      () => 'placed',
      (error: Error) => error.message,
    );
    await expect.poll(() => countWaiting()).toBe(1);
    return { placed: order };
  });
  const outcome = await placed;
  return {
    outcome,
    orders: await countRows('orders'),
    letters: await countRows('outbox_messages'),
    inCart: (await buyer.cart.get()).lineCount,
    books: await booksOf(kale.id),
  };
}

describe.runIf(isOnPostgres)('a product that changes before an order takes the stock', () => {
  const nothing = { orders: 0, letters: 0, inCart: 1 };
  const changes: [string, ProductChange, string][] = [
    ['costs more', { priceCents: 20_000 }, 'PRICE_CHANGED'],
    ['has another unit', { unit: 'bags' }, 'PRICE_CHANGED'],
    ['has another net weight', { netWeightKg: 1.5 }, 'PRICE_CHANGED'],
    ['is only announced', { depositPercent: 30, harvestDate: '2026-03-11' }, 'PRE_ORDER_BY_MPESA'],
    ['is hidden', { hiddenAt: new Date('2026-03-02T06:00:00Z') }, 'OFFER_GONE'],
    ['has expired', { expiryDate: '2026-03-01' }, 'OFFER_GONE'],
    ['is almost sold out', { quantity: 1 }, 'OUT_OF_STOCK'],
  ];
  test.each(changes)('it %s: nothing is ordered, with a reason', async (_, change, outcome) => {
    const books = { onHand: change.quantity ?? 20, reserved: 0 };
    expect(await orderDuring(change)).toMatchObject({ ...nothing, outcome, books });
  });

  test('its description changes: the order goes through', async () => {
    expect(await orderDuring({ description: 'Picked this morning.' })).toMatchObject({
      outcome: 'placed',
      orders: 1,
      inCart: 0,
      books: { onHand: 18, reserved: 2, isBalanced: true },
    });
  });
});
