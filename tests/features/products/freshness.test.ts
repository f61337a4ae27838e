import { tellFollowers } from '#follows/server/feature.ts';
import type { CreateProduct } from '#products/rules/product.ts';
import { ANSWER_SECONDS } from '#products/rules/product-facts.ts';
import { runFreshnessClock } from '#products/server/run-freshness-clock.ts';
import { products } from '#products/server/tables.ts';
import { DAY_SECONDS } from '#rules/limits.ts';
import {
  call,
  caller,
  changeProduct,
  db,
  eq,
  type Farm,
  givenMarket,
  listCards,
  makeFarm,
  makeOrder,
  makeProduct,
  makeSession,
  makeTestBuyer,
  market,
  movementsOf,
  noticesOf,
  now,
  outcomeOf,
  productForm,
  services,
  sql,
  type TestBuyer,
} from '#tests/setup/in-market.ts';

let farm: Farm;
let buyer: TestBuyer;
givenMarket();
beforeEach(async () => {
  farm = await makeFarm();
  buyer = await makeTestBuyer();
});

/** Days later both log in again, because their sessions have ended. */
async function advance(days: number) {
  market.advance(days * DAY_SECONDS);
  for (const person of [farm, buyer]) person.token = await makeSession(person);
}
const round = () => runFreshnessClock(db, services);
const rounds = async (days: number) => {
  for (let day = 0; day < days; day++) {
    await advance(1);
    await round();
  }
};
const listKale = (form: Partial<CreateProduct> = {}) =>
  makeProduct(farm, { name: 'Kale', ...form });
const own = () => caller(farm).farmer.products;
const ownProduct = async (productId: number) =>
  (await own().list({})).products.find(({ id }) => id === productId);
const asked = async () => (await noticesOf(farm)).map(({ text }) => text);
const offered = async () => (await listCards()).products.map(({ id }) => id);
const putIntoCart = (productId: number) =>
  outcomeOf(caller(buyer).buyer.cart.setLine({ productId, quantity: 1 }));
const QUESTION = 'Do you still have Kale? Without an answer, we hide it from buyers.';

describe('a product near the end of its shelf life', () => {
  test('is asked about once, the day before, and leaves the market without an answer, with its stock', async () => {
    const { id } = await listKale();
    await putIntoCart(id);
    const overview = () => caller(farm).farmer.overview();
    await rounds(2);
    expect(await asked()).toEqual([]);
    await rounds(1);
    await round();
    expect(await asked()).toEqual([QUESTION]);
    expect(await ownProduct(id)).toMatchObject({ status: 'available', isAsked: true });
    expect(await overview()).toMatchObject({ activeProducts: 1, askedProducts: 1 });
    await rounds(1);
    expect(await offered()).toEqual([id]);
    await rounds(1);
    expect(await offered()).toEqual([]);
    const product = caller().market.product({ productId: id });
    expect(await outcomeOf(product)).toBe('PRODUCT_NOT_FOUND');
    expect(await putIntoCart(id)).not.toBe('accepted');
    const { farms } = await caller(buyer).buyer.cart.get();
    expect(farms[0]?.lines).toMatchObject([{ problem: 'gone' }]);
    expect(await ownProduct(id)).toMatchObject({ status: 'expired', isAsked: true, quantity: 120 });
    expect(await overview()).toMatchObject({ activeProducts: 0, askedProducts: 1 });
    await rounds(30);
    expect(await asked()).toEqual([QUESTION]);
  });

  test('is asked about after three days if it is perishable, and leaves the market at its end', async () => {
    const { id } = await listKale({ name: 'Carrots' });
    await listKale({ name: 'Potatoes' });
    await rounds(2);
    expect(await asked()).toEqual([]);
    await rounds(1);
    const question = QUESTION.replace('Kale', 'Carrots');
    expect(await asked()).toEqual([question]);
    await own().setQuantity({ productId: id, quantity: 120 });
    await rounds(3);
    expect(await asked()).toEqual([question, question]);
    await rounds(18);
    expect(await offered()).toHaveLength(2);
    await rounds(1);
    expect(await offered()).toHaveLength(1);
  });

  test('returns with one count of the same quantity, and its followers are told', async () => {
    const { id } = await listKale();
    await caller(buyer).follows.add({ kind: 'product', productId: id });
    await rounds(5);
    await tellFollowers(db, services);
    await own().setQuantity({ productId: id, quantity: 120, quantitySeen: 120 });
    expect(await offered()).toEqual([id]);
    expect(await ownProduct(id)).toMatchObject({
      status: 'available',
      isAsked: false,
      confirmedOn: '2026-03-07',
    });
    await tellFollowers(db, services);
    expect((await caller(buyer).notifications.list({})).notifications).toMatchObject([
      { text: 'Back in stock: Kale' },
    ]);
    await rounds(3);
    expect(await asked()).toEqual([QUESTION, QUESTION]);
  });

  const kale = productForm({ name: 'Kale', quantity: 70 });
  test.each<[string, (productId: number) => Promise<unknown>]>([
    ['a count', (productId) => own().setQuantity({ productId, quantity: 70 })],
    ['a bulk count', (productId) => own().setQuantities({ lines: [{ productId, quantity: 70 }] })],
    ['an edit', (productId) => own().edit({ productId, ...kale })],
  ])('%s answers, for another shelf life', async (_, answer) => {
    const { id } = await listKale();
    await rounds(3);
    await answer(id);
    expect(await ownProduct(id)).toMatchObject({ isAsked: false, confirmedOn: '2026-03-05' });
    await rounds(2);
    expect(await asked()).toEqual([QUESTION]);
    expect(await offered()).toEqual([id]);
    await rounds(1);
    expect(await asked()).toEqual([QUESTION, QUESTION]);
  });

  test('"none" ends the questions, and is no listing that left the market', async () => {
    const { id } = await listKale();
    await rounds(3);
    await own().setQuantity({ productId: id, quantity: 0 });
    await rounds(5);
    expect(await asked()).toEqual([QUESTION]);
    expect(await ownProduct(id)).toMatchObject({ status: 'sold_out', isAsked: false });
  });

  test('"still there" keeps what an order has left, whichever came first', async () => {
    const { id } = await listKale();
    await makeOrder(buyer, [{ productId: id, quantity: 20 }]);
    await own().setQuantity({ productId: id, quantity: 120, quantitySeen: 120 });
    await own().setQuantities({ lines: [{ productId: id, quantity: 120, quantitySeen: 120 }] });
    expect(await ownProduct(id)).toMatchObject({ quantity: 100 });
    const changed = own().setQuantity({ productId: id, quantity: 110, quantitySeen: 120 });
    expect(await outcomeOf(changed)).toBe('QUANTITY_CHANGED');
    const sum = (await movementsOf(id)).reduce((total, { change }) => total + change, 0);
    expect(sum).toBe(100);
  });

  test('is asked about once by rounds of several processes', async () => {
    await listKale();
    await advance(3);
    await Promise.all([round(), round(), round(), round()]);
    expect(await asked()).toEqual([QUESTION]);
  });
});

