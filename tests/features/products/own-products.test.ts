import { beforeEach, describe, expect, test } from 'vitest';
import { OWN_PRODUCTS_PAGE_SIZE } from '#features/products/rules/limits.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import { changeProduct, makeProduct, movementsOf, productForm } from '#tests/factories/products.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { outcomeOf } from '#tests/setup/rest.ts';

describe("a farmer's own products", () => {
  let market: Market;
  let farmer: Awaited<ReturnType<typeof makeFarm>>;
  let neighbour: Awaited<ReturnType<typeof makeFarm>>;
  const as = ({ token }: { token: string }) => market.caller({ token }).farmer.products;
  const namesOf = async (filter: Parameters<ReturnType<typeof as>['list']>[0]) =>
    (await as(farmer).list(filter)).products.map(({ name }) => name);
  beforeEach(async () => {
    market = await makeMarket();
    farmer = await makeFarm(market);
    neighbour = await makeFarm(market);
  });

  async function expectNotFound(productId: number) {
    const form = { productId, ...productForm({ price: 1 }) };
    for (const call of [
      () => as(farmer).edit(form),
      () => as(farmer).setQuantity({ productId, quantity: 0 }),
      () => as(farmer).delete({ productId }),
    ])
      expect(await outcomeOf(call())).toBe('PRODUCT_NOT_FOUND');
  }

  test('are read back as entered, at once and in the list', async () => {
    const form = productForm({
      isOrganic: true,
      harvestDate: '2026-03-01',
      expiryDate: '2026-03-20',
      unit: 'bags',
      netWeightKg: 50,
    });
    const made = await as(farmer).create(form);
    const { netWeightKg, ...said } = form;
    expect(made).toMatchObject({
      ...said,
      netWeightKg,
      status: 'available',
      pricePerKg: 0.91,
      photos: [],
      isPhotographedOnFarm: false,
    });
    expect((await as(farmer).list({})).products).toEqual([made]);
    expect(await movementsOf(market, made.id)).toEqual([{ change: 120, reason: 'listed' }]);
  });

  test('omitted fields are empty, not organic and without dates', async () => {
    const made = await as(farmer).create({
      name: ' Mahindi ',
      category: 'Cereals',
      quantity: 0,
      unit: 'bags',
      price: 0.01,
    });
    expect(made).toMatchObject({
      name: 'Mahindi',
      description: '',
      isOrganic: false,
      harvestDate: null,
      expiryDate: null,
    });
    expect(made).toMatchObject({ netWeightKg: null, pricePerKg: null, price: 0.01 });
  });

  test('an edit replaces every field, and its change of stock is recorded', async () => {
    const { id } = await makeProduct(market, farmer, {
      description: 'old',
      expiryDate: '2026-04-01',
    });
    market.advance(60);
    const edited = await as(farmer).edit({
      productId: id,
      name: 'Kale',
      category: 'Other',
      quantity: 100.25,
      unit: 'pieces',
      price: 10,
    });
    expect(edited).toMatchObject({
      id,
      name: 'Kale',
      category: 'Other',
      quantity: 100.25,
      description: '',
      expiryDate: null,
    });
    expect(edited.updatedAt.getTime() - edited.createdAt.getTime()).toBe(60_000);
    await as(farmer).edit({ productId: id, ...productForm({ quantity: 100.25 }) });
    expect(await movementsOf(market, id)).toEqual([
      { change: 120, reason: 'listed' },
      // To pieces, and back to kilograms: a change of unit removes the old stock.
      ...[-120, 100.25, -100.25, 100.25].map((change) => ({ change, reason: 'counted' })),
    ]);
  });

  test('an edit based on an outdated stock is refused as a whole, and leaves the current stock', async () => {
    const { id } = await makeProduct(market, farmer);
    await as(farmer).setQuantity({ productId: id, quantity: 80 });
    const stale = as(farmer).edit({
      productId: id,
      ...productForm({ name: 'Renamed', quantity: 110 }),
      quantitySeen: 120,
    });
    await expect(stale).rejects.toThrow('QUANTITY_CHANGED');
    expect((await as(farmer).list({})).products).toMatchObject([{ id, quantity: 80 }]);
    expect(await namesOf({ search: 'Renamed' })).toEqual([]);
  });

  test('a deleted product is gone from the list, and cannot be edited, counted or deleted again', async () => {
    const { id: productId } = await makeProduct(market, farmer);
    await as(farmer).delete({ productId });
    expect(await as(farmer).list({})).toEqual({ products: [], nextCursor: null });
    await expectNotFound(productId);
  });

  test("B17: another farmer's product is a 404 in every call, and does not change", async () => {
    const theirs = await makeProduct(market, neighbour);
    const { id: productId } = theirs;
    await expectNotFound(productId);
    expect(await as(farmer).setQuantities({ lines: [{ productId, quantity: 0 }] })).toEqual([
      { productId, outcome: 'notFound' },
    ]);
    expect((await as(neighbour).list({})).products).toEqual([theirs]);
    expect(await movementsOf(market, productId)).toHaveLength(1);
  });

  test('the list is newest first, filtered by name, description or category, and includes sold-out and hidden products', async () => {
    await makeProduct(market, farmer, { name: 'Maize', category: 'Cereals', quantity: 0 });
    const beans = await makeProduct(market, farmer, {
      name: 'Beans',
      category: 'Legumes',
      description: 'with the MAIZE',
    });
    await changeProduct(market, beans.id, { hiddenAt: market.services.clock() });
    await makeProduct(market, farmer, { name: 'Kale' });
    await makeProduct(market, neighbour, { name: 'Maize' });
    expect(await namesOf({})).toEqual(['Kale', 'Beans', 'Maize']);
    expect(await namesOf({ search: 'maize' })).toEqual(['Beans', 'Maize']);
    expect(await namesOf({ search: 'maize', category: 'Cereals' })).toEqual(['Maize']);
    expect(await namesOf({ search: 'nothing' })).toEqual([]);
  });

  test('a long list is read page by page, each product once', async () => {
    for (let number = 0; number < OWN_PRODUCTS_PAGE_SIZE + 3; number++)
      await makeProduct(market, farmer, { name: `No. ${number}` });
    const first = await as(farmer).list({});
    const second = await as(farmer).list({ cursor: first.nextCursor ?? '' });
    expect([first.products.length, second.products.length, second.nextCursor]).toEqual([
      OWN_PRODUCTS_PAGE_SIZE,
      3,
      null,
    ]);
    expect(new Set([...first.products, ...second.products].map(({ id }) => id)).size).toBe(
      OWN_PRODUCTS_PAGE_SIZE + 3,
    );
  });
});
