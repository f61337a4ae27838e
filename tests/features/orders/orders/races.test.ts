import { placeOrder } from '#orders/server/place-order.ts';
import { hasCode } from '#server/db/deadlines.ts';
import { booksOf } from '#tests/factories/trade.ts';
import {
  caller,
  codeOf,
  db,
  freshKey,
  isOnPostgres,
  type Market,
  makeFarm,
  makeOrder,
  makeProduct,
  makeProvenBuyer,
  makeTestBuyer,
  market,
  openMarket,
  orderForm,
  refused,
  report,
  request,
  services,
  sql,
} from '#tests/setup/in-market.ts';

/** The embedded database has one connection, so it shows correctness but no races. */
const [BUYERS, ROUNDS, BASKETS] = isOnPostgres
  ? [200, Number(process.env.HOSTILE_ROUNDS ?? 4), Number(process.env.HOSTILE_BASKETS ?? 200)]
  : [20, 2, 20];

const DEADLOCK = new Set(['40P01']);

const expectBooks = async (market: Market, figures: object, productId: number) =>
  expect(await booksOf(market, productId)).toMatchObject({ ...figures, isBalanced: true });

const makeMany = async <T>(count: number, make: () => Promise<T>): Promise<T[]> => {
  const made: T[] = [];
  while (made.length < count) made.push(await make());
  return made;
};

const outcomesOf = (settled: PromiseSettledResult<unknown>[]) => {
  const counts = new Map<string, number>();
  for (const result of settled) {
    const outcome = result.status === 'fulfilled' ? 'done' : (result.reason as Error).message;
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  }
  return Object.fromEntries(counts);
};

test('D29: one of many buyers gets the last unit', { timeout: 300_000 }, async () => {
  await openMarket();
  const farm = await makeFarm();
  const kale = await makeProduct(farm, { quantity: 1 });
  const { products } = caller(farm).farmer;
  const callers = await makeMany(BUYERS, async () => caller(await makeTestBuyer()));
  for (let round = 1; round <= ROUNDS; round += 1) {
    for (const caller of callers)
      await caller.buyer.cart.put({ lines: [{ productId: kale.id, quantity: 1 }] });
    const settled = await Promise.allSettled(
      callers.map((caller) =>
        caller.buyer.orders.place({ idempotencyKey: freshKey(), order: orderForm() }),
      ),
    );
    // A machine under load may turn some away earlier, which counts as a refusal.
    const { done, OFFER_GONE, OUT_OF_STOCK, UNAVAILABLE, ...others } = outcomesOf(settled);
    expect({ done, others }).toEqual({ done: 1, others: {} });
    expect((OFFER_GONE ?? 0) + (OUT_OF_STOCK ?? 0) + (UNAVAILABLE ?? 0)).toBe(BUYERS - 1);
    await expectBooks(market, { onHand: 0, reserved: round }, kale.id);
    if (round < ROUNDS) await products.setQuantity({ productId: kale.id, quantity: 1 });
  }
  report('D29', `${BUYERS} buyers, one unit, ${ROUNDS} rounds: one order each`);
});

test('D30: carts with the same products in reversed order do not deadlock', {
  timeout: 300_000,
}, async () => {
  await openMarket();
  services.limits = { ...services.limits, maxPendingOrders: BASKETS };
  const farm = await makeFarm();
  const products = await makeMany(4, () => makeProduct(farm, { quantity: 1_000_000 }));
  const buyers = await makeMany(20, async () => caller(await makeTestBuyer()));
  const transactions = vi.spyOn(db, 'transaction');
  onTestFinished(() => transactions.mockRestore());
  let placed = 0;
  for (let basket = 0; basket < BASKETS; basket += buyers.length) {
    const settled = await Promise.allSettled(
      buyers.map(async (caller, at) => {
        const lines = products.map(({ id }) => ({ productId: id, quantity: 1 }));
        await caller.buyer.cart.put({ lines: at % 2 ? lines : lines.reverse() });
        return caller.buyer.orders.place({ idempotencyKey: freshKey(), order: orderForm() });
      }),
    );
    // As above, a database that stalls for seconds may turn some away.
    const { done = 0, UNAVAILABLE: turnedAway = 0, ...others } = outcomesOf(settled);
    expect(others).toEqual({});
    expect(done + turnedAway).toBe(buyers.length);
    placed += done;
  }
  expect(placed).toBeGreaterThan(BASKETS / 2);
  // A deadlock is retried without the caller noticing, so this looks at each transaction.
  const failures = transactions.mock.settledResults.filter(({ type }) => type === 'rejected');
  expect(failures.filter(({ value }) => hasCode(value, DEADLOCK))).toEqual([]);
  for (const { id } of products) expect((await booksOf(market, id)).isBalanced).toBe(true);
  report('D30', `${BASKETS} reversed baskets by 20 at once: ${placed} ordered, no deadlock`);
});

