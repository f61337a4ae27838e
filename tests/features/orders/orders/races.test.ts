import { sql } from 'drizzle-orm';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { placeOrder } from '#features/orders/server/place-order.ts';
import { hasCode } from '#platform/server/db/unavailable.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import { makeProduct } from '#tests/factories/products.ts';
import {
  booksOf,
  codeOf,
  freshKey,
  makeOrder,
  makeTestBuyer,
  orderForm,
} from '#tests/factories/trade.ts';
import { refused } from '#tests/setup/each-test.ts';
import { type Market, makeMarket, START } from '#tests/setup/market.ts';
import { report } from '#tests/setup/report.ts';
import { isOnPostgres } from '#tests/setup/test-database.ts';

/**
 * `npm run hostile` sets the number of rounds. The embedded database has one connection, so it
 * shows correctness but no races.
 */
const [BUYERS, ROUNDS, BASKETS] = isOnPostgres
  ? [200, Number(process.env.HOSTILE_ROUNDS ?? 4), Number(process.env.HOSTILE_BASKETS ?? 200)]
  : [20, 2, 20];

const DEADLOCK = new Set(['40P01']);

const expectBooks = async (market: Market, figures: object, productId: number) =>
  expect(await booksOf(market, productId)).toMatchObject({ ...figures, isBalanced: true });

const outcomesOf = (settled: PromiseSettledResult<unknown>[]) => {
  const counts = new Map<string, number>();
  for (const result of settled) {
    const outcome = result.status === 'fulfilled' ? 'done' : (result.reason as Error).message;
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  }
  return Object.fromEntries(counts);
};

describe('D29', () => {
  test('one of many buyers gets the last unit', { timeout: 300_000 }, async () => {
    const market = await makeMarket();
    const farm = await makeFarm(market);
    const kale = await makeProduct(market, farm, { quantity: 1 });
    const { products } = market.caller({ token: farm.token }).farmer;
    const callers = [];
    for (let made = 0; made < BUYERS; made += 1)
      callers.push(market.caller({ token: (await makeTestBuyer(market)).token }));
    for (let round = 1; round <= ROUNDS; round += 1) {
      for (const caller of callers)
        await caller.buyer.cart.put({ lines: [{ productId: kale.id, quantity: 1 }] });
      const settled = await Promise.allSettled(
        callers.map((caller) =>
          caller.buyer.orders.place({ idempotencyKey: freshKey(), order: orderForm() }),
        ),
      );
      // A machine under load may turn some away earlier, which counts as a refusal.
      const {
        done,
        OFFER_GONE: gone = 0,
        OUT_OF_STOCK: late = 0,
        UNAVAILABLE: turnedAway = 0,
        ...others
      } = outcomesOf(settled);
      expect(others).toEqual({});
      expect(done).toBe(1);
      expect(gone + late + turnedAway).toBe(BUYERS - 1);
      await expectBooks(market, { onHand: 0, reserved: round }, kale.id);
      if (round < ROUNDS) await products.setQuantity({ productId: kale.id, quantity: 1 });
    }
    report('D29', `${BUYERS} buyers, one unit, ${ROUNDS} rounds: one order each`);
  });
});

