import { beforeEach, describe, expect, test } from 'vitest';
import { makeFarm } from '#tests/factories/farms.ts';
import { makeProduct, productForm } from '#tests/factories/products.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';

/* The market starts on Monday, 2 March 2026. */

const DAY = 24 * 3600;

let market: Market;
let farm: Awaited<ReturnType<typeof makeFarm>>;

beforeEach(async () => {
  market = await makeMarket();
  farm = await makeFarm(market);
});

const announced = () => ({ harvestDate: '2026-03-11', depositPercent: 30 });
const asFarmer = () => market.caller(farm).farmer;

describe('an announcement', () => {
  test.each([
    ['2026-03-02', '2026-03-08'],
    ['2026-03-08', '2026-03-08'],
    ['2028-02-29', null],
    ['2026-03-01', null],
    ['2026-09-06', '2026-09-06'],
    ['2026-09-07', null],
  ])('for %s has the week that ends on %s', async (harvestDate, end) => {
    const made = makeProduct(market, farm, { ...announced(), harvestDate });
    if (end) expect((await made).harvestDate).toBe(end);
    else await expect(made).rejects.toMatchObject({ code: 'HARVEST_WEEK_NOT_NEAR' });
  });

  test('stays when an edit leaves the deposit out, but not without a week', async () => {
    const { id } = await makeProduct(market, farm, announced());
    const edit = (harvestDate: string | null) =>
      asFarmer().products.edit({ ...productForm({ harvestDate }), productId: id });
    expect(await edit('2026-03-20')).toMatchObject({
      depositPercent: 30,
      harvestDate: '2026-03-22',
    });
    await expect(edit(null)).rejects.toMatchObject({ cause: { code: 'HARVEST_WEEK_NOT_NEAR' } });
  });

  test('leaves the market at the end of its week', async () => {
    const kale = await makeProduct(market, farm, announced());
    const listed = async () =>
      (await market.caller().market.products({})).products.id?.includes(kale.id);
    market.advance(13 * DAY);
    expect(await listed()).toBe(true);
    market.advance(DAY);
    expect(await listed()).not.toBe(true);
  });
});
