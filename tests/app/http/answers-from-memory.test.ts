import type { SQL } from 'drizzle-orm';
import {
  db,
  givenMarket,
  makeFarm,
  makeProduct,
  makeTestBuyer,
  request,
  services,
  sql,
} from '#tests/setup/in-market.ts';

const pathOf = (name: string, input: object) =>
  `/trpc/${name}?batch=1&input=${encodeURIComponent(JSON.stringify({ 0: input }))}`;

givenMarket();
beforeEach(async () => {
  await makeProduct(await makeFarm(), {
    description: 'Picked this morning. '.repeat(40),
  });
});

const ask = (path: string, headers: Record<string, string> = {}) => request(path, { headers });
const whenKept = (path: string) =>
  expect.poll(async () => (await ask(path)).headers.get('etag'), { timeout: 5000 }).toMatch(/^"/);

test.each([
  ['accept', 'text/html, application/jsonl'],
  ['trpc-accept', 'application/jsonl'],
])(
  'a streamed answer (%s: %s) is not cached, and is sent only to the client that asked for it',
  async (name, value) => {
    await whenKept(pathOf('market.facets', {}));
    const path = pathOf('market.cards', {});
    const parts = await (await ask(path, { [name]: value })).text();
    expect(() => JSON.parse(parts)).toThrow();
    expect(await (await ask(path)).json()).toMatchObject([
      { result: { data: { products: [{ id: expect.any(Number) }] } } },
    ]);
    await whenKept(path);
    expect(await (await ask(path, { [name]: value })).text()).toBe(parts);
  },
);

test('a request that is refused, or only reads, invalidates nothing, even in a batch with a call that succeeds', async () => {
  const { token } = await makeTestBuyer();
  await whenKept(pathOf('market.cards', {}));
  const { offers, counts } = services.catalogueChanges.mark();
  const body = { 0: { password: 'kilimanjaro-1' }, 1: { productId: 1, quantity: 1, orderId: 1 } };
  for (const accept of ['application/json', 'application/jsonl'])
    for (const refused of ['farmer.products.setQuantity', 'buyer.orders.cancel']) {
      const path = `/trpc/auth.judgePassword,${refused}?batch=1`;
      const answer = await request(path, { token, body, headers: { accept } });
      expect(await answer.text()).toMatch(/FARMERS_ONLY|ORDER_NOT_FOUND/);
    }
  await request('/api/buyer/orders', { body: {} });
  await request('/trpc/farmer.products.list', { method: 'HEAD' });
  await request('/api/farmer/products', { method: 'OPTIONS' });
  expect(services.catalogueChanges.mark()).toMatchObject({ offers, counts });
});

test('a change is announced before its answer is sent, streamed answers included', async () => {
  const farm = await makeFarm();
  const { id: productId } = await makeProduct(farm);
  await whenKept(pathOf('market.cards', {}));
  const announced: string[] = [];
  services.catalogueChanges = {
    ...services.catalogueChanges,
    announce: (change) => void announced.push(change),
  };
  const answer = await request('/trpc/farmer.products.setQuantity?batch=1', {
    token: farm.token,
    body: { 0: { productId, quantity: 3 } },
    headers: { accept: 'application/jsonl' },
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
  const path = pathOf('market.cards', {});
  await whenKept(path);
  const answer = await ask(path, { 'accept-encoding': accepted });
  expect(answer.headers.get('content-encoding')).toBe(encoding);
});

test('renaming a user invalidates cached answers only if the user is a farmer', async () => {
  await whenKept(pathOf('market.cards', {}));
  const { catalogueChanges } = services;
  const buyer = await makeTestBuyer();
  const { counts } = catalogueChanges.mark();
  const rename = (condition: SQL) =>
    db.execute(
      sql`update users set first_name = case when ${condition} then 'Atieno' else first_name end`,
    );
  await rename(sql`id = ${buyer.id}`);
  const { offers } = catalogueChanges.mark();
  await db.execute(sql`select pg_notify('catalogue', 'stock')`);
  await expect.poll(() => catalogueChanges.mark().offers).toBe(offers + 1);
  expect(catalogueChanges.mark().counts).toBe(counts);
  await rename(sql`role = 'farmer'`);
  await expect.poll(() => catalogueChanges.mark().counts).toBe(counts + 1);
});

test.each(['market.cards,buyer.profile', 'buyer.products'])(
  '%s: an answer that needs a session is not cached, and a stranger does not get it',
  async (names) => {
    const { token } = await makeTestBuyer();
    await whenKept(pathOf('market.cards', {}));
    const inputs = Object.fromEntries(names.split(',').map((_, at) => [at, {}]));
    const path = `/trpc/${names}?batch=1&input=${encodeURIComponent(JSON.stringify(inputs))}`;
    const bytes = services.storedAnswers.size();
    for (let turn = 0; turn < 2; turn += 1) {
      const own = await request(path, { token });
      expect([own.status, own.headers.get('etag')]).toEqual([200, null]);
      expect(await own.text()).not.toContain('"error"');
    }
    expect(services.storedAnswers.size()).toBe(bytes);
    expect(await (await ask(path)).text()).toContain('NOT_LOGGED_IN');
  },
);