describe('D30', () => {
  test('carts with the same products in reversed order do not deadlock', {
    timeout: 300_000,
  }, async () => {
    const market = await makeMarket();
    market.services.limits = { ...market.services.limits, maxPendingOrders: BASKETS };
    const farm = await makeFarm(market);
    const products: { id: number }[] = [];
    for (let made = 0; made < 4; made += 1)
      products.push(await makeProduct(market, farm, { quantity: 1_000_000 }));
    const buyers = [];
    for (let made = 0; made < 20; made += 1)
      buyers.push(market.caller({ token: (await makeTestBuyer(market)).token }));
    const transactions = vi.spyOn(market.db, 'transaction');
    onTestFinished(() => transactions.mockRestore());
    let placed = 0;
    for (let basket = 0; basket < BASKETS; basket += buyers.length) {
      const settled = await Promise.allSettled(
        buyers.map(async (caller, at) => {
          const lines = (at % 2 ? products : [...products].reverse()).map(({ id }) => ({
            productId: id,
            quantity: 1,
          }));
          await caller.buyer.cart.put({ lines });
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
    report(
      'D30',
      `${BASKETS} reversed baskets of 4 products by 20 at once: ${placed} ordered, no deadlock`,
    );
  });
});

describe.runIf(isOnPostgres)('a product in high demand', () => {
  test('orders queue for it without deadlocks: no transaction is retried', {
    timeout: 60_000,
  }, async () => {
    const market = await makeMarket();
    const kale = await makeProduct(market, await makeFarm(market), { quantity: 100 });
    const buyers: { id: number; token: string }[] = [];
    for (let made = 0; made < 64; made += 1) {
      const phoneNumber = `+2547220002${String(made).padStart(2, '0')}`;
      buyers.push(await makeTestBuyer(market, { phoneNumber, phoneVerifiedAt: START }));
    }
    // Commits slowly, as on a slow disk, so that several orders always wait.
    await market.db.execute(sql`create function commit_slowly() returns trigger language plpgsql as
      'begin perform pg_sleep(0.003); return null; end'`);
    await market.db.execute(sql`create constraint trigger slow after insert on checkouts deferrable initially deferred
      for each row execute function commit_slowly()`);
    let tries = 0;
    const counting: typeof market.db = Object.assign(Object.create(market.db), {
      transaction: (work: never) => {
        tries += 1;
        return market.db.transaction(work);
      },
    });
    const waiting = buyers.values();
    // Adding to a cart also locks the product's row, against deletion, while others order.
    const orderOneByOne = async () => {
      for (const { id, token } of waiting) {
        await market
          .caller({ token })
          .buyer.cart.put({ lines: [{ productId: kale.id, quantity: 1 }] });
        await placeOrder(
          counting,
          {
            buyerId: id,
            clientAddress: '127.0.0.1',
            idempotencyKey: freshKey(),
            order: orderForm(),
          },
          market.services,
        );
      }
    };
    await Promise.all(Array.from({ length: 8 }, orderOneByOne));
    expect(tries).toBe(buyers.length);
    await expectBooks(market, { onHand: 36, reserved: 64 }, kale.id);
  });
});

describe('D31', () => {
  test('one Idempotency-Key 50 times at once: one order, one answer', async () => {
    const market = await makeMarket();
    const buyer = await makeTestBuyer(market);
    const kale = await makeProduct(market, await makeFarm(market), { quantity: 100 });
    await market
      .caller({ token: buyer.token })
      .buyer.cart.put({ lines: [{ productId: kale.id, quantity: 2 }] });
    const answers = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const response = await market.request('/api/buyer/orders', {
          token: buyer.token,
          body: orderForm(),
          headers: { 'idempotency-key': 'the-one' },
        });
        return `${response.status} ${await response.text()}`;
      }),
    );
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toMatch(/^201 /);
    await expectBooks(market, { onHand: 98, reserved: 2 }, kale.id);
    report('D31', '50 requests under one key: one order, one answer');
  });
});

describe('one order, two hands', () => {
  test('of many simultaneous steps one succeeds, and the stock is returned once', async () => {
    const market = await makeMarket();
    const buyer = await makeTestBuyer(market);
    const farm = await makeFarm(market);
    const kale = await makeProduct(market, farm, { quantity: 20 });
    for (let round = 0; round < 10; round += 1) {
      const { id: orderId } = await makeOrder(market, buyer, [{ productId: kale.id, quantity: 2 }]);
      const [asBuyer, asFarmer] = [
        market.caller({ token: buyer.token }).buyer.orders,
        market.caller({ token: farm.token }).farmer.orders,
      ];
      const settled = await Promise.allSettled([
        ...Array.from({ length: 5 }, () => asBuyer.cancel({ orderId })),
        ...Array.from({ length: 5 }, () => asFarmer.reject({ orderId, reason: 'None left' })),
      ]);
      expect(outcomesOf(settled)).toEqual({ done: 1, STEP_NOT_ALLOWED: 9 });
      await expectBooks(market, { onHand: 20 }, kale.id);
    }
  });

  test('simultaneous steps on orders of the same products: no deadlock reaches a user', {
    timeout: 120_000,
  }, async () => {
    const market = await makeMarket();
    const farm = await makeFarm(market);
    const asFarmer = market.caller({ token: farm.token }).farmer.orders;
    const products: { id: number }[] = [];
    for (let made = 0; made < 5; made += 1)
      products.push(await makeProduct(market, farm, { quantity: 1000 }));
    const buyers = [];
    for (let made = 0; made < 8; made += 1) buyers.push(await makeTestBuyer(market));
    const rounds = isOnPostgres ? 15 : 2;
    for (let round = 0; round < rounds; round += 1) {
      const settled = await Promise.allSettled(
        buyers.map(async (buyer, at) => {
          const turned = [...products.slice(at % 5), ...products.slice(0, at % 5)];
          const { id: orderId } = await makeOrder(
            market,
            buyer,
            turned.map(({ id }) => ({ productId: id, quantity: 1 })),
          );
          if (at % 2) await market.caller({ token: buyer.token }).buyer.orders.cancel({ orderId });
          else await asFarmer.reject({ orderId, reason: 'None left' });
        }),
      );
      expect(outcomesOf(settled)).toEqual({ done: buyers.length });
    }
    for (const { id } of products) await expectBooks(market, { onHand: 1000 }, id);
    report(
      'D30',
      `${buyers.length} orders of 5 products placed and ended at once, ${rounds} rounds: no deadlock`,
    );
  });

  test('50 wrong handover codes at once: five are evaluated, and the right one then fails too', async () => {
    const market = await makeMarket();
    const buyer = await makeTestBuyer(market);
    const farm = await makeFarm(market);
    const kale = await makeProduct(market, farm, { quantity: 20 });
    const { id: orderId } = await makeOrder(market, buyer, [{ productId: kale.id, quantity: 2 }]);
    const asFarmer = market.caller({ token: farm.token }).farmer.orders;
    await asFarmer.confirm({ orderId });
    await asFarmer.dispatch({ orderId });
    const wrong = String((Number(codeOf(orderId)) + 1) % 10_000).padStart(4, '0');
    const settled = await Promise.allSettled(
      Array.from({ length: 50 }, () => asFarmer.complete({ orderId, handoverCode: wrong })),
    );
    expect(outcomesOf(settled)).toEqual({ HANDOVER_CODE_WRONG: 5, HANDOVER_LOCKED: 45 });
    await refused(asFarmer.complete({ orderId, handoverCode: codeOf(orderId) }), 'HANDOVER_LOCKED');
  });
});
