import { type SQL, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { makeFarm } from '#tests/factories/farms.ts';
import { makeBuyer } from '#tests/factories/people.ts';
import { makeProduct } from '#tests/factories/products.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';

const pathOf = (name: string, input: object) =>
  `/trpc/${name}?batch=1&input=${encodeURIComponent(JSON.stringify({ 0: input }))}`;

let market: Market;
beforeEach(async () => {
  market = await makeMarket();
  await makeProduct(market, await makeFarm(market), {
    description: 'Picked this morning. '.repeat(40),
  });
});

const ask = (path: string, headers: Record<string, string> = {}) =>
  market.request(path, { headers });
/** Polls until the answer is served from memory. */
const whenKept = (path: string) =>
  expect.poll(async () => (await ask(path)).headers.get('etag'), { timeout: 5000 }).toMatch(/^"/);

test.each([
  ['accept', 'application/jsonl'],
  ['accept', 'text/html, application/jsonl'],
  ['trpc-accept', 'application/jsonl'],
])(
  'a streamed answer (%s: %s) is not cached, and is sent only to the client that asked for it',
  async (name, value) => {
    await whenKept(pathOf('market.facets', {}));
    const path = pathOf('market.products', {});
    const parts = await (await ask(path, { [name]: value })).text();
    expect(() => JSON.parse(parts)).toThrow();
    expect(await (await ask(path)).json()).toMatchObject([
      { result: { data: { products: { id: [expect.any(Number)] } } } },
    ]);
    await whenKept(path);
    expect(await (await ask(path, { [name]: value })).text()).toBe(parts);
  },
);

test.each(['application/json', 'application/jsonl'])(
  'a request refused to a logged-in user invalidates nothing, even in a batch with a call that succeeds (%s)',
  async (accept) => {
    const { token } = await makeBuyer(market);
    await whenKept(pathOf('market.products', {}));
    const { catalogueChanges } = market.services;
    const before = catalogueChanges.mark();
    for (const refused of ['farmer.products.setQuantity', 'buyer.orders.cancel']) {
      const body = {
        0: { password: 'kilimanjaro-1' },
        1: { productId: 1, quantity: 1, orderId: 1 },
      };
      const path = `/trpc/auth.judgePassword,${refused}?batch=1`;
      const answer = await market.request(path, { token, body, headers: { accept } });
      expect(await answer.text()).toMatch(/FARMERS_ONLY|ORDER_NOT_FOUND/);
    }
    expect(catalogueChanges.mark()).toMatchObject({ offers: before.offers, counts: before.counts });
  },
);

test('a change is announced before its answer is sent, streamed answers included', async () => {
  const farm = await makeFarm(market);
  const { id } = await makeProduct(market, farm);
  await whenKept(pathOf('market.products', {}));
  const { catalogueChanges } = market.services;
  const announced: string[] = [];
  const services = { ...catalogueChanges };
  market.services.catalogueChanges = {
    ...services,
    announce: (change) => void announced.push(change),
  };
  const body = { 0: { productId: id, quantity: 3 } };
  const headers = { accept: 'application/jsonl' };
  const answer = await market.request('/trpc/farmer.products.setQuantity?batch=1', {
    token: farm.token,
    body,
    headers,
  });
  expect(await answer.text()).toContain('"quantity":3');
  expect(announced).toEqual(['all']);
});

test.each([
  ['br, gzip', 'br'],
  ['gzip;q=0.5, br;q=1', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.000, gzip;q=0', null],
  ['identity', null],
  ['x-br', null],
])('Accept-Encoding: %s is answered with content-encoding %s', async (accepted, encoding) => {
  const path = pathOf('market.products', {});
  await whenKept(path);
  const answer = await ask(path, { 'accept-encoding': accepted });
  expect(answer.headers.get('content-encoding')).toBe(encoding);
});

test('If-None-Match gets a 304 when one of its tags, weak or strong, matches', async () => {
  const path = pathOf('market.products', {});
  await whenKept(path);
  const etag = (await ask(path)).headers.get('etag');
  for (const [tags, status] of [
    [etag, 304],
    [`"other" ,\tW/${etag}, "third"`, 304],
    ['*', 304],
    ['"other"', 200],
  ] as const) {
    expect((await ask(path, { 'if-none-match': tags ?? '' })).status, String(tags)).toBe(status);
  }
});

test('renaming a user invalidates cached answers only if the user is a farmer', async () => {
  await whenKept(pathOf('market.products', {}));
  const { catalogueChanges } = market.services;
  const buyer = await makeBuyer(market);
  const { counts } = catalogueChanges.mark();
  const rename = (condition: SQL) =>
    market.db.execute(
      sql`update users set first_name = case when ${condition} then 'Atieno' else first_name end`,
    );
  await rename(sql`id = ${buyer.id}`);
  // Announcements arrive in commit order.
  const { offers } = catalogueChanges.mark();
  await market.db.execute(sql`select pg_notify('catalogue', 'stock')`);
  await expect.poll(() => catalogueChanges.mark().offers).toBe(offers + 1);
  expect(catalogueChanges.mark().counts).toBe(counts);
  await rename(sql`role = 'farmer'`);
  await expect.poll(() => catalogueChanges.mark().counts).toBe(counts + 1);
});

test.each(['buyer.profile', 'market.products,buyer.profile', 'buyer.products'])(
  '%s: an answer that needs a session is not cached, and a stranger does not get it',
  async (names) => {
    const { token } = await makeBuyer(market);
    await whenKept(pathOf('market.products', {}));
    const inputs = Object.fromEntries(names.split(',').map((_, at) => [at, {}]));
    const path = `/trpc/${names}?batch=1&input=${encodeURIComponent(JSON.stringify(inputs))}`;
    const bytes = market.services.hotAnswers.size();
    for (let turn = 0; turn < 2; turn += 1) {
      const own = await market.request(path, { token });
      expect([own.status, own.headers.get('etag')]).toEqual([200, null]);
      expect(await own.text()).not.toContain('"error"');
    }
    expect(market.services.hotAnswers.size()).toBe(bytes);
    expect(await (await ask(path)).text()).toContain('NOT_LOGGED_IN');
  },
);
