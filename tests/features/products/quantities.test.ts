import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeFarm } from '#tests/factories/farms.ts';
import { makeProduct, movementsOf } from '#tests/factories/products.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { call } from '#tests/setup/rest.ts';
import { isOnPostgres } from '#tests/setup/test-database.ts';

describe('setting quantities', () => {
  let market: Market;
  let farmer: Awaited<ReturnType<typeof makeFarm>>;
  const own = () => market.caller(farmer).farmer.products;
  const quantitiesOf = async () =>
    new Map((await own().list({})).products.map(({ id, quantity }) => [id, quantity]));
  beforeEach(async () => {
    market = await makeMarket();
    farmer = await makeFarm(market);
  });

  test('a quantity is stored, and its difference is a stock movement', async () => {
    const { id } = await makeProduct(market, farmer, { quantity: 2.3 });
    expect(await own().setQuantity({ productId: id, quantity: 2.5 })).toEqual({
      id,
      quantity: 2.5,
      isRounded: false,
    });
    expect(await movementsOf(market, id)).toEqual([
      { change: 2.3, reason: 'listed' },
      { change: 0.2, reason: 'counted' },
    ]);
  });

  test('a quantity based on an outdated stock overwrites nothing, and the current stock is reported', async () => {
    const { id } = await makeProduct(market, farmer, { quantity: 10 });
    const { status, body } = await call(
      market,
      '/trpc/farmer.products.setQuantity',
      { productId: id, quantity: 12, quantitySeen: 11 },
      farmer,
    );
    const error = body.error as { message: string; data: { code: string } };
    expect([status, error.data.code]).toEqual([409, 'QUANTITY_CHANGED']);
    expect(error.message).toBe('An order took some of it just now: 10 left. Nothing was changed.');
    expect(await movementsOf(market, id)).toHaveLength(1);
    await own().setQuantity({ productId: id, quantity: 12, quantitySeen: 10 });
    expect(await quantitiesOf()).toEqual(new Map([[id, 12]]));
  });

  test('each line of a bulk update has its own result, and valid ones are stored', async () => {
    const [kale, maize, beans] = [
      await makeProduct(market, farmer),
      await makeProduct(market, farmer),
      await makeProduct(market, farmer),
    ];
    const outcomes = await own().setQuantities({
      lines: [
        { productId: kale.id, quantity: 7 },
        { productId: maize.id, quantity: 8, quantitySeen: 119 },
        { productId: 999, quantity: 9 },
        { productId: kale.id, quantity: 10 },
        { productId: beans.id, quantity: 11.5, quantitySeen: 120 },
      ],
    });
    expect(outcomes).toEqual([
      { productId: kale.id, outcome: 'saved', quantity: 7, isRounded: false },
      { productId: maize.id, outcome: 'changed', quantity: 120 },
      { productId: 999, outcome: 'notFound' },
      { productId: kale.id, outcome: 'repeated' },
      { productId: beans.id, outcome: 'saved', quantity: 11.5, isRounded: false },
    ]);
    expect(await quantitiesOf()).toEqual(
      new Map([
        [beans.id, 11.5],
        [maize.id, 120],
        [kale.id, 7],
      ]),
    );
  });

  test('C21: one invalid quantity among several lines: all are refused', async () => {
    const { id: productId } = await makeProduct(market, farmer);
    const refused = { code: 'BAD_REQUEST' };
    const wrong = { productId, quantity: -1 };
    await expect(own().setQuantity(wrong)).rejects.toMatchObject(refused);
    const lines = [{ productId, quantity: 1 }, wrong];
    await expect(own().setQuantities({ lines })).rejects.toMatchObject(refused);
    expect(await quantitiesOf()).toEqual(new Map([[productId, 120]]));
  });

  test('D35: whatever is set, the movements add up to the stock', async () => {
    const { id: productId } = await makeProduct(market, farmer);
    const cents = fc.integer({ min: 0, max: 100_000_000 }).map((number) => number / 100);
    await fc.assert(
      fc.asyncProperty(
        fc.array(cents, { minLength: 1, maxLength: 5 }),
        fc.boolean(),
        async (counts, inBulk) => {
          for (const quantity of counts) {
            await (inBulk
              ? own().setQuantities({ lines: [{ productId, quantity }] })
              : own().setQuantity({ productId, quantity }));
          }
          const sum = (await movementsOf(market, productId)).reduce(
            (total, { change }) => total + Math.round(change * 100),
            0,
          );
          expect(sum / 100).toBe((await quantitiesOf()).get(productId));
        },
      ),
      { numRuns: 30 },
    );
  });

  test.runIf(isOnPostgres)('simultaneous bulk updates in opposite orders all succeed', async () => {
    const ids: number[] = [];
    for (let number = 0; number < 20; number++) ids.push((await makeProduct(market, farmer)).id);
    const lines = ids.map((productId) => ({ productId, quantity: 1 }));
    const counts = Array.from({ length: 16 }, (_, round) =>
      own().setQuantities({ lines: round % 2 ? lines : lines.toReversed() }),
    );
    const outcomes = (await Promise.all(counts)).flat().map(({ outcome }) => outcome);
    expect(new Set(outcomes)).toEqual(new Set(['saved']));
    for (const id of ids) {
      const sum = (await movementsOf(market, id)).reduce((total, { change }) => total + change, 0);
      expect(sum).toBe(1);
    }
  });
});
