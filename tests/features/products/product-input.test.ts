import { addPhotos } from '#products/server/edit-product.ts';
import { products } from '#products/server/tables.ts';
import { DAY_SECONDS } from '#rules/limits.ts';
import {
  advance,
  booksOf,
  caller,
  changeProduct,
  codeOf,
  countRows,
  db,
  eq,
  type Farm,
  freshKey,
  givenMarket,
  makeFarm,
  makeOrder,
  makePhoto,
  makeProduct,
  makeTestBuyer,
  market,
  now,
  orderForm,
  productForm,
  productParts,
  report,
  sendForm,
  services,
  tally,
} from '#tests/setup/in-market.ts';

let farmer: Farm;
givenMarket();
beforeEach(async () => {
  farmer = await makeFarm();
});
const asFarmer = () => caller(farmer).farmer;
/** The degrees of latitude of 1,000 m on the mean sphere. */
const KILOMETRE_DEGREES = 0.0089932;
const PIN = { latitude: -0.4169, longitude: 36.951 };

const create = (form: object) => asFarmer().products.create(productForm(form));
test('the input of the product form: C21: a wrong field is a 400, and nothing is stored', async () => {
  await expect(create({ quantity: -1 })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  for (const table of ['products', 'stock_movements']) expect(await countRows(table)).toBe(0);
});

test('the input of the product form: the largest allowed values are stored unchanged', async () => {
  const large = {
    name: 'ñ'.repeat(100),
    quantity: 1_000_000,
    price: 10_000_000,
    description: 'x\n'.repeat(999),
    netWeightKg: 2000,
  };
  expect(await create({ ...large, unit: 'crates' })).toMatchObject({
    ...large,
    description: large.description.trim(),
    pricePerKg: 5000,
  });
});

test.each([
  [{ price: 10_000_000, netWeightKg: 0.01, unit: 'pieces' }, 0.01, null],
  [{ price: 1, netWeightKg: 0.05, unit: 'pieces' }, 0.05, 20],
  [{ price: 60, netWeightKg: 90, unit: 'kg' }, null, 60],
])(
  'the input of the product form: the price per kg of %o: net weight %s, price per kg %s',
  async (form, ...expected) => {
    const { netWeightKg, pricePerKg } = await create(form);
    expect([netWeightKg, pricePerKg]).toEqual(expected);
  },
);

test('the input of the product form: B18: injected fields change nothing', async () => {
  const injected = { farmerId: 999, status: 'sold', id: 7, priceCents: 1 };
  const made = await create({ ...injected, ...JSON.parse('{"__proto__": {"isOrganic": true}}') });
  expect(made).toMatchObject({ status: 'available', price: 45.5, isOrganic: false });
  expect((await asFarmer().products.list({})).products).toEqual([made]);
});

test.each([
  [0.999, 200, true],
  [1.001, 200, false],
  [0, 200.1, false],
  [0, null, false],
  [400, 5, false],
])(
  'the input of the product form: photographed %s km from the pin, accurate to %s m: on the farm is %s',
  async (kilometres, accuracy, isPhotographedOnFarm) => {
    const capturedAt = {
      latitude: PIN.latitude + kilometres * KILOMETRE_DEGREES,
      longitude: PIN.longitude,
      accuracy,
    };
    const made = await create({ capturedAt });
    expect(made.isPhotographedOnFarm).toBe(isPhotographedOnFarm);
    const edited = await asFarmer().products.edit({ productId: made.id, ...productForm() });
    expect(edited.isPhotographedOnFarm).toBe(isPhotographedOnFarm);
    expect(JSON.stringify(edited)).not.toMatch(/capturedM|capturedA/);
  },
);

test.each([
  [3600, true],
  [-600, false],
  [8 * 86_400, false],
])(
  'the input of the product form: a position measured %s seconds ago: on the farm is %s',
  async (secondsAgo, isPhotographedOnFarm) => {
    const takenAt = new Date(now().getTime() - secondsAgo * 1000);
    const made = await create({
      capturedAt: { ...PIN, accuracy: 5, takenAt: takenAt.toISOString() },
    });
    expect(made.isPhotographedOnFarm).toBe(isPhotographedOnFarm);
    const [row] = await db
      .select({ at: products.capturedPositionAt })
      .from(products)
      .where(eq(products.id, made.id));
    expect(row?.at).toEqual(takenAt);
  },
);

test('the input of the product form: the position of old photos does not apply to new ones', async () => {
  const photoId = async (seed: number) => (await makePhoto(farmer, { seed })).id;
  const capturedAt = { ...PIN, accuracy: 5 };
  const made = await create({ capturedAt, photoIds: [await photoId(1)] });
  const isOnFarmAfter = async (form: object) => {
    const edit = { productId: made.id, ...productForm(form) };
    return (await asFarmer().products.edit(edit)).isPhotographedOnFarm;
  };
  const photoIds = [await photoId(2)];
  expect(await isOnFarmAfter({ photoIds: made.photos.map(({ id }) => id) })).toBe(true);
  expect(await isOnFarmAfter({ photoIds })).toBe(false);
  expect(await isOnFarmAfter({ photoIds, capturedAt })).toBe(true);
  const add = (ids: number[]) =>
    addPhotos({ ...services, db, user: farmer }, { productId: made.id, photoIds: ids });
  expect((await add(photoIds)).isPhotographedOnFarm).toBe(true);
  expect(await add([await photoId(3)])).toMatchObject({
    photos: { length: 2 },
    isPhotographedOnFarm: false,
  });
});

// The market starts on Monday, 2 March 2026.
const announced = () => ({ harvestDate: '2026-03-11', depositPercent: 30 });
test.each([
  ['2026-03-02', '2026-03-08'],
  ['2026-03-08', '2026-03-08'],
  ['2028-02-29', null],
  ['2026-03-01', null],
  ['2026-09-06', '2026-09-06'],
  ['2026-09-07', null],
])('an announcement for %s has the week that ends on %s', async (harvestDate, end) => {
  const made = makeProduct(farmer, { ...announced(), harvestDate });
  if (end) expect((await made).harvestDate).toBe(end);
  else await expect(made).rejects.toMatchObject({ code: 'HARVEST_WEEK_NOT_NEAR' });
});

test('an announcement stays when an edit leaves the deposit out, but not without a week', async () => {
  const { id } = await makeProduct(farmer, announced());
  const edit = (harvestDate: string | null) =>
    asFarmer().products.edit({ ...productForm({ harvestDate }), productId: id });
  expect(await edit('2026-03-20')).toMatchObject({
    depositPercent: 30,
    harvestDate: '2026-03-22',
  });
  await expect(edit(null)).rejects.toMatchObject({ cause: { code: 'HARVEST_WEEK_NOT_NEAR' } });
});

test('an announcement leaves the market at the end of its week', async () => {
  const kale = await makeProduct(farmer, announced());
  const listed = async () =>
    (await caller().market.cards({})).products.some(({ id }) => id === kale.id);
  advance(13 * DAY_SECONDS);
  expect(await listed()).toBe(true);
  advance(DAY_SECONDS);
  expect(await listed()).not.toBe(true);
});

let buyer: { id: number; token: string };
beforeEach(async () => {
  buyer = await makeTestBuyer();
});
const maizeInBags = () => makeProduct(farmer, { quantity: 10, unit: 'bags', price: 50 });
async function orderedBags() {
  const { id: productId } = await maizeInBags();
  const { id: orderId } = await makeOrder(buyer, [{ productId, quantity: 5 }]);
  return { productId, orderId };
}
const inKilograms = (productId: number) => ({
  ...productForm({ quantity: 900, unit: 'kg', price: 50 }),
  productId,
});

test('D61: the unit of a product does not change while orders hold some of it, and the farmer reads why', async () => {
  const { productId, orderId } = await orderedBags();
  await expect(asFarmer().products.edit(inKilograms(productId))).rejects.toThrow('UNIT_RESERVED');
  const parts = productParts({ product_id: String(productId), quantity_available: '900' });
  const options = { method: 'PUT', token: farmer.token };
  expect(await sendForm('/api/farmer/products', parts, options)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('use this unit') },
  });
  const inBags = { unit: 'bags', quantity: 7, price: 60 } as const;
  await asFarmer().products.edit({ ...inKilograms(productId), ...inBags });
  await caller(buyer).buyer.orders.cancel({ orderId });
  expect(await booksOf(productId)).toMatchObject({
    unit: 'bags',
    onHand: 12,
    reserved: 0,
    isBalanced: true,
  });
});

