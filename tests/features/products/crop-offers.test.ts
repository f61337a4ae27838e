import { beforeEach, describe, expect, test } from 'vitest';
import { CROP_OFFERS_MAX } from '#features/products/rules/limits.ts';
import { readCards } from '#features/products/rules/offer-card.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import { changeProduct, makeProduct } from '#tests/factories/products.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { outcomeOf } from '#tests/setup/rest.ts';

const nairobi = { latitude: -1.2864, longitude: 36.8172 };
const thika = { latitude: -1.03, longitude: 37.07 };
const mombasa = { latitude: -4.04, longitude: 39.66 };

describe('the same crop from other farms', () => {
  let market: Market;
  beforeEach(async () => {
    market = await makeMarket();
  });
  type Input = Parameters<ReturnType<Market['caller']>['market']['cropOffers']>[0];
  const find = async (input: Partial<Input> = {}) => {
    const answer = await market.caller().market.cropOffers({ crop: 'tomato', ...input });
    return readCards(answer.products);
  };
  const namesOf = async (input?: Partial<Input>) => (await find(input)).map(({ name }) => name);
  const tomatoes = { name: 'Nyanya', price: 60 };
  const offer = async (product: Parameters<typeof makeProduct>[2], position = nairobi) =>
    makeProduct(market, await makeFarm(market, position), { ...tomatoes, ...product });

  test('under any name, cheapest per kg first, and offers without a price per kg last', async () => {
    await offer({ name: 'Anna F1', price: 70 });
    await offer({ name: 'Tomatoes', price: 2560, unit: 'crates', netWeightKg: 64 });
    await offer({ name: 'Nyanya', price: 55 });
    await offer({ name: 'Fresh tomatos', price: 30, unit: 'pieces' });
    await offer({ name: 'Sukuma wiki' });
    expect(await namesOf()).toEqual(['Tomatoes', 'Nyanya', 'Anna F1', 'Fresh tomatos']);
    expect(await market.caller().market.cropOffers({ crop: 'leek' })).toMatchObject({
      en: 'Leeks',
      products: {},
    });
  });

  test('leaves out the farm of the current product, even if that product is deleted', async () => {
    const farm = await makeFarm(market);
    const { id: productId } = await makeProduct(market, farm, tomatoes);
    await makeProduct(market, farm, { ...tomatoes, name: 'Its other tomatoes' });
    await offer({ name: 'Tomatoes' });
    expect(await namesOf({ productId })).toEqual(['Tomatoes']);
    await changeProduct(market, productId, { deletedAt: market.services.clock() });
    expect(await namesOf({ productId })).toEqual(['Tomatoes']);
    expect(await namesOf({ productId: 999_999 })).toHaveLength(2);
  });

  test("has each farm's best offer, up to the limit", async () => {
    const farm = await makeFarm(market);
    for (const price of [52, 50, 51]) await makeProduct(market, farm, { ...tomatoes, price });
    await offer({ price: 90 });
    expect((await find()).map(({ price }) => price)).toEqual([50, 90]);
    for (let price = 60; price < 60 + CROP_OFFERS_MAX; price++) await offer({ price });
    expect((await find()).map(({ price }) => price)).toEqual([50, 60, 61, 62, 63, 64]);
  });

  test('starts with the nearest if a position is given, with the distance', async () => {
    await offer({ name: 'Tomatoes', price: 10 }, mombasa);
    await offer({ name: 'Nyanya', price: 90 }, thika);
    const found = await find(nairobi);
    expect(found.map(({ name, distanceKm }) => [name, distanceKm])).toEqual([
      ['Nyanya', 40],
      ['Tomatoes', 440],
    ]);
    expect((await find()).map(({ name, distanceKm }) => [name, distanceKm])).toEqual([
      ['Tomatoes', null],
      ['Nyanya', null],
    ]);
  });

  test('shows nothing that cannot be ordered', async () => {
    const now = market.services.clock();
    const { id: hidden } = await offer({});
    const { id: deleted } = await offer({});
    const { id: soldOut } = await offer({});
    await changeProduct(market, hidden, { hiddenAt: now });
    await changeProduct(market, deleted, { deletedAt: now });
    await changeProduct(market, soldOut, { quantity: 0 });
    await offer({ expiryDate: '2026-03-02' });
    expect(await find()).toHaveLength(1);
    market.advance(24 * 60 * 60);
    expect(await find()).toEqual([]);
    expect(await find(nairobi)).toEqual([]);
  });

  test.each([
    [{ crop: '' }, 'INVALID_INPUT'],
    [{ crop: 'tomato', productId: 0 }, 'INVALID_INPUT'],
    [{ crop: 'tomato', productId: 1e12 }, 'INVALID_INPUT'],
    [{ crop: 'tomato', latitude: 91, longitude: 0 }, 'INVALID_INPUT'],
  ])('answers %o with %s', async (input, code) => {
    expect(await outcomeOf(find(input))).toBe(code);
  });
});
