import { asc, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { seedDemo } from '#demo/seed-demo.ts';
import { products } from '#features/products/server/tables.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import { makeProduct, productForm } from '#tests/factories/products.ts';
import { listCards } from '#tests/setup/answers/list-cards.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { refusalOf } from '#tests/setup/rest.ts';
import { countRows } from '#tests/setup/rows.ts';

describe('the crop of a product', () => {
  let market: Market;
  let farm: Awaited<ReturnType<typeof makeFarm>>;
  beforeEach(async () => {
    market = await makeMarket();
    farm = await makeFarm(market);
  });
  const mine = () => market.caller(farm).farmer.products;
  const cropsByName = async () => {
    const rows = await market.db
      .select({ name: products.name, crop: products.crop })
      .from(products)
      .orderBy(asc(products.id));
    return Object.fromEntries(rows.map(({ name, crop }) => [name, crop]));
  };

  test('is guessed when it is listed, unless the farmer chooses one or none', async () => {
    for (const input of [
      { name: 'Nyanya' },
      { name: 'Anna F1', crop: 'tomato' },
      { name: 'Tomatoes', crop: null },
      { name: 'Maize and beans' },
    ]) {
      await mine().create(productForm(input));
    }
    expect(await cropsByName()).toEqual({
      Nyanya: 'tomato',
      'Anna F1': 'tomato',
      Tomatoes: null,
      'Maize and beans': null,
    });
  });

  test('is kept with the same name when an edit does not set it, and guessed again for another name', async () => {
    const { id: productId } = await mine().create(productForm({ name: 'Tomatoes', crop: null }));
    const edit = async (input: object) =>
      (await mine().edit({ ...productForm({ name: 'Tomatoes' }), productId, ...input })).crop;
    expect(await edit({ price: 50 })).toBeNull();
    expect(await edit({ crop: 'cherry-tomato' })).toBe('cherry-tomato');
    expect(await edit({ price: 60 })).toBe('cherry-tomato');
    expect(await edit({ name: 'Vitunguu' })).toBe('onion');
    expect(await edit({ name: 'Vitunguu', crop: null })).toBeNull();
  });

  test.each(['tomatoes', 'Tomato', '__proto__', 'x'.repeat(1000), ''.padEnd(3)])(
    'outside the list is refused with a message on the field, and nothing is stored: %s',
    async (crop) => {
      expect(
        await refusalOf(mine().create(productForm({ crop }))).catch(({ message }) => message),
      ).toBe('INVALID_INPUT');
      expect(await countRows(market.db, 'products')).toBe(0);
    },
  );

  test('is in every answer about the product, to its farmer and to buyers', async () => {
    const { id: productId } = await makeProduct(market, farm, { name: 'Nyanya' });
    await makeProduct(market, farm, { name: 'Mixed vegetables' });
    const { products: cards } = await listCards(market, {});
    expect(cards.map(({ crop }) => crop)).toEqual([null, 'tomato']);
    expect((await market.caller().market.product({ productId })).crop).toBe('tomato');
    expect((await mine().list({})).products.map(({ crop }) => crop)).toEqual([null, 'tomato']);
  });

  test('is known for nearly all of the demo’s products', async () => {
    market = await makeMarket();
    await seedDemo(market.db, market.services);
    const all = await countRows(market.db, 'products');
    expect(await countRows(market.db, 'products', sql`crop is not null`)).toBeGreaterThan(
      0.9 * all,
    );
    expect(await countRows(market.db, 'products', sql`not is_crop_decided`)).toBe(0);
  });
});

describe('a search for a crop', () => {
  let market: Market;
  beforeAll(async () => {
    market = await makeMarket();
    const farm = await makeFarm(market);
    // These names contain no word of the searches below.
    await makeProduct(market, farm, { name: 'Anna F1, grade 1', crop: 'tomato', price: 80 });
    await makeProduct(market, farm, { name: 'Roma', crop: 'tomato', price: 40, category: 'Other' });
    await makeProduct(market, farm, { name: 'Shangi', price: 30, category: 'Root Crops' });
    await makeProduct(market, farm, { name: 'Tomato seedlings', price: 5 });
    await makeProduct(market, farm, { name: 'Ngwaci', price: 60 });
  });
  const found = async (input: object) =>
    (await listCards(market, input)).products.map(({ name }) => name);

  test.each(['tomato', 'Tomatoes', 'nyanya', 'NYANYA', 'tomatos', 'tometoes', 'nyanyaa'])(
    '"%s" finds products of that crop, whatever their name, and products with these words',
    async (search) => {
      expect(await found({ search, sort: 'price' })).toEqual([
        'Tomato seedlings',
        'Roma',
        'Anna F1, grade 1',
      ]);
      expect(await found({ search, sort: 'price', maxPrice: 50 })).toEqual([
        'Tomato seedlings',
        'Roma',
      ]);
      expect(await found({ search, category: 'other' })).toEqual(['Roma']);
      const place = { latitude: -0.4169, longitude: 36.951 };
      expect((await found({ search, sort: 'nearest', ...place })).sort()).toEqual([
        'Anna F1, grade 1',
        'Roma',
        'Tomato seedlings',
      ]);
      const { categories } = await market.caller().market.facets({ search });
      expect(categories.reduce((sum, { number }) => sum + number, 0)).toBe(3);
    },
  );

  test('in Swahili or a local language does not find another crop that shares a word', async () => {
    expect(await found({ search: 'viazi' })).toEqual(['Shangi']);
    expect(await found({ search: 'viazi vitamu' })).toEqual(['Ngwaci']);
    expect(await found({ search: 'sweet potatoe' })).toEqual(['Ngwaci']);
  });

  test('that is misspelt is suggested in its correct spelling', async () => {
    expect(await market.caller().market.suggestions({ search: 'tomatt' })).toEqual(['Tomato']);
    expect(await market.caller().market.suggestions({ search: 'parachic' })).toEqual([
      'Parachichi',
    ]);
  });
});