test('D61: the unit of a product can change once nothing is held any more, and the stock balances in both units', async () => {
  const { productId, orderId } = await orderedBags();
  await asFarmer().orders.confirm({ orderId });
  await asFarmer().orders.dispatch({ orderId });
  await asFarmer().orders.complete({ orderId, handoverCode: codeOf(orderId) });
  expect(await asFarmer().products.edit(inKilograms(productId))).toMatchObject({
    unit: 'kg',
    quantity: 900,
  });
  expect(await booksOf(productId)).toMatchObject({
    unit: 'kg',
    onHand: 900,
    sold: 0,
    isBalanced: true,
  });
  await makeOrder(buyer, [{ productId, quantity: 5 }]);
  expect(await booksOf(productId)).toMatchObject({
    onHand: 895,
    reserved: 5,
    isBalanced: true,
  });
});

test('D61: the unit of a product: stock held in the old unit is not returned in the new one after a change by an earlier version', async () => {
  const { productId, orderId } = await orderedBags();
  await changeProduct(productId, { unit: 'kg', quantity: 900 });
  expect((await booksOf(productId)).isBalanced).toBe(false);
  await caller(buyer).buyer.orders.cancel({ orderId });
  expect(await booksOf(productId)).toMatchObject({
    unit: 'kg',
    onHand: 900,
    reserved: 0,
  });
});

test('D61: the unit of a product: changed and ordered at once: the order is in the unit of its stock', async () => {
  const rounds = 20;
  const outcomes: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const { id: productId } = await maizeInBags();
    const caller = market.caller(await makeTestBuyer()).buyer;
    await caller.cart.put({ lines: [{ productId, quantity: 5 }] });
    const [placed, edited] = await Promise.allSettled([
      caller.orders.place({ idempotencyKey: freshKey(), order: orderForm() }),
      asFarmer().products.edit(inKilograms(productId)),
    ]);
    expect(placed.status === 'fulfilled' && edited.status === 'fulfilled').toBe(false);
    expect((await booksOf(productId)).isBalanced).toBe(true);
    outcomes.push(
      placed.status === 'fulfilled'
        ? 'ordered'
        : edited.status === 'fulfilled'
          ? 'changed'
          : 'neither',
    );
  }
  report(
    'D61',
    `${rounds} units changed while they are ordered: never both, every book balances (${tally(outcomes)})`,
  );
});
