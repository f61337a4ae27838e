import { editProduct } from '#products/server/edit-product.ts';
import { listYesterdaysQuantities, setQuantity } from '#products/server/set-quantities.ts';
import { DAY_SECONDS } from '#rules/limits.ts';
import {
  advance,
  caller,
  db,
  type Farm,
  givenMarket,
  isOnPostgres,
  makeFarm,
  makeProduct,
  market,
  movementsOf,
  now,
  outcomeOf,
  productForm,
  services,
} from '#tests/setup/in-market.ts';
import { call } from '#tests/setup/rest.ts';

let farmer: Farm;
givenMarket();
beforeEach(async () => {
  farmer = await makeFarm();
});

const callOf = (user: { id: number }) => ({ ...services, db, user });

let neighbour: Farm;
const as = ({ token }: { token: string }) => caller({ token }).farmer.products;
const namesOf = async (filter: Parameters<ReturnType<typeof as>['list']>[0]) =>
  (await as(farmer).list(filter)).products.map(({ name }) => name);
beforeEach(async () => {
  neighbour = await makeFarm();
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

test("a farmer's own products are read back as entered, at once and in the list", async () => {
  const form = productForm({
    isOrganic: true,
    harvestDate: '2026-03-01',
    expiryDate: '2026-03-20',
    unit: 'bags',
    netWeightKg: 50,
  });
  const made = await as(farmer).create(form);
  expect(made).toMatchObject({
    ...form,
    status: 'available',
    pricePerKg: 0.91,
    photos: [],
    isPhotographedOnFarm: false,
  });
  expect((await as(farmer).list({})).products).toEqual([made]);
  expect(await movementsOf(made.id)).toEqual([{ change: 120, reason: 'listed' }]);
});

test("a farmer's own products: an edit changes what it names, and nothing else", async () => {
  const bag = { unit: 'bags', netWeightKg: 50, isOrganic: true, lowStockBelow: 7 } as const;
  const dates = { harvestDate: '2026-03-01', expiryDate: '2026-03-20' };
  const { id: productId, ...made } = await makeProduct(farmer, { ...bag, ...dates });
  advance(DAY_SECONDS);
  const edit = (change: object) => editProduct(callOf(farmer), { productId, ...change });
  const repriced = await edit({ price: 100 });
  const { updatedAt, ...rest } = { ...made, price: 100, pricePerKg: 2 };
  expect(repriced).toMatchObject(rest);
  expect(repriced.updatedAt.getTime() - updatedAt.getTime()).toBe(DAY_SECONDS * 1000);
  expect(await edit({ isOrganic: false, expiryDate: null })).toMatchObject({
    ...{ price: 100, lowStockBelow: 7, harvestDate: '2026-03-01', confirmedOn: made.confirmedOn },
    ...{ isOrganic: false, expiryDate: null },
  });
  expect(await edit({ quantity: 80 })).toMatchObject({ quantity: 80, confirmedOn: '2026-03-03' });
  expect(await edit({ unit: 'crates' })).toMatchObject({ netWeightKg: null, pricePerKg: null });
  await expect(edit({ expiryDate: '2026-02-28' })).rejects.toMatchObject({
    issues: [{ path: ['expiryDate'] }],
  });
});

test("a farmer's own products: an edit's change of stock is recorded", async () => {
  const { id } = await makeProduct(farmer, { expiryDate: '2026-04-01' });
  advance(60);
  const form = { name: 'Kale', category: 'Other', quantity: 100.25, price: 10 } as const;
  const edited = await as(farmer).edit({ productId: id, ...form, unit: 'pieces' });
  expect(edited).toMatchObject({ id, ...form });
  expect(edited.updatedAt.getTime() - edited.createdAt.getTime()).toBe(60_000);
  await as(farmer).edit({ productId: id, ...productForm({ quantity: 100.25 }) });
  expect(await movementsOf(id)).toEqual([
    { change: 120, reason: 'listed' },
    // To pieces, and back to kilograms: a change of unit removes the old stock.
    ...[-120, 100.25, -100.25, 100.25].map((change) => ({ change, reason: 'counted' })),
  ]);
});

test("a farmer's own products: an edit based on an outdated stock is refused as a whole, and leaves the current stock", async () => {
  const { id } = await makeProduct(farmer);
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

test("a farmer's own products: a deleted product is gone from the list, and cannot be edited, counted or deleted again", async () => {
  const { id: productId } = await makeProduct(farmer);
  await as(farmer).delete({ productId });
  expect(await as(farmer).list({})).toEqual({ products: [], nextCursor: null });
  await expectNotFound(productId);
});

test("a farmer's own products: B17: another farmer's product is a 404 in every call, and does not change", async () => {
  const theirs = await makeProduct(neighbour);
  const { id: productId } = theirs;
  await expectNotFound(productId);
  expect(await as(farmer).setQuantities({ lines: [{ productId, quantity: 0 }] })).toEqual([
    { productId, outcome: 'notFound' },
  ]);
  expect((await as(neighbour).list({})).products).toEqual([theirs]);
  expect(await movementsOf(productId)).toHaveLength(1);
});

const own = () => caller(farmer).farmer.products;
const quantitiesOf = async () =>
  new Map((await own().list({})).products.map(({ id, quantity }) => [id, quantity]));
test('setting quantities: a quantity is stored with its difference as a stock movement, unless based on an outdated stock', async () => {
  const { id } = await makeProduct(farmer, { quantity: 2.3 });
  const stale = { productId: id, quantity: 12, quantitySeen: 11 };
  expect(await call(market, '/trpc/farmer.products.setQuantity', stale, farmer)).toMatchObject({
    status: 409,
    body: {
      error: {
        message: 'A buyer has just ordered some. 2.3 left. Nothing was changed.',
        data: { code: 'QUANTITY_CHANGED' },
      },
    },
  });
  const set = { quantity: 2.5, quantitySeen: 2.3 };
  expect(await own().setQuantity({ productId: id, ...set })).toMatchObject({ quantity: 2.5 });
  expect(await movementsOf(id)).toEqual([
    { change: 2.3, reason: 'listed' },
    { change: 0.2, reason: 'counted' },
  ]);
});

test('setting quantities: each line of a bulk update has its own result, and valid ones are stored', async () => {
  const kale = await makeProduct(farmer);
  const maize = await makeProduct(farmer);
  const beans = await makeProduct(farmer);
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

test.runIf(isOnPostgres)(
  'setting quantities: simultaneous bulk updates in opposite orders all succeed',
  async () => {
    const ids: number[] = [];
    for (let number = 0; number < 20; number++) ids.push((await makeProduct(farmer)).id);
    const lines = ids.map((productId) => ({ productId, quantity: 1 }));
    const counts = Array.from({ length: 16 }, (_, round) =>
      own().setQuantities({ lines: round % 2 ? lines : lines.toReversed() }),
    );
    const outcomes = (await Promise.all(counts)).flat().map(({ outcome }) => outcome);
    expect(new Set(outcomes)).toEqual(new Set(['saved']));
    for (const id of ids) {
      const sum = (await movementsOf(id)).reduce((total, { change }) => total + change, 0);
      expect(sum).toBe(1);
    }
  },
);

const yesterdays = () => listYesterdaysQuantities(callOf(farmer));
const count = (productId: number, quantity: number) =>
  setQuantity(callOf(farmer), { productId, quantity });
const goTo = (time: string) =>
  advance((new Date(`2026-03-${time}+03:00`).getTime() - now().getTime()) / 1000);

test("yesterday's quantities are the maximum of a product on that day", async () => {
  const maize = await makeProduct(farmer, { quantity: 20 });
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
  const maize = await makeProduct(farmer, { quantity: 10 });
  goTo('03T23:59:00');
  await count(maize.id, 90);
  goTo('04T00:01:00');
  await count(maize.id, 200);
  await count(maize.id, 7);
  expect(await yesterdays()).toEqual([{ productId: maize.id, quantity: 90 }]);
});

test("yesterday's quantities are left out for a product that is untouched, new today, in another unit, or of another farm", async () => {
  await makeProduct(farmer);
  const sold = await makeProduct(farmer, { quantity: 40, unit: 'bags', netWeightKg: 90 });
  const stranger = await makeFarm();
  const theirs = await makeProduct(stranger, { quantity: 40 });
  goTo('04T06:00:00');
  const fresh = await makeProduct(farmer);
  await count(fresh.id, 3);
  const edited = { ...productForm({ quantity: 900 }), productId: sold.id };
  await editProduct(callOf(farmer), edited);
  await setQuantity(callOf(stranger), { productId: theirs.id, quantity: 1 });
  expect(await yesterdays()).toEqual([]);
});