const hide = (id: number) => changeProduct(id, { hiddenAt: now() });
test.each<[string, Partial<CreateProduct>, number, (id: number) => Promise<unknown>]>([
  ['when its farmer has set an earlier last day', { expiryDate: '2026-03-04' }, 10, async () => {}],
  ['when it is sold out', { quantity: 0 }, 10, async () => {}],
  ['in three months, when nobody knows its crop', { name: 'Soap' }, 90, async () => {}],
  ['when it is hidden', {}, 10, hide],
  ['when it is deleted', {}, 10, (productId) => own().delete({ productId })],
])('a product is not asked about: %s', async (_, form, days, change) => {
  await change((await listKale(form)).id);
  await rounds(days);
  expect(await asked()).toEqual([]);
});

test('a product is not asked about again on the day of its confirmation, however short its shelf life is', async () => {
  await listKale({ name: 'Tilapia', harvestDate: '2026-02-20' });
  await round();
  expect(await asked()).toEqual([]);
});

const setBack = (id: number) =>
  db
    .update(products)
    .set({ confirmedOn: null, freshUntil: null, createdAt: sql`now() - interval '1 year'` })
    .where(eq(products.id, id));

test('the market is not emptied by an upgrade: what is there begins its shelf life then, harvested or not', async () => {
  const [kale, harvested] = [await listKale(), await listKale({ harvestDate: '2026-01-01' })];
  for (const { id } of [kale, harvested]) await setBack(id);
  await rounds(4);
  expect(await asked()).toHaveLength(1);
  expect(await offered()).toHaveLength(2);
});

test('the market is not emptied by a server that was down: nothing leaves it unless it was asked about a day before', async () => {
  const { id } = await listKale();
  await advance(60);
  await round();
  expect(await asked()).toEqual([QUESTION]);
  market.advance(ANSWER_SECONDS - 1);
  await round();
  expect(await offered()).toEqual([id]);
  market.advance(1);
  await round();
  expect(await offered()).toEqual([]);
});

test('an order that is rejected because none is left sells its product out, and asks about the older listings of the farm at once', async () => {
  const potatoes = await listKale({ name: 'Potatoes' });
  const beans = await listKale({ name: 'Beans' });
  await makeProduct(await makeFarm(), { name: 'Potatoes' });
  await advance(1);
  const [kale, fresh] = [await listKale(), await listKale({ name: 'Spinach' })];
  const { id: orderId } = await makeOrder(buyer, [{ productId: kale.id, quantity: 20 }]);
  const reject = `/api/farmer/orders/${orderId}/reject`;
  const { status } = await call(reject, { reason: 'None left', isNoneLeft: true }, farm);
  expect(status).toBe(200);
  expect(await ownProduct(kale.id)).toMatchObject({ quantity: 0, status: 'sold_out' });
  const sum = (await movementsOf(kale.id)).reduce((total, row) => total + row.change, 0);
  expect(sum).toBe(0);
  await round();
  expect((await asked()).at(-1)).toBe(
    'Do you still have Potatoes and 1 more? Without an answer, we hide them from buyers.',
  );
  await rounds(1);
  for (const { id } of [potatoes, beans])
    expect(await ownProduct(id)).toMatchObject({ status: 'expired' });
  expect(await ownProduct(fresh.id)).toMatchObject({ status: 'available', isAsked: false });
  expect(await offered()).toHaveLength(2);
});

test('a card says how old the product is by its last confirmation', async () => {
  const { id } = await listKale();
  const card = async () => (await listCards()).products[0];
  expect(await card()).toMatchObject({ listedOn: '2026-03-02', confirmedOn: null });
  await advance(2);
  await own().setQuantity({ productId: id, quantity: 120 });
  expect(await card()).toMatchObject({ listedOn: '2026-03-02', confirmedOn: '2026-03-04' });
});
