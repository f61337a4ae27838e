import { FOLLOWS_MAX, FOLLOWS_PER_DAY, FOLLOWS_PER_PERSON_AND_DAY } from '#follows/rules.ts';
import { tellFollowers } from '#follows/server/feature.ts';
import {
  caller,
  countRows,
  DAY,
  db,
  type Farm,
  givenMarket,
  makeBuyer,
  makeFarm,
  makeProduct,
  makeTestBuyer,
  outcomeOf,
  PASSWORD,
  services,
  type TestBuyer,
} from '#tests/setup/in-market.ts';

let farm: Farm;
let buyer: TestBuyer;
givenMarket();
beforeEach(async () => {
  farm = await makeFarm();
  buyer = await makeTestBuyer();
});
const follows = () => caller(buyer).follows;
const place = (at: number) => ({
  kind: 'place' as const,
  latitude: -1 - at / 1000,
  longitude: 36.8,
  name: '',
});

test('the list has farms, products and places, newest first, each with what its row shows', async () => {
  const { id: productId } = await makeProduct(farm);
  await follows().add({ kind: 'farm', farmId: farm.id });
  await follows().add({ kind: 'product', productId });
  const { follows: all } = await follows().add({ ...place(0), name: 'Nairobi' });
  expect(all).toMatchObject([
    { kind: 'place', latitude: -1, longitude: 36.8, name: 'Nairobi' },
    {
      ...{ kind: 'product', productId, farmId: farm.id, farmName: 'Kilima Farm' },
      ...{ name: 'Sukuma wiki', price: 45.5, isAvailable: true },
    },
    { kind: 'farm', farmId: farm.id, farmName: 'Kilima Farm', county: 'Nyeri' },
  ]);
  expect(await follows().list()).toEqual({ follows: all });
});

test('a double press follows once, and ending it twice changes nothing', async () => {
  const { id: productId } = await makeProduct(farm);
  const press = () => follows().add({ kind: 'product', productId });
  await Promise.all([press(), press(), press()]);
  expect(await countRows('follows')).toBe(1);
  const end = () => follows().remove({ kind: 'product', productId });
  await Promise.all([end(), end()]);
  expect(await end()).toEqual({ follows: [] });
});

test('a place is stored rounded to a thousandth of a degree', async () => {
  const exact = { kind: 'place' as const, latitude: -1.28641234, longitude: 36.81726789, name: '' };
  expect((await follows().add(exact)).follows).toMatchObject([
    { latitude: -1.286, longitude: 36.817 },
  ]);
  expect(await follows().remove(exact)).toEqual({ follows: [] });
});

test('what is not there cannot be followed, and a place outside Kenya neither', async () => {
  const { id: productId } = await makeProduct(farm);
  await caller(farm).farmer.products.delete({ productId });
  expect(await outcomeOf(follows().add({ kind: 'product', productId }))).toBe('PRODUCT_NOT_FOUND');
  expect(await outcomeOf(follows().add({ kind: 'farm', farmId: buyer.id }))).toBe('FARM_NOT_FOUND');
  expect(
    await outcomeOf(follows().add({ kind: 'place', latitude: 51.5, longitude: 0, name: '' })),
  ).toBe('INVALID_INPUT');
});

test('a person follows at most 100 things, however many are added at once', async () => {
  for (let at = 0; at < FOLLOWS_MAX - 2; at++) await follows().add(place(at));
  const outcomes = await Promise.all(
    [200, 201, 202, 203].map((at) => outcomeOf(follows().add(place(at)))),
  );
  expect(outcomes.filter((outcome) => outcome === 'TOO_MANY_FOLLOWS')).toHaveLength(2);
  expect((await follows().list()).follows).toHaveLength(FOLLOWS_MAX);
  expect(await outcomeOf(follows().add(place(0)))).toBe('accepted');
});

test('one person adds at most 200 a day, which leaves the others theirs', async () => {
  const key = [String(buyer.id), 'asker 0', ''] as const;
  const pool = { name: 'follow', seconds: DAY };
  await services.rateLimits.add(pool, FOLLOWS_PER_PERSON_AND_DAY, ...key);
  expect(await outcomeOf(follows().add(place(0)))).toBe('TOO_MANY_ATTEMPTS');
  const other = await makeTestBuyer();
  expect(await outcomeOf(caller(other).follows.add(place(0)))).toBe('accepted');
});

test('a day has a total, of which the last part is for people who have added few', async () => {
  const pool = { name: 'follow', seconds: DAY };
  const busy = await makeTestBuyer();
  await services.rateLimits.add(pool, 50, String(busy.id), 'asker 0', '');
  await services.rateLimits.add(pool, FOLLOWS_PER_DAY - 1, 'all', '');
  expect(await outcomeOf(caller(busy).follows.add(place(0)))).toBe('TOO_MANY_ATTEMPTS');
  expect(await outcomeOf(follows().add(place(0)))).toBe('accepted');
  expect(await outcomeOf(follows().add(place(1)))).toBe('TOO_MANY_ATTEMPTS');
});

test('opening a followed product or farm reads its notices', async () => {
  await follows().add({ kind: 'farm', farmId: farm.id });
  await makeProduct(farm);
  await tellFollowers(db, services);
  const { notifications } = caller(buyer);
  expect(await notifications.unread()).toEqual({ unread: 1 });
  expect(await follows().opened({ kind: 'product', productId: farm.id })).toEqual({ unread: 1 });
  expect(await follows().opened({ kind: 'farm', farmId: farm.id })).toEqual({ unread: 0 });
});

test('the data export has the follows, and the deletion of the account ends them', async () => {
  const own = caller(await makeBuyer());
  await own.follows.add({ ...place(0), name: 'Nairobi' });
  await own.follows.add({ kind: 'farm', farmId: farm.id });
  const data = await own.auth.exportData();
  expect(data).toMatchObject({
    follows: [{ latitude: -1, longitude: 36.8, placeName: 'Nairobi' }, { farmId: farm.id }],
  });
  await own.auth.deleteAccount({ password: PASSWORD });
  expect(await countRows('follows')).toBe(0);
});
