import { makeFarm } from '#tests/factories/farms.ts';
import { makeProduct } from '#tests/factories/products.ts';
import {
  db,
  freshKey,
  isOnPostgres,
  type Market,
  makeProvenBuyer,
  market,
  openMarket,
  orderForm,
  outcomeOf,
  report,
  services,
} from '#tests/setup/in-market.ts';

const ROUNDS = isOnPostgres ? 40 : 3;

async function makeCart(market: Market, products: number) {
  const farm = await makeFarm(market);
  const ids: number[] = [];
  for (let made = 0; made < products; made += 1)
    ids.push((await makeProduct(market, farm, { quantity: 1000 })).id);
  const linesOf = (some: number[]) => ({
    lines: some.map((productId) => ({ productId, quantity: 1 })),
  });
  return { ids, linesOf, buyer: market.caller(await makeProvenBuyer()).buyer };
}

test('D30: concurrent changes of one cart from several devices do not deadlock', {
  timeout: 120_000,
}, async () => {
  await openMarket();
  const { ids, linesOf, buyer } = await makeCart(market, 6);
  const [first = 0, ...rest] = ids;
  const transactions = vi.spyOn(db, 'transaction');
  onTestFinished(() => transactions.mockRestore());
  for (let round = 0; round < ROUNDS; round += 1) {
    await Promise.all([
      buyer.cart.put(linesOf([first])),
      buyer.cart.add(linesOf(ids)),
      buyer.cart.put(linesOf(rest)),
      buyer.cart.add(linesOf([...ids].reverse())),
      buyer.cart.setLine({ productId: first, quantity: 2 }),
      buyer.cart.remove({ productId: first }),
    ]);
    const held = (await buyer.cart.get()).lines.map(({ productId }) => productId);
    expect(new Set(held).size).toBe(held.length);
    expect(ids).toEqual(expect.arrayContaining(held));
  }
  // A deadlock is retried without the caller noticing, so this looks at each transaction.
  expect(transactions).toHaveBeenCalled();
  const failed = transactions.mock.settledResults.filter(({ type }) => type !== 'fulfilled');
  expect(failed).toEqual([]);
  report('D30', `one cart changed by 6 at once, ${ROUNDS} rounds: no deadlock`);
});

test('of two simultaneous replacements of a cart one wins, and they do not mix', async () => {
  await openMarket();
  const { ids, linesOf, buyer } = await makeCart(market, 6);
  const [one, other] = [ids.slice(0, 3), ids.slice(3)];
  for (let round = 0; round < ROUNDS; round += 1) {
    await Promise.all([buyer.cart.put(linesOf(one)), buyer.cart.put(linesOf(other))]);
    const { lines } = await buyer.cart.get();
    const held = lines.map(({ productId }) => productId).sort((a, b) => a - b);
    expect([one, other]).toContainEqual(held);
  }
});

test('a cart that is emptied during checkout is ordered, or reported as empty', async () => {
  await openMarket();
  services.limits = { ...services.limits, maxPendingOrders: 4 * ROUNDS };
  const { ids, linesOf, buyer } = await makeCart(market, 1);
  const [productId = 0] = ids;
  for (let round = 0; round < ROUNDS; round += 1) {
    await buyer.cart.put(linesOf(ids));
    const placing = buyer.orders.place({ idempotencyKey: freshKey(), order: orderForm() });
    const [outcome] = await Promise.all([outcomeOf(placing), buyer.cart.remove({ productId })]);
    expect(['accepted', 'CART_EMPTY']).toContain(outcome);
  }
});