test.runIf(isOnPostgres)(
  'a product in high demand: orders queue for it without deadlocks: no transaction is retried',
  {
    timeout: 60_000,
  },
  async () => {
    await openMarket();
    const kale = await makeProduct(await makeFarm(), { quantity: 100 });
    const buyers = await makeMany(64, () => makeProvenBuyer());
    // Commits slowly, as on a slow disk, so that several orders always wait.
    await db.execute(sql`create function commit_slowly() returns trigger language plpgsql as
      'begin perform pg_sleep(0.003); return null; end'`);
    await db.execute(sql`create constraint trigger slow after insert on checkouts deferrable initially deferred
      for each row execute function commit_slowly()`);
    let tries = 0;
    const counting: typeof market.db = Object.assign(Object.create(db), {
      transaction: (work: never) => {
        tries += 1;
        return db.transaction(work);
      },
    });
    const waiting = buyers.values();
    // Adding to a cart also locks the product's row, against deletion, while others order.
    const orderOneByOne = async () => {
      for (const { id, token } of waiting) {
        const { cart } = caller({ token }).buyer;
        await cart.put({ lines: [{ productId: kale.id, quantity: 1 }] });
        const checkout = { idempotencyKey: freshKey(), order: orderForm() };
        const by = { buyerId: id, networks: [] };
        await placeOrder(counting, { ...by, ...checkout }, services);
      }
    };
    await Promise.all(Array.from({ length: 8 }, orderOneByOne));
    expect(tries).toBe(buyers.length);
    await expectBooks(market, { onHand: 36, reserved: 64 }, kale.id);
  },
);

test('D31: one Idempotency-Key 50 times at once: one order, one answer', async () => {
  await openMarket();
  const buyer = await makeTestBuyer();
  const kale = await makeProduct(await makeFarm(), { quantity: 100 });
  await caller(buyer).buyer.cart.put({ lines: [{ productId: kale.id, quantity: 2 }] });
  const answers = await Promise.all(
    Array.from({ length: 50 }, async () => {
      const headers = { 'idempotency-key': 'the-one' };
      const by = { token: buyer.token, body: orderForm(), headers };
      const response = await request('/api/buyer/orders', by);
      return `${response.status} ${await response.text()}`;
    }),
  );
  expect(new Set(answers).size).toBe(1);
  expect(answers[0]).toMatch(/^201 /);
  await expectBooks(market, { onHand: 98, reserved: 2 }, kale.id);
  report('D31', '50 requests under one key: one order, one answer');
});

test('one order, two hands: of many simultaneous steps one succeeds, and the stock is returned once', async () => {
  await openMarket();
  const buyer = await makeTestBuyer();
  const farm = await makeFarm();
  const kale = await makeProduct(farm, { quantity: 20 });
  for (let round = 0; round < 10; round += 1) {
    const { id: orderId } = await makeOrder(buyer, [{ productId: kale.id, quantity: 2 }]);
    const asBuyer = caller(buyer).buyer.orders;
    const asFarmer = caller(farm).farmer.orders;
    const settled = await Promise.allSettled([
      ...Array.from({ length: 5 }, () => asBuyer.cancel({ orderId })),
      ...Array.from({ length: 5 }, () => asFarmer.reject({ orderId, reason: 'None left' })),
    ]);
    expect(outcomesOf(settled)).toEqual({ done: 1, STEP_NOT_ALLOWED: 9 });
    await expectBooks(market, { onHand: 20 }, kale.id);
  }
});

test('one order, two hands: simultaneous steps on orders of the same products: no deadlock reaches a user', {
  timeout: 120_000,
}, async () => {
  await openMarket();
  const farm = await makeFarm();
  const asFarmer = caller(farm).farmer.orders;
  const products = await makeMany(5, () => makeProduct(farm, { quantity: 1000 }));
  const buyers = await makeMany(8, () => makeTestBuyer());
  const rounds = isOnPostgres ? 15 : 2;
  for (let round = 0; round < rounds; round += 1) {
    const settled = await Promise.allSettled(
      buyers.map(async (buyer, at) => {
        const turned = [...products.slice(at % 5), ...products.slice(0, at % 5)];
        const lines = turned.map(({ id }) => ({ productId: id, quantity: 1 }));
        const { id: orderId } = await makeOrder(buyer, lines);
        if (at % 2) await caller(buyer).buyer.orders.cancel({ orderId });
        else await asFarmer.reject({ orderId, reason: 'None left' });
      }),
    );
    expect(outcomesOf(settled)).toEqual({ done: buyers.length });
  }
  for (const { id } of products) await expectBooks(market, { onHand: 1000 }, id);
  report('D30', `8 orders of 5 products placed and ended at once, ${rounds} rounds: no deadlock`);
});

test('one order, two hands: 50 wrong handover codes at once: five are evaluated, and the right one then fails too', async () => {
  await openMarket();
  const buyer = await makeTestBuyer();
  const farm = await makeFarm();
  const kale = await makeProduct(farm, { quantity: 20 });
  const { id: orderId } = await makeOrder(buyer, [{ productId: kale.id, quantity: 2 }]);
  const asFarmer = caller(farm).farmer.orders;
  await asFarmer.confirm({ orderId });
  await asFarmer.dispatch({ orderId });
  const wrong = String((Number(codeOf(orderId)) + 1) % 10_000).padStart(4, '0');
  const settled = await Promise.allSettled(
    Array.from({ length: 50 }, () => asFarmer.complete({ orderId, handoverCode: wrong })),
  );
  expect(outcomesOf(settled)).toEqual({ HANDOVER_CODE_WRONG: 5, HANDOVER_LOCKED: 45 });
  await refused(asFarmer.complete({ orderId, handoverCode: codeOf(orderId) }), 'HANDOVER_LOCKED');
});
