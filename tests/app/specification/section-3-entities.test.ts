import { beforeEach, expect, test } from 'vitest';
import { categories } from '#features/products/rules/categories.ts';
import { units } from '#features/products/rules/product.ts';
import { type Farm, makeFarm } from '#tests/factories/farms.ts';
import { productFields } from '#tests/factories/forms.ts';
import { changeProduct, makeProduct } from '#tests/factories/products.ts';
import { givenMarket, market } from '#tests/setup/each-test.ts';
import { call } from '#tests/setup/rest.ts';

givenMarket();
let farm: Farm;
beforeEach(async () => {
  farm = await makeFarm(market);
});

const post = (fields: Record<string, string>) =>
  call(market, '/api/farmer/products', productFields(fields), farm);

test('we add categories and units to those of the specification', () => {
  expect(categories).toEqual([
    ...['Cereals', 'Legumes', 'Vegetables', 'Fruits', 'Root Crops'],
    ...['Dairy & eggs', 'Other'],
  ]);
  expect(units).toEqual(['kg', 'bags', 'pieces', 'crates', 'trays', 'litres', 'bunches']);
});

test.each([
  ['category', 'vegetables', 'There is no such category. Choose one from the list'],
  ['category', '', 'Category is required'],
  ['unit_of_measure', 'tons', 'There is no such unit. Choose one from the list'],
  ['unit_of_measure', '', 'Unit is required'],
])('the %s %j is refused: %s', async (field, value, sentence) => {
  expect(await post({ [field]: value })).toMatchObject({
    status: 400,
    body: { message: sentence, fieldErrors: { [field]: sentence } },
  });
});

test("'available counts as an active listing; others are shown as given'", async () => {
  await makeProduct(market, farm, { name: 'Kale' });
  await makeProduct(market, farm, { name: 'Maize', quantity: 0 });
  await makeProduct(market, farm, { name: 'Milk', quantity: 20, expiryDate: '2026-03-01' });
  await makeProduct(market, farm, { name: 'Eggs', expiryDate: '2026-03-02' });
  const hidden = await makeProduct(market, farm, { name: 'Beans', quantity: 0 });
  await changeProduct(market, hidden.id, { hiddenAt: market.services.clock() });
  const { body } = await call(market, '/api/farmer/products', undefined, farm);
  expect(body.products).toMatchObject([
    { name: 'Beans', status: 'hidden' },
    { name: 'Eggs', status: 'available' },
    { name: 'Milk', status: 'expired' },
    { name: 'Maize', status: 'sold_out' },
    { name: 'Kale', status: 'available' },
  ]);
  expect(await market.caller(farm).farmer.overview()).toMatchObject({
    ...{ activeProducts: 2, expiredProducts: 1, lowStock: 0 },
  });
});

test("a product's own low-stock threshold is kept by an edit without one", async () => {
  const eggs = { product_name: 'Eggs', quantity_available: '99', low_stock_below: '20' };
  const { body } = await post(eggs);
  const lowStock = async () => (await market.caller(farm).farmer.overview()).lowStock;
  expect([body.product, await lowStock()]).toMatchObject([{ lowStockBelow: 20 }, 0]);
  const product_id = String((body.product as { id: number }).id);
  const put = async (fields: Record<string, string>) => {
    const sent = productFields({ product_id, ...fields });
    return (await call(market, '/api/farmer/products', sent, { ...farm, method: 'PUT' })).body;
  };
  const kept = await put({ quantity_available: '19' });
  expect([kept.product, await lowStock()]).toMatchObject([{ lowStockBelow: 20 }, 1]);
  expect((await put({ low_stock_below: '' })).product).toMatchObject({ lowStockBelow: null });
});
