import { farms } from '#farms/server/tables.ts';
import { follows as feature, tellFollowers } from '#follows/server/feature.ts';
import {
  advance,
  caller,
  changeProduct,
  countRows,
  DAY,
  db,
  type Farm,
  farPlace,
  givenMarket,
  makeBuyer,
  makeFarm,
  makeProduct,
  makeTestBuyer,
  nearPlace,
  noticesOf,
  now,
  PASSWORD,
  services,
  sql,
  type TestBuyer,
} from '#tests/setup/in-market.ts';

type Person = TestBuyer;

let farm: Farm;
let buyer: Person;
givenMarket();
beforeEach(async () => {
  farm = await makeFarm();
  buyer = await makeTestBuyer();
});

const follows = (person: Person = buyer) => caller(person).follows;
const round = () => tellFollowers(db, services);
const told = async (person: Person = buyer) =>
  (await noticesOf(person)).map(({ text, link }) => `${text} ${link}`);
const setStock = (productId: number, quantity: number) =>
  caller(farm).farmer.products.setQuantity({ productId, quantity });

describe('a favourite product', () => {
  let productId: number;
  let link: string;
  beforeEach(async () => {
    productId = (await makeProduct(farm)).id;
    link = `/market/${productId}`;
    await follows().add({ kind: 'product', productId });
  });

  test('that is back twice in a day is told of once, and the second return on the next day', async () => {
    for (const time of ['morning', 'noon']) {
      await setStock(productId, 0);
      await round();
      if (time === 'morning') expect(await told()).toEqual([]);
      await setStock(productId, 12);
      await round();
      expect(await told(), time).toEqual([`Back in stock: Sukuma wiki ${link}`]);
    }
    advance(DAY);
    await round();
    expect(await told()).toHaveLength(2);
    advance(DAY);
    await round();
    expect(await told()).toHaveLength(2);
  });

  test('that was sold out when it was followed is told of as soon as it is back', async () => {
    await setStock(productId, 0);
    const late = await makeTestBuyer();
    await follows(late).add({ kind: 'product', productId });
    await setStock(productId, 5);
    await round();
    expect(await told(late)).toHaveLength(1);
    expect(await told()).toEqual([]);
  });

  test('that is hidden by the operator is not back, and disappears from the list', async () => {
    await setStock(productId, 0);
    await round();
    await changeProduct(productId, { hiddenAt: now() });
    await setStock(productId, 5);
    await round();
    expect(await told()).toEqual([]);
    expect((await follows().list()).follows).toEqual([]);
  });

  test('that is deleted is no longer followed', async () => {
    await caller(farm).farmer.products.delete({ productId });
    expect((await follows().list()).follows).toEqual([]);
    await round();
    expect(await countRows('follows')).toBe(0);
  });
});

test('a followed farm that lists ten products at once is told of once, with their number', async () => {
  await makeProduct(farm, { name: 'Old beans' });
  await follows().add({ kind: 'farm', farmId: farm.id });
  await round();
  expect(await told()).toEqual([]);
  await Promise.all(
    Array.from({ length: 10 }, (_, at) => makeProduct(farm, { name: `New ${at}` })),
  );
  await Promise.all([round(), round()]);
  const [text, ...others] = await told();
  expect(text).toMatch(/^New at a farm you follow: New \d and 9 more \/farm\/\d+$/);
  expect(others).toEqual([]);
});

test('a followed farm is told of at most once a day; what it lists later is told of on the next day', async () => {
  await follows().add({ kind: 'farm', farmId: farm.id });
  const link = `/farm/${farm.id}`;
  await makeProduct(farm, { name: 'Kale' });
  await round();
  await makeProduct(farm, { name: 'Beans' });
  await round();
  expect(await told()).toEqual([`New at a farm you follow: Kale ${link}`]);
  advance(DAY);
  await round();
  await round();
  expect((await told()).slice(1)).toEqual([`New at a farm you follow: Beans ${link}`]);
});

test('a followed farm is told of only when what it lists can be bought', async () => {
  await follows().add({ kind: 'farm', farmId: farm.id });
  const { id } = await makeProduct(farm, { quantity: 0 });
  await round();
  expect(await told()).toEqual([]);
  await setStock(id, 4);
  await round();
  expect(await told()).toHaveLength(1);
});

const place = { kind: 'place' as const, ...farPlace, name: 'Nairobi' };

test('a followed place is told of once, when a farm that has something to sell begins to deliver there', async () => {
  await follows().add(place);
  await makeProduct(farm);
  const near = await makeFarm({ latitude: -1.3, longitude: 36.8, name: 'Karibu Farm' });
  await round();
  expect(await told()).toEqual([]);
  await makeProduct(near);
  await Promise.all([round(), round()]);
  expect(await told()).toEqual([`A farm now delivers to Nairobi /farm/${near.id}`]);
  expect((await follows().list()).follows).toEqual([]);
  await round();
  expect(await told()).toHaveLength(1);
});

test('a followed place is reached when a farm widens its delivery radius, and not a metre earlier', async () => {
  await makeProduct(farm);
  await db.update(farms).set({ coverageRadiusMetres: 3000 });
  await follows().add({ kind: 'place', ...nearPlace, name: '' });
  await round();
  expect(await told()).toEqual([]);
  await db.update(farms).set({ coverageRadiusMetres: 5000 });
  await round();
  expect(await told()).toEqual([`A farm now delivers to your place /farm/${farm.id}`]);
});

test('a followed place is forgotten after a year', async () => {
  await follows().add(place);
  await follows().add({ kind: 'farm', farmId: farm.id });
  advance(364 * DAY);
  await feature.prune?.(db, now());
  expect(await countRows('follows')).toBe(2);
  advance(2 * DAY);
  await feature.prune?.(db, now());
  expect(await countRows('follows', sql`farm_id is not null`)).toBe(1);
  expect(await countRows('follows')).toBe(1);
});

test('an account that is deleted while its follows are told leaves neither follows nor notices', async () => {
  const leaver = await makeBuyer();
  const own = caller(leaver);
  await own.follows.add({ kind: 'farm', farmId: farm.id });
  await makeProduct(farm);
  await Promise.all([round(), own.auth.deleteAccount({ password: PASSWORD })]);
  await round();
  expect(await countRows('follows')).toBe(0);
  expect(await countRows('notices', sql`user_id = ${leaver.id}`)).toBe(0);
});
