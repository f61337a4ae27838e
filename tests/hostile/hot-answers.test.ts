import { readCards } from '#products/rules/offer-card.ts';
import { findCards } from '#products/server/catalogue/find-products.ts';
import {
  advance,
  changeProduct,
  db,
  type Farm,
  givenMarket,
  isOnPostgres,
  makeFarm,
  makeProduct,
  openMarket,
  PASSWORD,
  productForm,
  report,
  request,
  services,
  sql,
} from '#tests/setup/in-market.ts';
import { bearer, pathOf } from './parts/clients.ts';

const PATH = pathOf('market.cards', {});

let farm: Farm;
givenMarket();
beforeEach(async () => {
  farm = await makeFarm();
  await whenKept();
});

const ask = async (path: string, headers: Record<string, string> = {}) => {
  const response = await request(path, { headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
};
const dataOf = (text: string) =>
  (JSON.parse(text) as { result: { data: Awaited<ReturnType<typeof findCards>> } }).result.data;
const list = async () => {
  const { products, nextCursor } = dataOf((await ask(PATH)).text);
  return { products: readCards(products), nextCursor };
};
const whenKept = () =>
  expect.poll(async () => (await ask(PATH)).headers.get('etag'), { timeout: 5000 }).toMatch(/^"/);
const countQuestions = async (work: () => Promise<unknown>) => {
  const { catalogueReads } = services;
  let questions = 0;
  services.catalogueReads = {
    ...catalogueReads,
    quickList: (read) => {
      questions += 1;
      return catalogueReads.quickList(read);
    },
  };
  await work();
  services.catalogueReads = catalogueReads;
  return questions;
};
async function expectSoon(what: string, see: () => unknown, seen: object) {
  const changedAt = performance.now();
  await expect.poll(see, { message: what, timeout: 1500, interval: 5 }).toMatchObject(seen);
  expect(performance.now() - changedAt).toBeLessThan(1500);
}

test('E75: the database is asked once, and the next gets the same bytes', async () => {
  for (let made = 0; made < 12; made++) await makeProduct(farm, { name: `Kale ${made}` });
  await whenKept();
  const questions = await countQuestions(async () => {
    const [first, ...others] = await Promise.all(Array.from({ length: 20 }, () => ask(PATH)));
    for (const other of others) expect(other.text).toBe(first?.text);
  });
  expect(questions).toBeLessThanOrEqual(1);
  const cards = JSON.stringify(await findCards(db, {}, services));
  expect(dataOf((await ask(PATH)).text)).toEqual(JSON.parse(cards));
});

test('E75: no browser keeps it for a person who is logged in, and a refusal is not kept at all', async () => {
  const cacheControl = async (headers = {}) =>
    (await ask(PATH, headers)).headers.get('cache-control');
  expect(await cacheControl()).toBe('no-cache');
  expect(await cacheControl(bearer(farm.token))).toBe('no-store');
  const missing = pathOf('market.product', { productId: 999 });
  await ask(missing);
  const { status, headers } = await ask(missing);
  expect([status, headers.get('etag')]).toEqual([404, null]);
});

test('E75: counts left out for one client are not kept for others, also where one request asks for a list and counts', async () => {
  await makeProduct(farm);
  const inputs = encodeURIComponent(JSON.stringify({ 0: {}, 1: {} }));
  const path = `/trpc/market.cards,market.facets?batch=1&input=${inputs}`;
  await whenKept();
  const { catalogueReads } = services;
  services.catalogueReads = { ...catalogueReads, count: async () => null };
  for (let asked = 0; asked < 2; asked++)
    expect((await ask(path)).text).toContain('"leftOut":true');
  services.catalogueReads = catalogueReads;
  expect((await ask(path)).text).toContain('"leftOut":false');
});

test('E75: a farmer who deletes the account is no longer listed when the deletion is answered', async () => {
  await makeProduct(farm);
  const passwordHash = await services.passwords.hash(PASSWORD, 'test');
  await db.execute(sql`update users set password_hash = ${passwordHash}`);
  await whenKept();
  expect(await list()).toMatchObject({ products: [{}] });
  const erasing = { body: { password: PASSWORD }, token: farm.token };
  expect((await request('/trpc/auth.deleteAccount', erasing)).status).toBe(200);
  expect(await list()).toEqual({ products: [], nextCursor: null });
});

test('E75: an answer that was begun before the process listened is not kept, because a change may have gone unheard', async () => {
  await openMarket();
  const { catalogueChanges } = services;
  const mark = catalogueChanges.mark();
  await whenKept();
  expect(catalogueChanges.isCurrent(mark, 'offers')).toBe(false);
});

test('E75: a person who changes the catalogue reads the change at once', async () => {
  const { id } = await makeProduct(farm, { price: 10 });
  for (let price = 11; price < 31; price++) {
    await list();
    const body = { ...productForm({ price }), productId: id };
    const edited = await request('/trpc/farmer.products.edit', {
      body,
      token: farm.token,
    });
    expect(edited.status).toBe(200);
    expect(await list()).toMatchObject({ products: [{ price }] });
  }
});

test('E75: a change by anybody else is seen as soon as the database has announced it, long before the two seconds are over', async () => {
  const { id } = await makeProduct(farm, { quantity: 50 });
  await whenKept();
  const rename = () => db.execute(sql`update farms set name = 'Kwa Njeri'`);
  for (const [change, products] of [
    [() => changeProduct(id, { quantity: 49 }), [{ quantity: 49 }]],
    [() => changeProduct(id, { name: 'Managu' }), [{ name: 'Managu' }]],
    [rename, [{ farmName: 'Kwa Njeri' }]],
    [() => changeProduct(id, { hiddenAt: new Date() }), []],
  ] as const) {
    await list();
    await change();
    await expectSoon(JSON.stringify(products), () => list(), { products });
  }
});

test('E75: the suspension of a farmer who offers nothing is announced, too', async () => {
  const { catalogueChanges } = services;
  const mark = catalogueChanges.mark();
  await db.execute(sql`update users set suspended_at = now() where id = ${farm.id}`);
  const see = () => ({ isCurrent: catalogueChanges.isCurrent(mark, 'offers') });
  await expectSoon('the suspension', see, { isCurrent: false });
});

test.runIf(isOnPostgres)(
  'E75: a cut connection to the announcements hides no change for more than two seconds',
  async () => {
    const { id } = await makeProduct(farm, { price: 10 });
    await whenKept();
    for (let price = 11; price < 15; price++) {
      await list();
      const cut = await db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and query ilike 'listen %'`);
      expect(cut).not.toHaveLength(0);
      await changeProduct(id, { priceCents: price * 100 });
      await expect
        .poll(() => list(), { timeout: 2000, interval: 5 })
        .toMatchObject({ products: [{ price }] });
    }
    await whenKept();
    await changeProduct(id, { priceCents: 2000 });
    await expectSoon('heard again', () => list(), { products: [{ price: 20 }] });
  },
);

test('E75: an offer that expires with the day is gone when the day ends in Nairobi', async () => {
  const { id } = await makeProduct(farm, { expiryDate: '2026-03-02' });
  await whenKept();
  expect(await list()).toMatchObject({ products: [{ id }] });
  advance(15 * 3600);
  expect(await list()).toEqual({ products: [], nextCursor: null });
});

test('E75: an empty answer counts with the memory that it takes', async () => {
  const before = services.storedAnswers.size();
  for (let asked = 0; asked < 2; asked++) await ask(pathOf('market.cards', { search: 'nothing' }));
  expect(services.storedAnswers.size() - before).toBeGreaterThan(1000);
});

test('E75: a burst of different questions takes a bounded part of the memory, and pushes out nothing that is asked all the time', async () => {
  for (let made = 0; made < 24; made++) await makeProduct(farm, { description: 'x'.repeat(2000) });
  await whenKept();
  let most = 0;
  for (let number = 0; number < 600; number++) {
    await ask(pathOf('market.cards', { maxPrice: 1_000_000 + number }));
    most = Math.max(most, services.storedAnswers.size());
    expect((await ask(PATH)).status).toBe(200);
  }
  expect(most).toBeLessThanOrEqual(32 * 1024 * 1024);
  report('E75', `600 different questions in a row: ${(most / 1e6).toFixed(0)} MB kept at most`);
});
