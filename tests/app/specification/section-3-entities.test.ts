import { beforeEach, describe, expect, test } from 'vitest';
import { categories } from '#features/products/rules/categories.ts';
import { units } from '#features/products/rules/product.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import { productFields } from '#tests/factories/forms.ts';
import { changeProduct, makeProduct } from '#tests/factories/products.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { call } from '#tests/setup/rest.ts';

let market: Market;
let farm: Awaited<ReturnType<typeof makeFarm>>;
beforeEach(async () => {
  market = await makeMarket();
  farm = await makeFarm(market);
});

const post = (fields: Record<string, string>) =>
  call(market, '/api/farmer/products', productFields(fields), farm);
const ownProducts = async () =>
  (await call(market, '/api/farmer/products', undefined, farm)).body.products;

describe("'Product categories (farmer form): Cereals, Legumes, Vegetables, Fruits, Root Crops'", () => {
  test.each([...categories])('POST takes %s', async (category) => {
    expect(await post({ category })).toMatchObject({
      status: 201,
      body: { product: { category } },
    });
  });

  test('we add two for everything else', () => {
    expect(categories).toEqual([
      ...['Cereals', 'Legumes', 'Vegetables', 'Fruits', 'Root Crops'],
      ...['Dairy & eggs', 'Other'],
    ]);
  });

  const UNKNOWN = 'There is no such category. Choose one from the list';
  test.each([
    ['Dairy', UNKNOWN],
    ['vegetables', UNKNOWN],
    ['Flowers', UNKNOWN],
    ['', 'Category is required'],
  ])('POST refuses %j: %s', async (category, sentence) => {
    expect(await post({ category })).toMatchObject({
      status: 400,
      body: { message: sentence, fieldErrors: { category: sentence } },
    });
  });

  test('a wrong category in a list gets the same message', async () => {
    const { status, body } = await call(
      market,
      '/api/farmer/products?category=Flowers',
      undefined,
      farm,
    );
    expect([status, body.message]).toEqual([400, UNKNOWN]);
  });
});

describe("'Units: kg, bags, pieces, crates'", () => {
  test.each(['kg', 'bags', 'pieces', 'crates', 'trays', 'litres', 'bunches'])(
    'POST takes %s',
    async (unit) => {
      expect(await post({ unit_of_measure: unit })).toMatchObject({
        status: 201,
        body: { product: { unit } },
      });
      expect(units).toContain(unit);
    },
  );

  test.each([
    ['tons', 'There is no such unit. Choose one from the list'],
    ['', 'Unit is required'],
  ])('POST refuses %j: %s', async (unit, sentence) => {
    const { status, body } = await post({ unit_of_measure: unit });
    expect([status, body.message, body.fieldErrors]).toEqual([
      400,
      sentence,
      { unit_of_measure: sentence },
    ]);
  });
});

describe("'Farmer product (read): status (default available)'; 'available counts as an active listing; others are shown as given'", () => {
  test('a product is available, sold_out, expired or hidden, and only the first is an active listing', async () => {
    await makeProduct(market, farm, { name: 'Kale' });
    await makeProduct(market, farm, { name: 'Maize', quantity: 0 });
    await makeProduct(market, farm, { name: 'Milk', expiryDate: '2026-03-01' });
    await makeProduct(market, farm, { name: 'Eggs', expiryDate: '2026-03-02' });
    const hidden = await makeProduct(market, farm, { name: 'Beans', quantity: 0 });
    await changeProduct(market, hidden.id, { hiddenAt: market.services.clock() });
    expect(await ownProducts()).toMatchObject([
      { name: 'Beans', status: 'hidden' },
      { name: 'Eggs', status: 'available' },
      { name: 'Milk', status: 'expired' },
      { name: 'Maize', status: 'sold_out' },
      { name: 'Kale', status: 'available' },
    ]);
    expect(await market.caller(farm).farmer.overview()).toMatchObject({ activeProducts: 2 });
  });
});

describe("'Inventory classes: quantity 100 or more is in stock; 1 to 99 is low stock', or the product's own threshold", () => {
  test('bags, crates and trays are low below 10, which is ours', async () => {
    for (const unit of ['bags', 'crates', 'trays', 'pieces'] as const)
      await makeProduct(market, farm, { name: unit, unit, quantity: 10 });
    expect(await market.caller(farm).farmer.overview()).toMatchObject({ lowStock: 1 });
    await makeProduct(market, farm, { name: 'Nine bags', unit: 'bags', quantity: 9 });
    expect(await market.caller(farm).farmer.overview()).toMatchObject({ lowStock: 2 });
  });

  test("a product's own threshold counts in the overview; an edit without one keeps it, and an empty one removes it", async () => {
    await makeProduct(market, farm, { name: 'Kale', quantity: 99 });
    const { body } = await post({
      product_name: 'Eggs',
      quantity_available: '99',
      low_stock_below: '20',
    });
    expect(body.product).toMatchObject({ lowStockBelow: 20 });
    expect(await market.caller(farm).farmer.overview()).toMatchObject({ lowStock: 1 });
    const product_id = String((body.product as { id: number }).id);
    const put = (fields: Record<string, string>) =>
      call(market, '/api/farmer/products', productFields({ product_id, ...fields }), {
        ...farm,
        method: 'PUT',
      });
    expect((await put({ quantity_available: '19' })).body.product).toMatchObject({
      lowStockBelow: 20,
    });
    expect(await market.caller(farm).farmer.overview()).toMatchObject({ lowStock: 2 });
    expect((await put({ low_stock_below: '' })).body.product).toMatchObject({
      lowStockBelow: null,
    });
  });
});
