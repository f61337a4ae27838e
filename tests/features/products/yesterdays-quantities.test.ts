import { beforeEach, describe, expect, test } from 'vitest';
import { editProduct } from '#features/products/server/edit-product.ts';
import { listYesterdaysQuantities } from '#features/products/server/list-yesterdays-quantities.ts';
import { setQuantity } from '#features/products/server/set-quantities.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import { makeProduct, productForm } from '#tests/factories/products.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';

describe("yesterday's quantities", () => {
  let market: Market;
  let farmer: Awaited<ReturnType<typeof makeFarm>>;
  const yesterdays = () => listYesterdaysQuantities(market.db, farmer.id, market.services);
  const count = (productId: number, quantity: number) =>
    setQuantity(market.db, { farmerId: farmer.id, productId, quantity }, market.services);
  /** Moves the clock to this time in Nairobi. */
  const goTo = (time: string) =>
    market.advance(
      (new Date(`2026-03-${time}+03:00`).getTime() - market.services.clock().getTime()) / 1000,
    );

  beforeEach(async () => {
    market = await makeMarket();
    farmer = await makeFarm(market);
  });

  test('are the maximum of a product on that day', async () => {
    const maize = await makeProduct(market, farmer, { quantity: 20 });
    goTo('03T06:00:00');
    await count(maize.id, 120);
    goTo('03T17:00:00');
    await count(maize.id, 5);
    goTo('04T06:00:00');
    await count(maize.id, 0);
    expect(await yesterdays()).toEqual([{ productId: maize.id, quantity: 120 }]);
    // The next day's maximum is what was left at midnight.
    goTo('05T06:00:00');
    expect(await yesterdays()).toEqual([{ productId: maize.id, quantity: 5 }]);
  });

  test("a day begins at midnight in Nairobi, and today's changes are not yesterday's", async () => {
    const maize = await makeProduct(market, farmer, { quantity: 10 });
    goTo('03T23:59:00');
    await count(maize.id, 90);
    goTo('04T00:01:00');
    await count(maize.id, 200);
    await count(maize.id, 7);
    expect(await yesterdays()).toEqual([{ productId: maize.id, quantity: 90 }]);
  });

  test('are left out for a product that is untouched, new today, in another unit, or of another farm', async () => {
    await makeProduct(market, farmer);
    const sold = await makeProduct(market, farmer, { quantity: 40, unit: 'bags', netWeightKg: 90 });
    const stranger = await makeFarm(market);
    const theirs = await makeProduct(market, stranger, { quantity: 40 });
    goTo('04T06:00:00');
    const fresh = await makeProduct(market, farmer);
    await count(fresh.id, 3);
    const inKilograms = {
      ...productForm({ quantity: 900, unit: 'kg' }),
      productId: sold.id,
      farmerId: farmer.id,
    };
    await editProduct(market.db, inKilograms, market.services);
    await setQuantity(
      market.db,
      { farmerId: stranger.id, productId: theirs.id, quantity: 1 },
      market.services,
    );
    expect(await yesterdays()).toEqual([]);
  });
});
